import type { FastifyReply } from 'fastify'

/** The current count of each key. A key with a count of 0 takes no memory. */
export class Counts {
  private readonly counts = new Map<string, number>()

  of(key: string): number {
    return this.counts.get(key) ?? 0
  }

  add(key: string, change: 1 | -1): void {
    const count = this.of(key) + change
    if (count > 0) this.counts.set(key, count)
    else this.counts.delete(key)
  }
}

export class InFlight {
  private readonly counts = new Counts()

  /** Counts a request until its answer is sent or its client disconnects. @returns false at the limit */
  enter(owner: string, max: number, { raw }: Pick<FastifyReply, 'raw'>): boolean {
    if (this.counts.of(owner) >= max) return false
    // the client disconnected during the lookup of the caller, and 'close' is not emitted again
    if (raw.destroyed) return true
    this.counts.add(owner, 1)
    raw.once('close', () => this.counts.add(owner, -1))
    return true
  }
}
