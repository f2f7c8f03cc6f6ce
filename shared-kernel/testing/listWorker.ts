import type { FromWorker, ToWorker } from '../src/lists/listKinds'

/** Runs the code of the list worker in the page, with copied messages. */
export class LocalWorker {
  onmessage: (event: { data: FromWorker }) => void = () => undefined
  onerror: (event: { preventDefault: () => void }) => void = () => undefined
  private running = true

  private readonly worker = import('../src/lists/listWorker').then(
    ({ ListWorker }) =>
      new ListWorker((message, transfer) => this.pass(message, transfer, (data) => this.onmessage({ data }))),
  )

  constructor() {
    workers.push(this)
    this.pass({ type: 'ready' } as const, [], (data) => this.onmessage({ data }))
  }

  postMessage(message: ToWorker, transfer?: Transferable[]): void {
    this.pass(message, transfer, async (data) => (await this.worker).receive(data))
  }

  terminate(): void {
    this.running = false
  }

  /** Passes messages through a promise, because tests may stop timers. */
  private pass<T>(message: T, transfer: Transferable[] = [], take: (copy: T) => void | Promise<void>): void {
    const copy = structuredClone(message, { transfer })
    const fail = () => this.running && this.onerror({ preventDefault: () => undefined })
    void Promise.resolve()
      .then(() => (this.running ? take(copy) : undefined))
      .catch(fail)
  }
}

export const workers: LocalWorker[] = []
