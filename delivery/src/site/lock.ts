import { randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
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
import { CommandError } from '../errors'

/** After this long without a heartbeat a lock is taken over: its process has ended, on whatever machine. */
export const STALE_MS = 15_000
const HEARTBEAT_MS = 3_000
const DEFAULT_WAIT_MS = 60_000
const POLL_MS = 50
/** An operator who waits longer is told why. */
const SILENT_MS = 2_000

/** Of this machine, a process that has ended is known at once. */
const PROCESS = `${hostname()} ${process.pid}`

export class LockLost extends CommandError {}

/**
 * Runs work under an exclusive lock, and waits for those who came before. The lock is a file that names its holder:
 * it names one of them, also where several processes take over the lock of a dead one at once. A holder that loses it
 * all the same, because it stood still, learns so before its next write.
 *
 * @param work is given a check, to be made right before each write that counts: that the lock is still its own
 * @throws CommandError naming who holds the lock when the wait is over; LockLost by that check
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
      // a process that stood still learns only here that another one has taken the lock over
      if (holderOf(path) !== own)
        throw new LockLost(`The lock was lost, and nothing more was changed. (${path})`)
      // work that leaves no time for the heartbeat
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
      return writeFileSync(path, own, { flag: 'wx' })
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

/** Several processes may do so at once: the one that finds a newer lock in its hands puts it back. */
function removeStale(path: string): void {
  const stale = holderOf(path)
  // read before: one that another process has taken meanwhile is fresh
  if (!isStale(path) && !hasEnded(stale)) return
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    // another one was faster
    return
  }
  try {
    if (holderOf(aside) !== stale || !(isStale(aside) || hasEnded(stale))) linkSync(aside, path)
  } catch {
    // a third one has the lock: the holder of this one will notice
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

/** Null where there is no lock. */
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
    // gone this moment: the next write finds that out
  }
}
