import type { FastifyBaseLogger } from 'fastify'
import { CannotStore, ClientGone, DatabaseBusy, DatabaseUnavailable, isRepeatable } from '../db/failures'

/** A database that lets some calls through and not others is not back yet. */
const QUIET_MS = 5_000
/** A database that is busy or full is logged again after this time. */
const REPEATED_MS = 60_000
/** Needed because some reasons name a file or a relation. */
const MAX_REASONS = 10

/** One line when the database goes away and one when it is back, however many calls fail in between. */
export class OutageLog {
  private readonly log: () => FastifyBaseLogger
  private readonly now: () => number
  private away: { since: number; lastFailure: number } | null = null
  /** When each reason was last logged. */
  private readonly busy = new Map<string, number>()

  /** @param log returns the log, which is created later. @param now monotonic milliseconds */
  constructor(log: () => FastifyBaseLogger, now = () => performance.now()) {
    this.log = log
    this.now = now
  }

  get isAway(): boolean {
    return this.away !== null
  }

  /** @returns whether the whole database failed, which is logged here */
  note(error: unknown): boolean {
    if (error instanceof ClientGone) return true
    const { message: reason } = error as Error
    if (error instanceof DatabaseUnavailable) this.noteAway(reason)
    else if (error instanceof DatabaseBusy || error instanceof CannotStore || isRepeatable(error))
      this.noteBusy(reason)
    else return false
    return true
  }

  /** Called for each statement that succeeds. */
  answered(): void {
    if (!this.away || this.now() - this.away.lastFailure < QUIET_MS) return
    const seconds = Math.round((this.away.lastFailure - this.away.since) / 1000)
    this.away = null
    this.log().info({ seconds }, 'the database is back')
  }

  private noteBusy(reason: string): void {
    const now = this.now()
    if (this.away) return
    for (const [known, saidAt] of this.busy) if (now - saidAt >= REPEATED_MS) this.busy.delete(known)
    if (this.busy.has(reason) || this.busy.size === MAX_REASONS) return
    this.busy.set(reason, now)
    this.log().warn({ reason }, 'the database is busy or full: calls are answered 503')
  }

  private noteAway(reason: string): void {
    const now = this.now()
    if (this.away) this.away.lastFailure = now
    else {
      this.away = { since: now, lastFailure: now }
      this.log().error({ reason }, 'the database is unavailable: calls are answered 503 until it is back')
    }
  }
}
