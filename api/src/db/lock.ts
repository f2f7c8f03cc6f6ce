import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../startError'

/** The embedded engine takes no lock, and two processes on one directory lose each other's writes. */
export interface DirectoryLock {
  /** Synchronous, so that it also works while the process is exiting. */
  release(): void
}

interface Owner {
  readonly id: string
  readonly pid: number
  readonly host: string
  /** Tells a process from a later one of the same number; null where the system does not say. */
  readonly processStart: string | null
}

export const LOCK_FILE = 'console-api.lock'
const TOUCH_EVERY_MS = 5_000
/** An owner on another host (a container, say) cannot be asked: it counts as gone when it stops touching the file. */
const FOREIGN_OWNER_GONE_MS = 30_000
const SETTLE_MS = 150

/** @returns the lock. @throws StartError naming the owner when a living process has it. */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const file = join(directory, LOCK_FILE)
  const mine: Owner = {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    processStart: startOf(process.pid),
  }
  if (!tryCreate(file, mine)) {
    const owner = readOwner(file)
    if (owner && isAlive(owner, file)) throw inUse(directory, owner)
    removeIfOwnedBy(file, owner?.id)
    const created = tryCreate(file, mine)
    // two processes may have found the same dead owner: the later one wins, and the other must notice
    await sleep(SETTLE_MS)
    const now = readOwner(file)
    if (!created || now?.id !== mine.id) throw inUse(directory, now)
  }
  const timer = setInterval(() => touch(file), TOUCH_EVERY_MS).unref()
  return {
    release: () => {
      clearInterval(timer)
      removeIfOwnedBy(file, mine.id)
    },
  }
}

/** The process that uses a directory; null where nobody does. */
export function directoryOwner(directory: string): { readonly pid: number; readonly host: string } | null {
  const file = join(directory, LOCK_FILE)
  const owner = readOwner(file)
  return owner && isAlive(owner, file) ? owner : null
}

function inUse(directory: string, owner: Owner | null): StartError {
  const who = owner ? ` (process ${owner.pid} on ${owner.host})` : ''
  return new StartError(`The data directory ${directory} is in use by another server${who}. Stop it first.`)
}

/** A link either appears with all its content or not at all; a plain write could be read half done. */
function tryCreate(file: string, owner: Owner): boolean {
  const draft = `${file}.${owner.id}`
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(draft)
  }
}

function readOwner(file: string): Owner | null {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as Owner
    // what is no number of a process would be asked after as a group of them
    return owner.pid > 0 ? owner : null
  } catch {
    return null
  }
}

function removeIfOwnedBy(file: string, id: string | undefined): void {
  if (readOwner(file)?.id !== id) return
  try {
    unlinkSync(file)
  } catch {
    // gone already: nothing is left to give back
  }
}

function isAlive(owner: Owner, file: string): boolean {
  if (owner.host !== hostname()) return Date.now() - statSync(file).mtimeMs < FOREIGN_OWNER_GONE_MS
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return owner.processStart === startOf(owner.pid)
}

/** Field 22 of /proc/PID/stat, counted after the command's name, which may hold spaces and brackets. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function touch(file: string): void {
  try {
    const now = new Date()
    utimesSync(file, now, now)
  } catch {
    // the directory was taken away under the running server; its writes will say so
  }
}
