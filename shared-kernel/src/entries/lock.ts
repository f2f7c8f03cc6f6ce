/*
 * A lock for files or folders changed by several processes, and an in-process limiter, for servers and tools.
 */
export {
  type FileLock,
  type HeldLock,
  heldLock,
  LockBusy,
  type LockOptions,
  type LockWait,
  takeFileLock,
} from '../tools/fileLock'
export { Limiter, WaitedTooLong } from '../tools/limiter'
