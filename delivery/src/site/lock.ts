import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as lockfile from 'proper-lockfile'
import { CommandError } from '../errors'

/** After so long without a heartbeat a lock is taken over: its process has ended, on whatever machine. */
export const STALE_MS = 15_000
const HEARTBEAT_MS = 3_000
const DEFAULT_WAIT_MS = 60_000

/**
 * Runs work under an exclusive lock, and waits for those who came before.
 * @param path the lock; a folder of this name exists while the work is done
 * @param work is given a check, to be made right before what counts: that the lock is still its own
 * @throws CommandError naming who holds the lock when the wait is over
 */
export async function withLock<T>(
  path: string,
  who: string,
  work: (assertHeld: () => void) => T | Promise<T>,
  waitMs = DEFAULT_WAIT_MS,
): Promise<T> {
  mkdirSync(dirname(path), { recursive: true })
  let isLost = false
  const lose = () => {
    isLost = true
  }
  const release = await take(path, waitMs, lose)
  const { ino } = statSync(path)
  writeFileSync(ownerFile(path), `${who}, since ${new Date().toISOString()}`)
  try {
    return await work(() => {
      // a process that stood still learns only here that another one has taken the lock over
      const found = statSync(path, { throwIfNoEntry: false })
      if (isLost || found?.ino !== ino || Date.now() - found.mtimeMs > STALE_MS)
        throw new CommandError(`The lock was lost meanwhile, and nothing has changed. (${path})`)
    })
  } finally {
    if (!isLost && statSync(path, { throwIfNoEntry: false })?.ino === ino) {
      rmSync(ownerFile(path), { force: true })
      await release().catch(() => undefined)
    }
  }
}

async function take(path: string, waitMs: number, onCompromised: () => void): Promise<() => Promise<void>> {
  const retries = { forever: true, minTimeout: 50, maxTimeout: 500, maxRetryTime: waitMs }
  try {
    return await lockfile.lock(path, {
      lockfilePath: path,
      realpath: false,
      stale: STALE_MS,
      update: HEARTBEAT_MS,
      retries: waitMs > 0 ? retries : 0,
      onCompromised,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error
    throw new CommandError(
      `Another change is under way${lockedBy(path)}, and was not done within ${waitMs / 1000} s. Try again. (${path})`,
    )
  }
}

const ownerFile = (path: string): string => `${path}.owner`

/** In words; empty where that is not known. */
function lockedBy(path: string): string {
  try {
    return ` (${readFileSync(ownerFile(path), 'utf8')})`
  } catch {
    return ''
  }
}
