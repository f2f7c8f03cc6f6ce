/* For servers and tools: the lock of a folder or file that several processes change, and a limit within a process. */
export {
  type FileLock,
  type HeldLock,
  heldLock,
  LockBusy,
  type LockOptions,
  type LockWait,
  takeFileLock,
} from '../remote/fileLock'
export { Limiter, WaitedTooLong } from '../remote/limiter'
