import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { type FileLock, LockBusy, type LockWait, takeFileLock } from '@console/shared-kernel/lock'
import { CommandError } from '@console/shared-kernel/command'

const WAIT_MS = 60_000

export class LockLost extends CommandError {}

/**
 * Runs work under the exclusive lock at `path`. A holder that was suspended and lost the lock finds out before
 * its next write.
 * @param work gets a check that it must make right before each write that counts
 * @throws CommandError naming the holder when the wait is over; LockLost from the check
 */
export async function withLock<T>(
  path: string,
  who: string,
  work: (assertHeld: () => void) => T | Promise<T>,
  { waitMs = WAIT_MS }: { waitMs?: number } = {},
): Promise<T> {
  await mkdir(dirname(path), { recursive: true })
  const taken = takeFileLock(path, `${who}, since ${new Date().toISOString()}`, {
    waitMs,
    onWait: (wait) => console.error(`${described(wait)}: waiting for ${waitMs / 1000} s at most ...`),
  })
  const lock = await taken.catch((error: unknown) => {
    if (!(error instanceof LockBusy)) throw error
    throw new CommandError(
      `${described(error.wait)}, and did not finish within ${waitMs / 1000} s. Try again. (${path})`,
    )
  })
  try {
    return await work(() => {
      if (!lock.renew()) throw new LockLost(`The lock was lost, and nothing more was changed. (${path})`)
    })
  } finally {
    lock.release()
  }
}

function described({ holder, limitMs }: LockWait): string {
  const takenOver = `taken over after ${limitMs / 1000} s without a heartbeat`
  return `Another change is under way (${[holder, takenOver].filter(Boolean).join('; ')})`
}

/**
 * For as long as the service runs: two on one site would count, limit and queue past each other.
 * @throws CommandError while another one runs
 */
export async function lockService(path: string, onLost: (lost: string) => void): Promise<FileLock> {
  const other = (wait: LockWait) => `Another service runs on this site (${wait.holder})`
  try {
    return await takeFileLock(path, `process ${process.pid} on ${hostname()}`, {
      onWait: (wait) =>
        console.error(
          `${other(wait)}, or was killed: taken over after ${wait.limitMs / 1000} s of silence ...`,
        ),
      onLost: (why) => onLost(`The lock of the service is lost: ${why}. It ends. (${path})`),
    })
  } catch (error) {
    if (error instanceof LockBusy) throw new CommandError(`${other(error.wait)}: stop it first.`)
    throw error
  }
}
