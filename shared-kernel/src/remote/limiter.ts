/** A task did not begin in time. */
export class WaitedTooLong extends Error {
  override readonly name = 'WaitedTooLong'
}

/** Lets so many tasks of this process run at a time. The others wait in order of arrival. */
export class Limiter {
  private free: number
  private readonly waitMs: number
  private readonly queue: (() => void)[] = []

  /** @param waitMs how long a task waits at most */
  constructor(size: number, waitMs = Infinity) {
    this.free = size
    this.waitMs = waitMs
  }

  get waiting(): number {
    return this.queue.length
  }

  /** @throws WaitedTooLong before the task has begun */
  async run<T>(task: () => Promise<T> | T): Promise<T> {
    if (this.free > 0) this.free -= 1
    else await this.turn()
    try {
      return await task()
    } finally {
      const next = this.queue.shift()
      if (next) next()
      else this.free += 1
    }
  }

  private turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const leave = (): void => {
        this.queue.splice(this.queue.indexOf(begin), 1)
        reject(new WaitedTooLong(`No place was free within ${this.waitMs} ms`))
      }
      const timer = this.waitMs === Infinity ? undefined : setTimeout(leave, this.waitMs)
      this.queue.push(begin)
    })
  }
}
