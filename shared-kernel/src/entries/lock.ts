/* For servers and tools: the lock of a folder or file that several processes change, and a limit within a process. */
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
