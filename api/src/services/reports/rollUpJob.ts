import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/schema'
import { rollUpDays, type DaysAhead } from './rollUpDays'

const INTERVAL_MS = 5 * 60_000

export interface RollUpJob {
  /** Resolves even if rolling up failed. */
  firstRun: Promise<void>
  /** Resolves when the day that is being rolled up is done. */
  stop(): Promise<void>
}

/** @param onSuccess called after each run that leaves no day due */
export function startRollUpJob(
  db: Db,
  timeZone: string,
  onSuccess: () => void,
  log: FastifyBaseLogger,
): RollUpJob {
  const stopping = new AbortController()
  const onAhead = ({ until, reopened }: DaysAhead): void => {
    const why =
      'days that are not over have totals: the clock of the database was ahead, or is behind now (docs/database.md)'
    if (reopened) log.warn({ until }, `${why}. They take movements again, and get totals when they are over`)
    else log.error({ until }, `${why}. They stay as they are, and take no movements until they are over`)
  }
  const run = (): Promise<void> =>
    rollUpDays(db, timeZone, { signal: stopping.signal, onAhead }).then(
      (isDone) => {
        if (isDone) onSuccess()
      },
      (error: unknown) => log.error({ err: error }, 'rolling up days failed'),
    )
  const firstRun = run()
  let running = firstRun
  const timer = setInterval(() => {
    running = running.then(run)
  }, INTERVAL_MS).unref()
  const stop = async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
  return { firstRun, stop }
}
