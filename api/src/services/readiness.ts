import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/database'

const PATIENCE_MS = 5_000

/** Whether requests should be sent to this process. */
export function createReadiness(db: Db) {
  let stopping = false

  /** @returns what stands in the way, to be read by a person, or null. */
  async function obstacle(): Promise<string | null> {
    if (stopping) return 'El servidor se está deteniendo'
    const answered = sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    const inTime = await Promise.race([answered, sleep(PATIENCE_MS, false, { ref: false })])
    return inTime ? null : 'La base de datos no responde'
  }

  return { obstacle, stop: () => void (stopping = true) }
}

export type Readiness = ReturnType<typeof createReadiness>
