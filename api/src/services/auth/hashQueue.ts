import { Limiter } from '@console/shared-kernel/lock'
import { Counts } from '../../foundation/counts'
import { overloaded } from '../../foundation/httpError'

interface Sizes {
  running: number
  waiting: number
  /** Running or waiting. */
  perOwner: number
}

export class HashQueue {
  private readonly sizes: Sizes
  private readonly limiter: Limiter
  private readonly held = new Counts()

  constructor(sizes: Sizes) {
    this.sizes = sizes
    this.limiter = new Limiter(sizes.running)
  }

  get waiting(): number {
    return this.limiter.waiting
  }

  /** @throws HttpError 503 if the queue, or the owner's share of it, is full */
  async run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    if (this.held.of(owner) >= this.sizes.perOwner || this.limiter.waiting >= this.sizes.waiting)
      throw overloaded(1, 'passwords')
    this.held.add(owner, 1)
    try {
      return await this.limiter.run(task)
    } finally {
      this.held.add(owner, -1)
    }
  }
}
