import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import { HttpError } from '../../httpError'
import type { InstantRange } from './range'

const KEY = 'movements-kept-from'

/** SQL: earlier movements are detached; null while none are. */
export const keptFrom: RawBuilder<Date | null> = sql<Date | null>`
  (select (value #>> '{}')::timestamptz from app_state where key = ${KEY})`

export const readKeptFrom = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{ from: Date | null }>`select ${keptFrom} as from`.execute(db)
  return rows[0]?.from ?? null
}

export async function writeKeptFrom(db: Db, from: Date): Promise<void> {
  const value = JSON.stringify(from.toISOString())
  await db
    .insertInto('app_state')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/**
 * For reads of single movements, which are gone in detached months. Before the first rolled-up day there
 * were none. @throws HttpError 400
 */
export async function refuseDetached(db: Db, ranges: readonly InstantRange[]): Promise<void> {
  const { rows } = await sql<{ kept: Date | null; words: string | null; start: Date | null }>`
    select kept, to_char(kept at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as words,
      (select min(ends_at) from closed_days) as start
    from (select ${keptFrom} as kept) state`.execute(db)
  const { kept = null, words = null, start = null } = rows[0] ?? {}
  if (!kept || !ranges.some(({ from, to }) => from < to && from < kept && (!start || to > start))) return
  throw new HttpError(
    400,
    `Los movimientos anteriores al ${words} UTC están archivados: de ese tiempo solo hay totales de días enteros`,
  )
}
