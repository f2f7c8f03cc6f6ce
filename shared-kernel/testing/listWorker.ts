import type { FromEngine, ToEngine } from '../src/lists/listEngine'

/** Stands in for the worker of the lists: the same engine, messages that are copied, and answers that come later. */
export class LocalWorker {
  onmessage: (event: { data: FromEngine }) => void = () => undefined
  onerror: (event: { preventDefault: () => void }) => void = () => undefined
  private running = true

  /** Loaded with the first worker: few tests start one. */
  private readonly engine = import('../src/lists/listEngine').then(
    ({ ListEngine }) => new ListEngine((message) => this.later(message, (data) => this.onmessage({ data }))),
  )

  constructor() {
    workers.push(this)
  }

  postMessage(message: ToEngine): void {
    this.later(message, async (data) => (await this.engine).receive(data))
  }

  terminate(): void {
    this.running = false
  }

  /** A promise, and no timer: tests may hold those. */
  private later<T>(message: T, take: (copy: T) => void): void {
    const copy = structuredClone(message)
    void Promise.resolve().then(() => this.running && take(copy))
  }
}

/** The workers that were started, the last one last. */
export const workers: LocalWorker[] = []
