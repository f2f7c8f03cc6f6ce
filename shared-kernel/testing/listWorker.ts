import type { FromEngine, ToEngine } from '../src/lists/listEngine'

/** The list worker with the same engine and copied messages, in the page. */
export class LocalWorker {
  onmessage: (event: { data: FromEngine }) => void = () => undefined
  onerror: (event: { preventDefault: () => void }) => void = () => undefined
  private running = true

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

  /** By a promise: tests may stop timers. */
  private pass<T>(message: T, transfer: Transferable[] = [], take: (copy: T) => void | Promise<void>): void {
    const copy = structuredClone(message, { transfer })
    const fail = () => this.running && this.onerror({ preventDefault: () => undefined })
    void Promise.resolve()
      .then(() => (this.running ? take(copy) : undefined))
      .catch(fail)
  }
}

export const workers: LocalWorker[] = []
