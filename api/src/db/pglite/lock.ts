import * as fs from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as lockfile from 'proper-lockfile'
import { CommandError } from '../../foundation/commandError'
import { now, openHeartbeat, STALE_MS, type Heartbeat } from './heartbeat'

/** The embedded engine takes no lock, and two processes on one directory destroy its data. */
export interface DirectoryLock {
  readonly heartbeat: Heartbeat
  /** Called before each statement. False, and reported, once another process may have the directory. */
  isHeld(): boolean
  /** Synchronous, so that it works while the process exits. Does not touch a lock that was lost. */
  release(): void
}

type OnLost = (error: CommandError) => void

const LOCK = 'console-api.lock'
/** For messages only: a process id means nothing in another container. */
const OWNER = 'console-api.owner'
export const LOCK_FILES: readonly string[] = [LOCK, OWNER]

const HEARTBEAT_MS = 1_000
const POLL_MS = 100
/** One second more than the owner waits, so that it has stopped by then. */
const WATCHED_POLLS = (STALE_MS + 1_000) / POLL_MS

/** Takes over a lock without a heartbeat for some seconds. @throws CommandError naming a live owner */
export async function lockDirectory(directory: string, onLost: OnLost): Promise<DirectoryLock> {
  const found = await watch(join(directory, LOCK))
  if (found === 'alive') throw inUse(directory)
  if (found === 'abandoned') fs.rmSync(join(directory, LOCK), { recursive: true, force: true })
  let taken = false
  const lock = await acquire(directory, (error) => {
    if (taken) onLost(error)
  })
  if (found === 'abandoned') {
    // two processes may take over at once, and the other may have removed this lock: the next heartbeat tells
    await sleep(1.5 * HEARTBEAT_MS)
    if (!lock.isHeld()) throw inUse(directory)
  }
  taken = true
  const owner: Owner = { pid: process.pid, host: hostname() }
  fs.writeFileSync(join(directory, OWNER), JSON.stringify(owner), { mode: 0o600 })
  return lock
}

/** Counts polls instead of time: a pause of the whole machine then looks like no missed heartbeat. */
async function watch(lock: string): Promise<'free' | 'alive' | 'abandoned'> {
  const first = lastBeat(lock)
  if (first === null) return 'free'
  for (let polls = 0; polls < WATCHED_POLLS; polls += 1) {
    await sleep(POLL_MS)
    const current = lastBeat(lock)
    if (current === null) return 'free'
    if (current !== first) return 'alive'
  }
  return 'abandoned'
}

/** Only compared with itself, never with the clock, which may be wrong on another machine. */
function lastBeat(lock: string): string | null {
  const stat = fs.statSync(lock, { throwIfNoEntry: false })
  return stat ? `${stat.ino} ${stat.mtimeMs}` : null
}

async function acquire(directory: string, onLost: OnLost): Promise<DirectoryLock> {
  const heartbeat = openHeartbeat()
  let state: 'held' | 'lost' | 'released' = 'held'
  let reason = 'it was removed or taken over, or this process stood still'
  const lose = (): void => {
    if (state !== 'held') return
    state = 'lost'
    onLost(lost(directory, reason))
  }
  const isHeld = (): boolean => {
    if (!heartbeat.isFresh()) lose()
    return state === 'held'
  }
  const options = {
    lockfilePath: join(directory, LOCK),
    // the directory may be gone when the lock is released
    realpath: false,
    update: HEARTBEAT_MS,
    // the library compares with the clock; `watch` decides what is stale instead
    stale: Infinity,
    onCompromised: lose,
    fs: {
      ...fs,
      utimes: (path: string, atime: Date, mtime: Date, done: (error: Error | null) => void) => {
        const asked = now()
        if (!isHeld()) return
        fs.utimes(path, atime, mtime, (error) => {
          if (error) reason = `its heartbeat cannot be written (${error.message})`
          else heartbeat.confirm(asked)
          done(error)
        })
      },
      // at exit, the library removes its locks without checking whose they are
      rmdirSync: (path: string) => {
        if (!isHeld()) return
        state = 'released'
        fs.rmdirSync(path)
      },
    },
  }
  heartbeat.confirm(now())
  try {
    await lockfile.lock(directory, options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') throw inUse(directory)
    throw error
  }
  return {
    heartbeat,
    isHeld,
    release: () => {
      if (state !== 'held') return
      fs.rmSync(join(directory, OWNER), { force: true })
      lockfile.unlockSync(directory, options)
    },
  }
}

interface Owner {
  readonly pid: number
  readonly host: string
}

function inUse(directory: string): CommandError {
  return new CommandError(
    `The data directory ${directory} is in use by another server${describeOwner(directory)}. ` +
      'Stop it first. A second server needs another folder (DATA_DIR).',
  )
}

const lost = (directory: string, reason: string): CommandError =>
  new CommandError(
    `The lock of the data directory ${directory} is lost: ${reason} for more than ${STALE_MS / 1000} s. ` +
      `Nothing more is written.`,
  )

function describeOwner(directory: string): string {
  try {
    const { pid, host } = JSON.parse(fs.readFileSync(join(directory, OWNER), 'utf8')) as Owner
    return ` (process ${pid} on ${host})`
  } catch {
    return ''
  }
}
