import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { HeldLock } from '@console/shared-kernel/lock'

type Options = Parameters<NodeFS['init']>[1]
type Operation = (...args: unknown[]) => unknown

interface FileOperations {
  NODEFS: Record<'stream_ops' | 'node_ops', Record<string, Operation>>
}

/** Functions of Emscripten's file system. */
const WRITE_OPERATIONS = {
  stream_ops: ['write', 'setattr'],
  node_ops: ['mknod', 'setattr', 'rename', 'unlink', 'rmdir', 'symlink'],
} as const

/** Blocks late writes: a paused process may resume a statement after another has taken over the directory. */
export class GuardedFiles extends NodeFS {
  private readonly lock: HeldLock

  constructor(directory: string, lock: HeldLock) {
    super(directory)
    this.lock = lock
  }

  override async init(engine: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const guard = (module: unknown): void => {
      const { NODEFS } = module as FileOperations
      for (const kind of ['stream_ops', 'node_ops'] as const) {
        for (const name of WRITE_OPERATIONS[kind]) NODEFS[kind][name] = this.guarded(NODEFS[kind][name])
      }
    }
    return super.init(engine, { ...options, preRun: [...(options.preRun ?? []), guard] })
  }

  private guarded(change: Operation | undefined): Operation {
    if (!change) throw new Error('This version of PGlite has different file operations')
    return (...args) => {
      if (!this.lock.isHeld()) blockForever()
      return change(...args)
    }
  }
}

/** The server's thread reports the lost lock and exits. An error here would make the engine write. */
function blockForever(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
