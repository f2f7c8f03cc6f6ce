import { overloaded } from '../../foundation/httpError'
import { Semaphore } from '../../foundation/semaphore'

interface Sizes {
  readonly running: number
  readonly waiting: number
  /** Running or waiting. */
  readonly perOwner: number
}

export class HashQueue {
  readonly #sizes: Sizes
  readonly #turns: Semaphore
  readonly #held = new Map<string, number>()

  constructor(sizes: Sizes) {
    this.#sizes = sizes
    this.#turns = new Semaphore(sizes.running)
  }

  get waiting(): number {
    return this.#turns.waiting
  }

  /** @throws HttpError 503 where the queue, or the owner's part of it, is full */
  async run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    const held = this.#held.get(owner) ?? 0
    if (held >= this.#sizes.perOwner || this.#turns.waiting >= this.#sizes.waiting)
      throw overloaded(1, 'passwords')
    this.#held.set(owner, held + 1)
    try {
      return await this.#turns.run(task)
    } finally {
      const left = (this.#held.get(owner) ?? 1) - 1
      if (left > 0) this.#held.set(owner, left)
      else this.#held.delete(owner)
    }
  }
}
