import { parse } from 'yaml'

/** A container of a compose file or a manifest. */
export interface Workload {
  /** The name of the workload, such as `compose api-1` or `kubernetes console-api/api`. */
  name: string
  image: string
  /** `uid:gid`; empty means the user of the image. */
  user: string
  /** Empty means the command of the image. */
  command: string[]
  env: Record<string, string>
  secrets: string[]
  /** Container ports. Compose files do not repeat the ports that the image exposes. */
  ports: number[]
  writable: string[]
  probes: { path: string; port: number }[]
  /** Whether the root is read-only, all capabilities are dropped, and no new ones can be gained. */
  isHardened: boolean
}

interface ComposeService {
  image: string
  build?: { context: string; dockerfile: string }
  restart?: string
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  command?: string[]
  environment?: Record<string, string>
  ports?: string[]
  expose?: string[]
  volumes?: string[]
  tmpfs?: string[]
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
  networks: { console: { ipv4_address: string } }
}
interface Compose {
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
}

export const readCompose = (text: string): Compose => parse(text, { merge: true }) as Compose

const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g

/** Fills in the variables of one value, as compose does once it has read the file. */
const interpolated = (text: string, given: Readonly<Record<string, string>>): string =>
  text.replace(VARIABLE, (whole, name: string, kind?: string, words?: string) => {
    const value = given[name] ?? (kind === '-' ? words : undefined)
    return value ?? whole
  })

function probeOf(command: string): Workload['probes'] {
  const [, port, path] = /http:\/\/127\.0\.0\.1:(\d+)(\/\w*)/.exec(command) ?? []
  return path === undefined ? [] : [{ path, port: Number(port) }]
}

export const composeWorkloads = (
  { services }: Compose,
  given: Readonly<Record<string, string>> = {},
): Workload[] =>
  Object.entries(services).map(([name, service]) => {
    const env = service.environment ?? {}
    return {
      name: `compose ${name}`,
      image: service.image,
      user: service.user ?? '',
      command: (service.command ?? []).map((word) => interpolated(word, given)),
      env: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, interpolated(value, given)])),
      secrets: Object.keys(env).filter((key) => env[key]!.includes(':?')),
      ports: [...(service.ports ?? []), ...(service.expose ?? [])].map((port) =>
        Number(port.split(':').at(-1)),
      ),
      writable: [
        ...(service.tmpfs ?? []),
        ...(service.volumes ?? []).flatMap((volume) =>
          volume.endsWith(':ro') ? [] : [volume.split(':')[1]!],
        ),
      ],
      probes: probeOf((service.healthcheck?.test ?? []).join(' ')),
      isHardened:
        service.read_only === true &&
        service.cap_drop?.join() === 'ALL' &&
        service.security_opt?.join() === 'no-new-privileges:true',
    }
  })
