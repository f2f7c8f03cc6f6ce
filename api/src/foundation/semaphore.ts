/** Waiting tasks run in order of arrival. */
export class Semaphore {
  private free: number
  private readonly queue: (() => void)[] = []

  constructor(size: number) {
    this.free = size
  }

  get waiting(): number {
    return this.queue.length
  }

  async acquire(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1
      return
    }
    await new Promise<void>((resolve) => this.queue.push(resolve))
  }

  release(): void {
    const next = this.queue.shift()
    if (next) next()
    else this.free += 1
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
