/** A task did not begin in time. */
export class WaitedTooLong extends Error {
  override readonly name = 'WaitedTooLong'
}

/** Limits how many tasks of this process run at a time. The others wait in order of arrival. */
export class Limiter {
  private free: number
  private readonly waitMs: number
  private readonly queue: (() => void)[] = []

  /** @param waitMs the maximum wait of a task */
  constructor(size: number, waitMs = Infinity) {
    this.free = size
    this.waitMs = waitMs
  }

  get waiting(): number {
    return this.queue.length
  }

  /** @throws WaitedTooLong before the task has begun */
  async run<T>(task: () => Promise<T> | T): Promise<T> {
    const leave = await this.enter()
    try {
      return await task()
    } finally {
      leave()
    }
  }

  /** @returns a function to call when the task has ended; further calls do nothing @throws WaitedTooLong */
  async enter(waitMs = this.waitMs): Promise<() => void> {
    if (this.free > 0) this.free -= 1
    else await this.turn(waitMs)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const next = this.queue.shift()
      if (next) next()
      else this.free += 1
    }
  }

  private turn(waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const leave = (): void => {
        this.queue.splice(this.queue.indexOf(begin), 1)
        reject(new WaitedTooLong(`No place was free within ${waitMs} ms`))
      }
      const timer = waitMs === Infinity ? undefined : setTimeout(leave, waitMs)
      this.queue.push(begin)
    })
  }
}
