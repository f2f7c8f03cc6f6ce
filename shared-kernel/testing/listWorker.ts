import type { FromEngine, ToEngine } from '../src/lists/listEngine'

/** Stands in for the worker of the lists: the same engine, messages that are copied, and answers that come later. */
export class LocalWorker {
  onmessage: (event: { data: FromEngine }) => void = () => undefined
  onerror: (event: { preventDefault: () => void }) => void = () => undefined
  private running = true

  /** Loaded with the first worker: few tests start one. */
  private readonly engine = import('../src/lists/listEngine').then(
    ({ ListEngine }) =>
      new ListEngine((message, transfer) => this.pass(message, transfer, (data) => this.onmessage({ data }))),
  )

  constructor() {
    workers.push(this)
    this.pass({ type: 'ready' } as const, [], (data) => this.onmessage({ data }))
  }

  postMessage(message: ToEngine, transfer?: Transferable[]): void {
    this.pass(message, transfer, async (data) => (await this.engine).receive(data))
  }

  terminate(): void {
    this.running = false
  }

  /** By a promise, and no timer: tests may hold those. */
  private pass<T>(message: T, transfer: Transferable[] = [], take: (copy: T) => void | Promise<void>): void {
    const copy = structuredClone(message, { transfer })
    const fail = () => this.running && this.onerror({ preventDefault: () => undefined })
    void Promise.resolve()
      .then(() => (this.running ? take(copy) : undefined))
      .catch(fail)
  }
}

/** The workers that were started, the last one last. */
export const workers: LocalWorker[] = []
