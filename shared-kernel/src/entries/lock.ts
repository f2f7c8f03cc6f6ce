/* The lock of a folder or file that several processes change, for servers and tools. */
export {
  type FileLock,
  type HeldLock,
  heldLock,
  LockBusy,
  type LockOptions,
  type LockWait,
  takeFileLock,
} from '../remote/fileLock'
