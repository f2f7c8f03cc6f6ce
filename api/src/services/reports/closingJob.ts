import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/database'
import { closeDays } from './closeDays'

/** A day that is over is closed within this time; looking whether there is one costs next to nothing. */
const EVERY_MS = 5 * 60_000

/** Closes days now and after each midnight of the report zone. @returns how to stop it, between two days */
export function startClosingDays(db: Db, timeZone: string, log?: FastifyBaseLogger): () => Promise<void> {
  const stopping = new AbortController()
  const run = (): Promise<void> =>
    closeDays(db, timeZone, { signal: stopping.signal }).catch((error: unknown) => {
      log?.error({ err: error }, 'closing days failed')
    })
  let running = run()
  const timer = setInterval(() => {
    running = running.then(run)
  }, EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}
