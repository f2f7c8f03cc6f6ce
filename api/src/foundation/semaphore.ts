/** Waiting tasks run in order of arrival. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(size: number) {
    this.#free = size
  }

  get waiting(): number {
    return this.#waiting.length
  }

  async acquire(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.acquire()
    try {
      return await task()
    } finally {
      this.release()
    }
  }
}
