import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/schema'
import { rollUpDays } from './rollUpDays'

const INTERVAL_MS = 5 * 60_000

export interface RollUpJob {
  /** Resolves even if rolling up failed. */
  readonly firstRun: Promise<void>
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
  const onReopened = (rolledUpUntil: Date): void =>
    log.warn(
      { rolledUpUntil },
      'days that are not over had been rolled up: the clock of the database was ahead. They take movements again, ' +
        'and have totals when they are over. Send again what was refused (movements of days that are closed)',
    )
  const run = (): Promise<void> =>
    rollUpDays(db, timeZone, { signal: stopping.signal, onReopened }).then(
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
