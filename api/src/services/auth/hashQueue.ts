import { Counts } from '../../foundation/counts'
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
  readonly #held = new Counts()

  constructor(sizes: Sizes) {
    this.#sizes = sizes
    this.#turns = new Semaphore(sizes.running)
  }

  get waiting(): number {
    return this.#turns.waiting
  }

  /** @throws HttpError 503 where the queue, or the owner's part of it, is full */
  async run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    if (this.#held.of(owner) >= this.#sizes.perOwner || this.#turns.waiting >= this.#sizes.waiting)
      throw overloaded(1, 'passwords')
    this.#held.add(owner, 1)
    try {
      return await this.#turns.run(task)
    } finally {
      this.#held.add(owner, -1)
    }
  }
}
