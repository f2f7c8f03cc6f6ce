import { tooMany } from '../../foundation/httpError'

/** Changes after a pause: two of the largest bulk calls. */
const BURST = 1_000
const MINUTE_MS = 60_000

/** Counts each item of a bulk call, in this process. @param perMinute what is refilled; 0 is no limit */
export class WriteLimit {
  private readonly perMinute: number
  private readonly users = new Map<number, { left: number; at: number }>()

  constructor(perMinute: number) {
    this.perMinute = perMinute
  }

  /** @throws HttpError 429 */
  count(userId: number, now = performance.now()): void {
    if (this.perMinute === 0) return
    const perMs = this.perMinute / MINUTE_MS
    const { left, at } = this.users.get(userId) ?? { left: BURST, at: now }
    const free = Math.min(BURST, left + (now - at) * perMs)
    if (free < 1) throw tooMany((1 - free) / perMs / 1000, 'changes')
    this.users.set(userId, { left: free - 1, at: now })
    if (this.users.size > BURST) this.forgetFull(now, perMs)
  }

  private forgetFull(now: number, perMs: number): void {
    for (const [userId, { left, at }] of this.users) {
      if (left + (now - at) * perMs >= BURST) this.users.delete(userId)
    }
  }
}
