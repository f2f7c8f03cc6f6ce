import { tooMany } from '../../foundation/httpError'

/** Changes after a pause: two of the largest bulk calls. */
const BURST = 1_000
const MINUTE_MS = 60_000

interface Budget {
  left: number
  at: number
}

/** Counts each item of a bulk call, in this process. @param perMinute what is refilled; 0 is no limit */
export class WriteBudget {
  private readonly perMinute: number
  private readonly budgets = new Map<number, Budget>()

  constructor(perMinute: number) {
    this.perMinute = perMinute
  }

  /** @throws HttpError 429 */
  spend(userId: number, now = performance.now()): void {
    if (this.perMinute === 0) return
    const perMs = this.perMinute / MINUTE_MS
    const { left, at } = this.budgets.get(userId) ?? { left: BURST, at: now }
    const free = Math.min(BURST, left + (now - at) * perMs)
    if (free < 1) throw tooMany((1 - free) / perMs / 1000, 'changes')
    this.budgets.set(userId, { left: free - 1, at: now })
    if (this.budgets.size > BURST) this.forgetFull(now, perMs)
  }

  private forgetFull(now: number, perMs: number): void {
    for (const [userId, { left, at }] of this.budgets) {
      if (left + (now - at) * perMs >= BURST) this.budgets.delete(userId)
    }
  }
}
