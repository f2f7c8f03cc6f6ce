import { randomUUID } from 'node:crypto'
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../errors/commandError'

/** A lock without a heartbeat for this long is taken over, whichever machine its process ran on. */
export const STALE_MS = 15_000
const HEARTBEAT_MS = 3_000
const DEFAULT_WAIT_MS = 60_000
const POLL_MS = 50
const SILENT_MS = 2_000

/** Names the machine, because only processes of the same machine can be checked for being alive. */
const PROCESS = `${hostname()} ${process.pid}`

export class LockLost extends CommandError {}

/**
 * Runs work under an exclusive lock: a file that names its one holder, even when several processes take over a
 * dead lock at once. A holder that was suspended and lost the lock finds out before its next write.
 * @param work gets a check that it must make right before each write that counts
 * @throws CommandError naming the holder when the wait is over; LockLost from the check
 */
export async function withLock<T>(
  path: string,
  who: string,
  work: (assertHeld: () => void) => T | Promise<T>,
  waitMs = DEFAULT_WAIT_MS,
): Promise<T> {
  const own = [`${who}, since ${new Date().toISOString()}`, PROCESS, randomUUID()].join('\n')
  await take(path, own, waitMs)
  const heartbeat = setInterval(() => {
    if (holderOf(path) === own) touch(path)
  }, HEARTBEAT_MS)
  try {
    return await work(() => {
      // a suspended process learns here that another one took the lock over
      if (holderOf(path) !== own)
        throw new LockLost(`The lock was lost, and nothing more was changed. (${path})`)
      // synchronous work delays the heartbeat
      if (isStale(path)) touch(path)
    })
  } finally {
    clearInterval(heartbeat)
    if (holderOf(path) === own) rmSync(path, { force: true })
  }
}

async function take(path: string, own: string, waitMs: number): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  let isSilent = true
  for (const begun = Date.now(); ; await sleep(POLL_MS * (1 + Math.random()))) {
    removeStale(path)
    try {
      return create(path, own)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = holderOf(path)?.split('\n', 1)[0]
    const silentS = Math.round((Date.now() - (changedAt(path) ?? Date.now())) / 1000)
    const isSuspect = silentS * 1000 > 2 * HEARTBEAT_MS
    const signs = isSuspect
      ? `, without a sign of life for ${silentS} s (taken over after ${STALE_MS / 1000} s)`
      : ''
    const other = `Another change is under way${holder ? ` (${holder}${signs})` : ''}`
    const waited = Date.now() - begun
    if (waited >= waitMs)
      throw new CommandError(`${other}, and did not finish within ${waitMs / 1000} s. Try again. (${path})`)
    if (isSilent && waited >= SILENT_MS) console.error(`${other}: waiting for ${waitMs / 1000} s at most ...`)
    isSilent &&= waited < SILENT_MS
  }
}

/** A full disk must not leave an empty lock, which would look like another change. @throws Error with EEXIST */
function create(path: string, own: string): void {
  const file = openSync(path, 'wx')
  try {
    writeFileSync(file, own)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** Several processes may do this at once: one that has renamed a newer lock away puts it back. */
function removeStale(path: string): void {
  const stale = holderOf(path)
  // `stale` is read first: a lock that another process took in between is fresh
  if (!isStale(path) && !hasEnded(stale)) return
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  try {
    if (holderOf(aside) !== stale || !(isStale(aside) || hasEnded(stale))) linkSync(aside, path)
  } catch {
    // a third process has the lock; the holder of this one will notice
  }
  rmSync(aside, { recursive: true, force: true })
}

const changedAt = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs

const isStale = (path: string): boolean => Date.now() - (changedAt(path) ?? Infinity) > STALE_MS

function hasEnded(holder: string | null): boolean {
  const [machine, pid] = holder?.split('\n')[1]?.split(' ') ?? []
  if (machine !== hostname() || !pid) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function holderOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function touch(path: string): void {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // the lock was just removed: the check before the next write notices
  }
}
