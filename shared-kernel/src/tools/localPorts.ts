/** The remotes of this repository, not those of others. */
export const REMOTES = ['users', 'machines', 'reports', 'settings', 'activity'] as const
export type RemoteName = (typeof REMOTES)[number]

/** By package name or folder: `@console/remote-users` or `remote-users`. */
export function remoteOfPackage(packageName: string): RemoteName | undefined {
  const name = packageName.replace(/^@[^/]*\//, '')
  return REMOTES.find((known) => name === `remote-${known}`)
}

/** All ports of a console on one machine, from one base. */
export interface Ports {
  host: number
  remotes: Record<RemoteName, number>
  api: number
  external: number
}

export const DEFAULT_BASE = 4000

/** Keeps the derived ports below 65,536. */
const HIGHEST_BASE = 64_000

/** 105 to 109 are for remotes of other repositories, which the emulator serves next to these. */
const AFTER_BASE: Readonly<Record<RemoteName, number>> = {
  users: 101,
  machines: 102,
  reports: 103,
  settings: 104,
  activity: 110,
}

/** The ports of one console. @param base the host's own port; it is not validated, see {@link basePort} */
export function ports(base: number = DEFAULT_BASE): Ports {
  const remotes = Object.fromEntries(REMOTES.map((name) => [name, base + AFTER_BASE[name]]))
  return { host: base, remotes: remotes as Record<RemoteName, number>, api: base + 200, external: base + 300 }
}

/** Of a remote that runs alone, next to a running console. */
export const standalonePort = (name: RemoteName, base: number = DEFAULT_BASE): number =>
  base + 111 + REMOTES.indexOf(name)

/** Ports that browsers open no page from, as the Fetch standard lists them, from the first unprivileged one on. */
export const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10_080,
])

/**
 * The base that `PORT` asks for, or {@link DEFAULT_BASE}. @throws Error (for the operator) where it is not an
 * integer from 1 to 64000 or leads to a port that browsers block.
 */
export function basePort(env: { PORT?: string | undefined }): number {
  const text = env.PORT?.trim()
  if (!text) return DEFAULT_BASE
  const base = Number(text)
  if (!/^\d+$/.test(text) || base < 1 || base > HIGHEST_BASE) {
    throw new Error(`PORT must be a whole number from 1 to ${HIGHEST_BASE}, not '${text}'.`)
  }
  const { remotes, ...others } = ports(base)
  const blocked = [...Object.values(others), ...Object.values(remotes)].find((port) =>
    BLOCKED_PORTS.has(port),
  )
  if (blocked)
    throw new Error(`PORT=${base} leads to port ${blocked}, which browsers refuse. Take another one.`)
  return base
}

export const localAddress = (port: number): string => `http://localhost:${port}`

/** Origins of a local console's pages, which its API has to allow. */
export function pageOrigins(base: number = DEFAULT_BASE): string[] {
  const { host } = ports(base)
  const alone = REMOTES.map((name) => localAddress(standalonePort(name, base)))
  return [localAddress(host), `http://127.0.0.1:${host}`, ...alone]
}

/** By package name, with or without the scope; undefined if unknown. */
export function portOfPackage(packageName: string, all: Ports): number | undefined {
  if (packageName.replace(/^@[^/]*\//, '') === 'host') return all.host
  const remote = remoteOfPackage(packageName)
  return remote && all.remotes[remote]
}
