import type { FastifyReply } from 'fastify'

/** Counts what is under way for a user or an address in this process, so that none of them takes a whole queue. */
export class InFlight {
  readonly #counts = new Map<string, number>()

  /** Counts until the answer is sent or its client has gone. @returns false where `most` are under way already */
  enter(owner: string, most: number, { raw }: Pick<FastifyReply, 'raw'>): boolean {
    const count = this.#counts.get(owner) ?? 0
    if (count >= most) return false
    // gone while the caller was looked up: 'close' has been and does not come again
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
