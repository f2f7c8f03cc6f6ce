import type { FastifyReply } from 'fastify'
import { Counts } from '../foundation/counts'

export class InFlight {
  private readonly counts = new Counts()

  /** Until the answer is sent or the client has gone. @returns false at the limit */
  enter(owner: string, most: number, { raw }: Pick<FastifyReply, 'raw'>): boolean {
    if (this.counts.of(owner) >= most) return false
    // the client left during the lookup of the caller, and 'close' does not come again
    if (raw.destroyed) return true
    this.counts.add(owner, 1)
    raw.once('close', () => this.counts.add(owner, -1))
    return true
  }
}
