import { ListEngine, type FromEngine, type ToEngine } from '../src/lists/listEngine'

/** Stands in for the worker of the lists: the same engine, messages that are copied, and answers that come later. */
class LocalWorker {
  onmessage: (event: { data: FromEngine }) => void = () => undefined
  onerror: (event: { preventDefault: () => void }) => void = () => undefined
  private running = true
  private readonly engine = new ListEngine((message) =>
    this.later(message, (data) => this.onmessage({ data })),
  )

  postMessage(message: ToEngine): void {
    this.later(message, (data) => this.engine.receive(data))
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

export function createWorker(): LocalWorker {
  const worker = new LocalWorker()
  workers.push(worker)
  return worker
}
