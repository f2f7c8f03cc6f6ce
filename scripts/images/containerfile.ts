export interface Containerfile {
  /** With default arguments filled in. */
  from: string
  user: string
  ports: number[]
  env: Record<string, string>
  command: string[]
  healthcheck: string
}

/** @throws for instructions that this repository does not use */
export function parseContainerfile(text: string): Containerfile {
  const file: Containerfile = {
    from: '',
    user: '',
    ports: [],
    env: {},
    command: [],
    healthcheck: '',
  }
  const args: Record<string, string> = {}
  const pairs = (words: string): [string, string][] =>
    words.split(' ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
  const instructions: Record<string, (words: string) => void> = {
    ARG: (words) => Object.assign(args, Object.fromEntries(pairs(words))),
    FROM: (words) => (file.from = words.replace(/\$\{(\w+)\}/g, (_, name: string) => args[name] ?? '')),
    ENV: (words) => Object.assign(file.env, Object.fromEntries(pairs(words))),
    USER: (words) => (file.user = words),
    EXPOSE: (words) => file.ports.push(...words.split(' ').map(Number)),
    CMD: (words) => (file.command = JSON.parse(words) as string[]),
    HEALTHCHECK: (words) => {
      file.healthcheck = (JSON.parse(words.slice(words.indexOf('CMD [') + 4)) as string[]).join(' ')
    },
    ENTRYPOINT: () => undefined,
    WORKDIR: () => undefined,
    COPY: () => undefined,
    STOPSIGNAL: () => undefined,
  }
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
  for (const line of lines) {
    const [name = '', ...words] = line.split(' ')
    const read = instructions[name]
    if (!read) throw new Error(`A Containerfile with ${name}, which is not known here: ${line}`)
    read(words.join(' '))
  }
  return file
}
