import { sql } from 'kysely'
import type { Db } from './schema'

/** @returns undefined if nothing is stored */
export async function readAppState(db: Db, key: string): Promise<unknown> {
  const row = await db.selectFrom('app_state').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

export async function writeAppState(db: Db, key: string, content: string | Date): Promise<void> {
  const value = JSON.stringify(content)
  await db
    .insertInto('app_state')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/**
 * Includes deleted users. A database without users is empty: all other rows belong to a user or come from the
 * migrations.
 */
export const hasUsers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('user_id').limit(1).executeTakeFirst()) !== undefined

/**
 * Whether a row of `server_processes` belongs to a running process. A future time dates from before the
 * database's clock was set back.
 */
export const IS_ALIVE = sql<boolean>`seen_at between clock_timestamp() - interval '35 seconds'
  and clock_timestamp() + interval '35 seconds'`

export async function countLive(db: Db): Promise<number> {
  const { rows } = await sql<{ live: number }>`
    select count(*)::int as live from server_processes where ${IS_ALIVE}`.execute(db)
  return rows[0]?.live ?? 0
}
