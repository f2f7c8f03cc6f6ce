import type { FastifyBaseLogger } from 'fastify'
import type { OpenDatabase } from '../db/database'
import type { LoginLimits } from './auth/loginLimits'

const HOUR_MS = 3_600_000
/** An hour that exists once on every day of nearly every zone, and in which the fewest play. */
const QUIET_HOUR = 4

/** Whoever sends the same change of credit again does so within minutes. */
const DAYS_A_REQUEST_IS_KNOWN = 30

interface Household {
  readonly database: OpenDatabase
  readonly limits: LoginLimits
  readonly timeZone: string
  readonly log: FastifyBaseLogger | undefined
}

/**
 * Removes expired sessions, forgotten failures and old requests now and every hour, and lets the database tidy itself in the
 * hour after four. Several processes may do it side by side.
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
  const removals = [
    () => database.db.deleteFrom('sessions').where('expires_at', '<', now).execute(),
    () => limits.purge(),
    () => database.db.deleteFrom('credit_requests').where('created_at', '<', daysBefore(now)).execute(),
  ]
  if (hourIn(timeZone, now) !== QUIET_HOUR) return removals
  const maintain = async () => {
    const start = performance.now()
    await database.maintain()
    log?.info({ ms: Math.round(performance.now() - start) }, 'database tidied')
  }
  return [...removals, maintain]
}

const daysBefore = (now: Date): Date => new Date(now.getTime() - DAYS_A_REQUEST_IS_KNOWN * 24 * HOUR_MS)

const hourIn = (timeZone: string, now: Date): number =>
  Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now))
