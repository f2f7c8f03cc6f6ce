interface Containerfile {
  /** The base image, with default arguments filled in. */
  from: string
  user: string
  ports: number[]
  env: Record<string, string>
  command: string[]
  healthcheck: string
}

/** The instructions that this repository uses. Any other is rejected, because it could change the image unnoticed. */
const KNOWN = /^(?:ARG|FROM|ENV|USER|EXPOSE|CMD|HEALTHCHECK|ENTRYPOINT|WORKDIR|COPY|STOPSIGNAL) /

/** @throws for instructions that this repository does not use */
export function parseContainerfile(text: string): Containerfile {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
  const unknown = lines.find((line) => !KNOWN.test(line))
  if (unknown !== undefined)
    throw new Error(`A Containerfile with an instruction that is not known here: ${unknown}`)
  const all = (name: string): string[] =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))
  const pairs = (name: string): Record<string, string> =>
    Object.fromEntries(
      all(name)
        .flatMap((words) => words.split(' '))
        .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    )
  const last = (name: string): string => all(name).at(-1) ?? ''
  const listIn = (words: string): string[] => JSON.parse(/\[.*\]/.exec(words)?.[0] ?? '[]') as string[]
  const args = pairs('ARG')
  return {
    from: last('FROM').replace(/\$\{(\w+)\}/g, (_, name: string) => args[name] ?? ''),
    user: last('USER'),
    ports: all('EXPOSE').flatMap((words) => words.split(' ').map(Number)),
    env: pairs('ENV'),
    command: listIn(last('CMD')),
    healthcheck: listIn(last('HEALTHCHECK')).join(' '),
  }
}
