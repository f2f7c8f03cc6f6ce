import { sql } from 'kysely'
import type { Db } from './schema'

/** Of a row of `server_processes`. A future time is from before the database's clock was set back. */
export const IS_ALIVE = sql<boolean>`seen_at between clock_timestamp() - interval '35 seconds'
  and clock_timestamp() + interval '35 seconds'`

export async function countLive(db: Db): Promise<number> {
  const { rows } = await sql<{ live: number }>`
    select count(*)::int as live from server_processes where ${IS_ALIVE}`.execute(db)
  return rows[0]?.live ?? 0
}
