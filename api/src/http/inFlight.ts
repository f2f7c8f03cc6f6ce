import type { FastifyReply } from 'fastify'

export class InFlight {
  readonly #counts = new Map<string, number>()

  /** Until the answer is sent or the client has gone. @returns false at the limit */
  enter(owner: string, most: number, { raw }: Pick<FastifyReply, 'raw'>): boolean {
    const count = this.#counts.get(owner) ?? 0
    if (count >= most) return false
    // the client left during the lookup of the caller, and 'close' does not come again
    if (raw.destroyed) return true
    this.#counts.set(owner, count + 1)
    raw.once('close', () => {
      const left = (this.#counts.get(owner) ?? 1) - 1
      if (left === 0) this.#counts.delete(owner)
      else this.#counts.set(owner, left)
    })
    return true
  }
}
