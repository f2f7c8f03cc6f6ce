import type { FastifyBaseLogger } from 'fastify'
import type { Services } from './services'

const HOUR_MS = 3_600_000

/** Removes expired sessions and forgotten failures now and every hour. @returns how to stop it */
export function startHousekeeping({ db, limits }: Services, log: FastifyBaseLogger): () => void {
  const sweep = async (): Promise<void> => {
    try {
      await db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute()
      await limits.purge()
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed')
    }
  }
  void sweep()
  const timer = setInterval(() => void sweep(), HOUR_MS).unref()
  return () => clearInterval(timer)
}
