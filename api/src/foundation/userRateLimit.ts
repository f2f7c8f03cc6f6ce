import { tooMany, type Limit } from './httpError'

const MINUTE_MS = 60_000
/** Above this number, users whose allowance is full again are forgotten. */
const MAX_USERS = 1_000

interface Allowance {
  /** How many are refilled; 0 means no limit. */
  perMinute: number
  /** How many are allowed at once after a pause. */
  burst: number
  limit: Limit
}

/** A token bucket for each user, in this process. */
export class UserRateLimit {
  private readonly allowance: Allowance
  private readonly users = new Map<number, { remaining: number; at: number }>()

  constructor(allowance: Allowance) {
    this.allowance = allowance
  }

  /** @throws HttpError 429 */
  count(userId: number, now = performance.now()): void {
    const free = this.check(userId, now)
    if (this.allowance.perMinute === 0) return
    this.users.set(userId, { remaining: free - 1, at: now })
    if (this.users.size > MAX_USERS) this.forgetFull(now, this.allowance.perMinute / MINUTE_MS)
  }

  /** Checks that one more may be counted. @returns how many remain. @throws HttpError 429 */
  check(userId: number, now = performance.now()): number {
    const { perMinute, burst, limit } = this.allowance
    if (perMinute === 0) return Infinity
    const perMs = perMinute / MINUTE_MS
    const { remaining, at } = this.users.get(userId) ?? { remaining: burst, at: now }
    const free = Math.min(burst, remaining + (now - at) * perMs)
    if (free < 1) throw tooMany((1 - free) / perMs / 1000, limit)
    return free
  }

  private forgetFull(now: number, perMs: number): void {
    for (const [userId, { remaining, at }] of this.users) {
      if (remaining + (now - at) * perMs >= this.allowance.burst) this.users.delete(userId)
    }
  }
}
