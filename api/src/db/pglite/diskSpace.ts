import { statfs } from 'node:fs/promises'
import { CommandError } from '../../foundation/commandError'
import { CannotStore } from '../failures'

const MB = 1024 * 1024
/** Below this, changes are refused: the embedded engine crashes when the disk is full. */
const MIN_FREE_BYTES = 64 * MB
/** Higher than the limit, so that it does not flip back and forth. */
const ENOUGH_FREE_BYTES = 96 * MB
const POLL_MS = 1_000

export type OnStorage = (state: { readonly full: boolean; readonly freeMegabytes: number }) => void

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** @throws CommandError that may go away: see untilReachable */
export async function refuseFullDisk(directory: string): Promise<void> {
  const free = await freeBytes(directory)
  if (free >= MIN_FREE_BYTES) return
  const message = `${Math.floor(free / MB)} MB of its disk are free, and ${MIN_FREE_BYTES / MB} MB are needed`
  throw cannotStart(directory, new CannotStore(message))
}

const DISK_CODES = ['ENOSPC', 'EROFS', 'EIO', 'EDQUOT']

export function cannotStart(directory: string, error: Error): CommandError {
  const isOfDisk = DISK_CODES.includes((error as NodeJS.ErrnoException).code ?? '')
  const cause = isOfDisk ? new CannotStore(error.message) : error
  return new CommandError(`DATA_DIR ${directory} cannot be used: ${error.message}`, { cause })
}

export function watchDiskSpace(
  directory: string,
  refuseChanges: (refuse: boolean) => Promise<void>,
  onStorage: OnStorage,
): () => void {
  let full = false
  let looking = false
  const look = async (): Promise<void> => {
    const free = await freeBytes(directory)
    const isFull = free < (full ? ENOUGH_FREE_BYTES : MIN_FREE_BYTES)
    if (isFull === full) return
    await refuseChanges(isFull)
    full = isFull
    onStorage({ full, freeMegabytes: Math.floor(free / MB) })
  }
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    // a failure, as of a busy engine, is ignored: the next look comes in a second
    void look()
      .catch(() => undefined)
      .then(() => (looking = false))
  }, POLL_MS).unref()
  return () => clearInterval(timer)
}
