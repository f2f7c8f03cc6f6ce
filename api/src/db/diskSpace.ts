import { statfs } from 'node:fs/promises'
import { StartError } from '../startError'
import { CannotStore } from './failures'

const MB = 1024 * 1024
/** The embedded engine crashes if its log or a checkpoint finds no disk space, so changes are refused before that. */
const LEAST_FREE_BYTES = 64 * MB
/** Changes are accepted again from here on. The distance avoids switching at the limit. */
const ENOUGH_FREE_BYTES = 96 * MB
const LOOK_EVERY_MS = 1_000

/** Told when changes begin and cease to be refused; the megabytes are what is free. */
export type OnStorage = (state: { readonly full: boolean; readonly freeMegabytes: number }) => void

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** @throws StartError that may be waited out: see untilReachable */
export async function refuseFullDisk(directory: string): Promise<void> {
  const free = await freeBytes(directory)
  if (free >= LEAST_FREE_BYTES) return
  const message = `${Math.floor(free / MB)} MB of its disk are free, and ${LEAST_FREE_BYTES / MB} MB are needed`
  throw cannotStart(directory, new CannotStore(message))
}

/** Errors of the disk itself: full, read-only, or failing. Once it is repaired, nothing else has to be done. */
const DISK_CODES = ['ENOSPC', 'EROFS', 'EIO', 'EDQUOT']

export function cannotStart(directory: string, error: Error): StartError {
  const isOfDisk = DISK_CODES.includes((error as NodeJS.ErrnoException).code ?? '')
  const cause = isOfDisk ? new CannotStore(error.message) : error
  return new StartError(`DATA_DIR ${directory} cannot be used: ${error.message}`, { cause })
}

/**
 * Looks every second whether there is room.
 * @param refuseChanges from now on, or no longer
 * @returns how to stop
 */
export function watchDiskSpace(
  directory: string,
  refuseChanges: (refuse: boolean) => Promise<void>,
  onStorage: OnStorage,
): () => void {
  let full = false
  let looking = false
  const look = async (): Promise<void> => {
    const free = await freeBytes(directory)
    const isFull = free < (full ? ENOUGH_FREE_BYTES : LEAST_FREE_BYTES)
    if (isFull === full) return
    await refuseChanges(isFull)
    full = isFull
    onStorage({ full, freeMegabytes: Math.floor(free / MB) })
  }
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    // not known, or the engine is busy: looked at again in a second
    void look()
      .catch(() => undefined)
      .then(() => (looking = false))
  }, LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}
