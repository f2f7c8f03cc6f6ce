import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from '../db/database'
import type { LoginLimits } from './auth/loginLimits'

const HOUR_MS = 3_600_000
/** An hour that exists once on every day of nearly every zone, and in which the fewest play. */
const QUIET_HOUR = 4

/** A client that sends the same write again does so within minutes. */
const DAYS_A_KEY_IS_KNOWN = 7

interface Household {
  readonly database: Database
  readonly limits: LoginLimits
  readonly timeZone: string
  readonly log: FastifyBaseLogger | undefined
}

/**
 * Removes expired sessions, forgotten failures and old idempotency keys now and every hour, and lets the
 * database tidy itself in the hour after four. Several processes may do it side by side.
 * @returns how to stop it; resolves when nothing of it runs any more
 */
export function startHousekeeping(household: Household): () => Promise<void> {
  const { log } = household
  let stopped = false
  const round = async (): Promise<void> => {
    for (const task of tasksOf(household, new Date())) {
      if (stopped) return
      try {
        await task()
      } catch (error) {
        log?.error({ err: error }, 'housekeeping failed')
      }
    }
  }
  let running = round()
  const timer = setInterval(() => (running = running.then(round)), HOUR_MS).unref()
  return async () => {
    stopped = true
    clearInterval(timer)
    await running
  }
}

function tasksOf({ database, limits, timeZone, log }: Household, now: Date): (() => Promise<unknown>)[] {
  const db = database.dbs.background
  const removals = [
    () => removeExpiredSessions(db, now),
    () => limits.purge(),
    () => db.deleteFrom('idempotency_keys').where('created_at', '<', daysBefore(now)).execute(),
  ]
  if (hourIn(timeZone, now) !== QUIET_HOUR) return removals
  const maintain = async () => {
    const start = performance.now()
    await database.maintain()
    log?.info({ ms: Math.round(performance.now() - start) }, 'database tidied')
  }
  return [...removals, maintain]
}

/** Does not wait for transactions that hold some of them: those are locked in another order elsewhere. */
const removeExpiredSessions = (db: Db, now: Date): Promise<unknown> =>
  db
    .deleteFrom('sessions')
    .where('sid', 'in', (query) =>
      query.selectFrom('sessions').select('sid').where('expires_at', '<', now).forUpdate().skipLocked(),
    )
    .execute()

const daysBefore = (now: Date): Date => new Date(now.getTime() - DAYS_A_KEY_IS_KNOWN * 24 * HOUR_MS)

const hourIn = (timeZone: string, now: Date): number =>
  Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now))
