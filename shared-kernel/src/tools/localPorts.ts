import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './commandLine'

/** The `console` field of a remote's `package.json`. */
export interface RemotePackage {
  /**
   * The offset from the host's port: 120 to 199 for a new remote. 105 to 109 are for remotes that the
   * emulator serves alongside these, 111 to 119 for remotes that run alone.
   */
  port: number
  /** Sizes in gzip bytes, under the names that `delivery/budgets.json` uses. */
  budget?: Record<string, number>
}

const FOLDER = /^remote-(.+)$/

/**
 * The remotes in `remote-NAME` subfolders of `folder`, by name, ordered by port.
 * @throws Error (for the operator) if a `package.json` is invalid JSON, or two remotes have the same port
 */
export function remotesIn(folder: string): Readonly<Record<string, RemotePackage>> {
  const found = readdirSync(folder).flatMap((entry): [string, RemotePackage][] => {
    const [, name] = FOLDER.exec(entry) ?? []
    const described = name && packageIn(join(folder, entry)).console
    return described ? [[name, described]] : []
  })
  found.sort(([, one], [, other]) => one.port - other.port)
  for (const [at, [name, { port }]] of found.entries())
    if (found[at + 1]?.[1].port === port)
      throw new Error(`The remotes ${name} and ${found[at + 1]![0]} have the same port, ${port}.`)
  return Object.fromEntries(found)
}

function packageIn(folder: string): { console?: RemotePackage } {
  const file = join(folder, 'package.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { console?: RemotePackage }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
    // not a folder, or left over from a branch that had this remote
    return {}
  }
}

/** The remotes of this repository; none in the published package. */
export const REPOSITORY_REMOTES: Readonly<Record<string, RemotePackage>> = import.meta.dirname.includes(
  'node_modules',
)
  ? {}
  : remotesIn(join(import.meta.dirname, '..', '..', '..'))
/** The names of these remotes. */
export const REMOTES = Object.keys(REPOSITORY_REMOTES)

/** All ports of a console on one machine, derived from one base. */
export interface Ports {
  host: number
  remotes: Record<string, number>
  api: number
  external: number
}

export const DEFAULT_BASE = 4000

/** Keeps the derived ports below 65,536. */
const HIGHEST_BASE = 64_000

/** The ports of one console. @param base the host's own port; it is not validated, see {@link basePort} */
export function ports(base: number = DEFAULT_BASE, remotes = REPOSITORY_REMOTES): Ports {
  const own = Object.entries(remotes).map(([name, { port }]) => [name, base + port])
  return { host: base, remotes: Object.fromEntries(own), api: base + 200, external: base + 300 }
}

/** The port of a remote that runs alone, next to a running console. */
export const standalonePort = (name: string, base: number = DEFAULT_BASE): number =>
  base + 111 + REMOTES.indexOf(name)

/** The unprivileged ports that browsers block, according to the Fetch standard. */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10_080,
])

/**
 * The base port that a variable sets.
 * @param name the variable's name
 * @param isUsed whether a port is derived from a base
 * @throws UsageError if it is not an integer from 1 to 64000, or leads to a port that browsers block
 */
export function baseOf(
  name: string,
  value: string | undefined,
  fallback: number,
  isUsed: (port: number, base: number) => boolean,
): number {
  const text = value?.trim() || String(fallback)
  const base = Number(text)
  if (!/^\d+$/.test(text) || base < 1 || base > HIGHEST_BASE)
    throw new UsageError(`${name} must be a whole number from 1 to ${HIGHEST_BASE}, not '${text}'.`)
  const blocked = [...BLOCKED_PORTS].find((port) => isUsed(port, base))
  if (blocked === undefined) return base
  throw new UsageError(`${name}=${base} leads to port ${blocked}, which browsers block. Choose another one.`)
}

/** The base that `PORT` sets, or {@link DEFAULT_BASE}. @throws UsageError as {@link baseOf} does */
export const basePort = (env: { PORT?: string | undefined }, own = REPOSITORY_REMOTES): number =>
  baseOf('PORT', env.PORT, DEFAULT_BASE, (port, base) => {
    const { remotes, ...others } = ports(base, own)
    return [...Object.values(others), ...Object.values(remotes)].includes(port)
  })

export const localAddress = (port: number): string => `http://localhost:${port}`

/** The port of a package, named with or without its scope; undefined if unknown. */
export function portOfPackage(packageName: string, { host, remotes }: Ports): number | undefined {
  const folder = packageName.replace(/^@[^/]*\//, '')
  return folder === 'host' ? host : remotes[FOLDER.exec(folder)?.[1] ?? '']
}
