import { mkdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { type FileLock, LockBusy, type LockWait, takeFileLock } from '@console/shared-kernel/lock'
import { CommandError } from '@console/shared-kernel/command'

const LOCK = 'console-api.lock'
/** What an older version wrote next to its lock. */
const OWNER = 'console-api.owner'

/**
 * The embedded engine takes no lock, and two processes on one directory destroy its data. The lock is also
 * released when the process exits.
 * @param onLost another process may have the directory: stop writing
 * @throws CommandError naming a live owner
 */
export async function lockDirectory(
  dataDir: string,
  onLost: (error: CommandError) => void,
): Promise<FileLock> {
  const directory = resolve(dataDir)
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const lock = await takeFileLock(join(directory, LOCK), `process ${process.pid} on ${hostname()}`, {
      onWait: (wait) => console.error(waitingFor(directory, wait)),
      onLost: (why) => onLost(lost(directory, why)),
    })
    rmSync(join(directory, OWNER), { force: true })
    process.once('exit', lock.release)
    return lock
  } catch (error) {
    if (error instanceof LockBusy) throw inUse(directory, error.wait)
    throw cannotUse(dataDir, error as Error)
  }
}

export const cannotUse = (dataDir: string, { message }: Error): CommandError =>
  new CommandError(`DATA_DIR ${dataDir} cannot be used: ${message}`)

const named = ({ holder }: LockWait): string => (holder ? ` (${holder})` : '')

function inUse(directory: string, wait: LockWait): CommandError {
  return new CommandError(
    `The data directory ${directory} is in use by another server${named(wait)}. ` +
      'Stop it first. A second server needs another folder (DATA_DIR).',
  )
}

const waitingFor = (directory: string, wait: LockWait): string =>
  `The data directory ${directory} is locked by a server${named(wait)} that was killed or still runs: ` +
  `it is taken over after ${wait.limitMs / 1000} s without a heartbeat ...`

const lost = (directory: string, why: string): CommandError =>
  new CommandError(`The lock of the data directory ${directory} is lost: ${why}. Nothing more is written.`)
