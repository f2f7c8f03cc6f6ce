import { randomUUID } from 'node:crypto'
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { Refusal } from '../refusal'

interface Holder {
  pid: number
  machine: string
  who: string
  since: string
  /** Tells two locks of one process apart. */
  token?: string
}

/**
 * Does something that nobody else may do at the same time.
 * @param file exists while it is done
 * @param work is given a check, to be made right before what counts: that the lock is still its own
 * @throws Refusal naming who holds the lock; one whose process on this machine has ended is taken over
 */
export async function withLock<T>(
  file: string,
  who: string,
  work: (assertHeld: () => void) => T | Promise<T>,
): Promise<T> {
  const since = new Date().toISOString()
  const mine: Holder = { pid: process.pid, machine: hostname(), who, since, token: randomUUID() }
  const isMine = () => readHolder(file)?.token === mine.token
  take(file, mine)
  try {
    return await work(() => {
      if (!isMine())
        throw new Refusal(`The lock was taken away meanwhile, and nothing has changed. (${file})`)
    })
  } finally {
    if (isMine()) rmSync(file, { force: true })
  }
}

/** Who changes something at this moment, in words; null where nobody does. */
export function lockedBy(file: string): string | null {
  const holder = readHolder(file)
  return holder && !hasEnded(holder) ? `${holder.who} has been changing it since ${holder.since}` : null
}

function take(file: string, mine: Holder): void {
  mkdirSync(dirname(file), { recursive: true })
  if (create(file, mine)) return
  const holder = readHolder(file)
  if (!holder || !hasEnded(holder)) throw heldBy(file)
  takeAway(file, holder)
  if (!create(file, mine)) throw heldBy(file)
}

function create(file: string, mine: Holder): boolean {
  let descriptor: number
  try {
    descriptor = openSync(file, 'wx')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    writeFileSync(descriptor, JSON.stringify(mine))
    return true
  } catch (error) {
    // a full disk: an empty lock would be nobody's, and hold for ever
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

/** Of several that find the same dead lock one moves it; a living one that came in between is put back. */
function takeAway(file: string, dead: Holder): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (readHolder(aside)?.token !== dead.token) linkSync(aside, file)
  } catch {
    return
  }
  rmSync(aside, { force: true })
}

function heldBy(file: string): Refusal {
  const whose = lockedBy(file) ?? 'somebody changes it'
  return new Refusal(`This environment is locked: ${whose}. Try again when that is done. (${file})`)
}

/** Null where it is just being written or taken away. */
function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return null
  }
}

/** Of a process on another machine nobody here can tell. */
function hasEnded({ pid, machine }: Holder): boolean {
  if (machine !== hostname()) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
