import { randomUUID } from 'node:crypto'
import {
  closeSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * An exclusive lock: a file that names its one holder, for all processes that can reach it, on any machine
 * and in any container. The holder keeps advancing the file's modification time: its heartbeat. A waiter
 * takes over the lock only after it has itself seen that heartbeat unchanged for {@link LIMIT_BEATS} beats.
 * No clock or process ID is trusted: times of the file are compared only with each other, and a waiter counts
 * its own pauses.
 */
export interface FileLock extends HeldLock {
  /**
   * Stops the heartbeat and removes the file, unless another process has taken it. Synchronous, so that it
   * works on exit.
   */
  release(): void
}

export interface HeldLock {
  readonly path: string
  /** The content of the file. */
  readonly own: string
  /** Reads the lock, and writes a heartbeat. Returns false once it is removed or another process has it. */
  renew(): boolean
  /** Reads the lock only if a heartbeat is due: cheap enough to call before every write, and as safe as `renew`. */
  isHeld(): boolean
}

export interface LockOptions {
  /** The time between two heartbeats. The lock contains it, so that processes with different values agree. */
  beatMs?: number
  /** 0 fails as soon as the holder has written one heartbeat. */
  waitMs?: number
  /** Called once, if the wait becomes noticeable. */
  onWait?: (wait: LockWait) => void
  /** Called once; also if no heartbeat could be written for so long that others may take over. */
  onLost?: (why: string) => void
  pause?: (ms: number) => Promise<unknown>
}

export interface LockWait {
  /** The first line of the lock. */
  holder: string
  /** The time since the holder's last heartbeat, as far as this process has seen. */
  silentMs: number
  /** The silence after which the holder is presumed dead. */
  limitMs: number
}

/** Another process has the lock. */
export class LockBusy extends Error {
  readonly wait: LockWait

  constructor(wait: LockWait) {
    super(`The lock is held by ${wait.holder}`)
    this.wait = wait
  }
}

/** A holder may miss this many heartbeats (15 s). */
const LIMIT_BEATS = 5
const BEAT_MS = 3_000
const POLL_MS = 50
const NOTICE_MS = 2_000

/** `LOCK_BEAT_MS` is set by tests, so that locks of killed processes expire quickly. */
const defaultBeatMs = (): number => Number(process.env['LOCK_BEAT_MS']) || BEAT_MS

/**
 * @param who names the holder to others
 * @throws LockBusy
 */
export async function takeFileLock(path: string, who: string, options: LockOptions = {}): Promise<FileLock> {
  const { beatMs = defaultBeatMs(), waitMs = 0, onWait, onLost, pause = sleep } = options
  const own = [who, beatMs, randomUUID()].join('\n')
  let seen: LockState | null = null
  let isTakeover = false
  for (let waited = 0, silentMs = 0, isQuiet = true; ;) {
    if (create(path, own)) {
      if (!isTakeover) break
      // another process may be taking over at the same time, and have moved this lock away: see `remove`
      await pause(2 * POLL_MS)
      if (contentOf(path) === own) break
      isTakeover = false
    }
    const now = readLock(path)
    if (!now) continue
    const isAlive = seen !== null && seen.heartbeat !== now.heartbeat
    if (isAlive) silentMs = 0
    seen = now
    const limitMs = LIMIT_BEATS * (Number(now.content.split('\n')[1]) || beatMs)
    if (silentMs >= limitMs) {
      isTakeover = remove(path, now)
      seen = null
      silentMs = 0
      continue
    }
    const wait = { holder: now.content.split('\n', 1)[0]!, silentMs, limitMs }
    if (waitMs > 0 ? waited >= waitMs : isAlive) throw new LockBusy(wait)
    if (isQuiet && waited >= NOTICE_MS) {
      isQuiet = false
      onWait?.(wait)
    }
    const ms = POLL_MS * (1 + Math.random())
    await pause(ms)
    waited += ms
    silentMs += ms
  }
  const lock = heldLock(path, own)
  let isOver = false
  const orLose = (isHeld: boolean, why = 'it was removed or taken over'): boolean => {
    if (!isHeld && !isOver) {
      isOver = true
      clearInterval(heartbeats)
      onLost?.(why)
    }
    return isHeld
  }
  let failures = 0
  const heartbeats = setInterval(() => {
    orLose(lock.renew())
    failures = lock.failure() ? failures + 1 : 0
    orLose(failures < LIMIT_BEATS, `its heartbeat cannot be written (${lock.failure()})`)
  }, beatMs).unref()
  return {
    path,
    own,
    renew: () => orLose(lock.renew()),
    isHeld: () => orLose(lock.isHeld()),
    release: () => {
      isOver = true
      clearInterval(heartbeats)
      if (contentOf(path) === own) rmSync(path, { force: true })
    },
  }
}

/** The same lock in another thread. */
export function heldLock(path: string, own: string): HeldLock & { failure(): string | null } {
  const beatMs = Number(own.split('\n')[1])
  let confirmed = [0, 0]
  let failure: string | null = null
  const renew = (): boolean => {
    const renewedAt = instants()
    if (contentOf(path) !== own) return false
    failure = writeHeartbeat(path)
    if (failure === null) confirmed = renewedAt
    return true
  }
  // either clock may have stood still during a pause, and an extra read does no harm
  const isDue = (): boolean => instants().some((now, at) => Math.abs(now - confirmed[at]!) >= beatMs)
  return { path, own, renew, isHeld: () => !isDue() || renew(), failure: () => failure }
}

const instants = (): number[] => [Date.now(), performance.now()]

/**
 * Writes the current time, for earlier versions of the command, which compare it with their clock; but at
 * least two seconds later than before: a clock may be set back, and some file systems store only even
 * seconds.
 * @returns what went wrong
 */
function writeHeartbeat(path: string): string | null {
  try {
    const time = Math.max(Date.now(), statSync(path).mtimeMs + 2_000) / 1000
    utimesSync(path, time, time)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Creates the lock. A full disk must not leave an empty one, which would look like another process's. */
function create(path: string, own: string): boolean {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    writeFileSync(file, own)
    return true
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

interface LockState {
  content: string
  /** A changed heartbeat shows that the holder is alive. */
  heartbeat: string
}

function readLock(path: string): LockState | null {
  const options = { throwIfNoEntry: false } as const
  // a dangling symbolic link is in the way, too
  const stat = statSync(path, options) ?? lstatSync(path, options)
  if (!stat) return null
  const content = contentOf(path) ?? ''
  return { content, heartbeat: `${stat.mtimeMs}\n${content}` }
}

/** Several processes may remove it at once: one that has moved a newer lock away puts it back. */
function remove(path: string, stale: LockState): boolean {
  const aside = `${path}.${randomUUID()}`
  try {
    if (readLock(path)?.heartbeat !== stale.heartbeat) return false
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
  const isStale = readLock(aside)?.heartbeat === stale.heartbeat
  try {
    if (!isStale) linkSync(aside, path)
  } catch {
    // a third process has the lock: the holder of this one notices when it reads before writing
  }
  rmSync(aside, { recursive: true, force: true })
  return isStale
}

/** Null if nothing can be read. An older version of the API created a folder instead. */
function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
