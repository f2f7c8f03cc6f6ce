import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { Refusal } from '../refusal'

interface Holder {
  pid: number
  machine: string
  who: string
  since: string
}

/**
 * Does something that nobody else may do at the same time.
 * @param file exists while it is done
 * @throws Refusal naming who holds the lock; one whose process on this machine has ended is taken over
 */
export async function withLock<T>(file: string, who: string, work: () => T | Promise<T>): Promise<T> {
  take(file, who)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file: string, who: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const mine: Holder = { pid: process.pid, machine: hostname(), who, since: new Date().toISOString() }
  try {
    writeFileSync(file, JSON.stringify(mine), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = readHolder(file)
    if (!holder || !hasEnded(holder)) throw heldBy(holder, file)
    rmSync(file, { force: true })
    take(file, who)
  }
}

function heldBy(holder: Holder | null, file: string): Refusal {
  const whose = holder ? `${holder.who} has been changing it since ${holder.since}` : 'somebody changes it'
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
