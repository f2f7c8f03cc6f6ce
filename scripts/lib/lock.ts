import { hostname } from 'node:os'

/** The file in the API's data directory that says who uses it, and what it holds. */
export const LOCK_FILE = 'console-api.lock'

/** Its owner touches the file more often than this; of a process on another machine that is all there is to see. */
const FORSAKEN_MS = 30_000

/** What deciding needs to know of the world. */
export interface World {
  host: string
  /** Since the file was last touched. */
  ageMs: number
  isAlive: (pid: number) => boolean
}

/** The process that uses the directory, by the lock's content; undefined where nobody does. */
export function lockHolder(content: string, world: World): number | undefined {
  const { pid, host } = parse(content)
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return undefined
  const holds = host === world.host ? world.isAlive(pid) : world.ageMs < FORSAKEN_MS
  return holds ? pid : undefined
}

export const here = (ageMs: number): World => ({ host: hostname(), ageMs, isAlive })

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // another user's process may not be asked, but is there
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function parse(content: string): { pid?: unknown; host?: unknown } {
  try {
    return (JSON.parse(content) ?? {}) as { pid?: unknown; host?: unknown }
  } catch {
    return {}
  }
}
