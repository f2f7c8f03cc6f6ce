import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/schema'
import { rollUpDays } from './rollUpDays'

/** A day that is over is rolled up within this time; looking whether there is one costs next to nothing. */
const EVERY_MS = 5 * 60_000

export interface RollUpJob {
  /** Resolves when everything that was over at start is rolled up, or could not be. */
  readonly firstRun: Promise<void>
  /** Between two days; resolves when nothing runs any more. */
  stop(): Promise<void>
}

/** Rolls up days now and after each midnight of the report zone. */
export function startRollUpJob(db: Db, timeZone: string, log?: FastifyBaseLogger): RollUpJob {
  const stopping = new AbortController()
  const run = (): Promise<void> =>
    rollUpDays(db, timeZone, { signal: stopping.signal }).catch((error: unknown) => {
      log?.error({ err: error }, 'rolling up days failed')
    })
  const firstRun = run()
  let running = firstRun
  const timer = setInterval(() => {
    running = running.then(run)
  }, EVERY_MS).unref()
  const stop = async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
  return { firstRun, stop }
}
