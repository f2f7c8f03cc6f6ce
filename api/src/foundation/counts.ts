import type { FastifyReply } from 'fastify'

/** How many each key has now. A key without any takes no memory. */
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

  /** Counts a request until its answer is sent or its client has gone. @returns false at the limit */
  enter(owner: string, max: number, { raw }: Pick<FastifyReply, 'raw'>): boolean {
    if (this.counts.of(owner) >= max) return false
    // the client left during the lookup of the caller, and 'close' does not come again
    if (raw.destroyed) return true
    this.counts.add(owner, 1)
    raw.once('close', () => this.counts.add(owner, -1))
    return true
  }
}
