/* The lock of a folder or file that several processes change, and a limit within a process, for servers and tools. */
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
