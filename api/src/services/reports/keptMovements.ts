import { nowIn } from '@console/shared-kernel/rules'
import { sql, type RawBuilder } from 'kysely'
import { writeAppState } from '../../db/appState'
import type { Db } from '../../db/schema'
import { HttpError } from '../../foundation/httpError'
import type { InstantRange } from './range'

const KEY = 'movements-kept-from'

/** SQL: earlier movements are detached; null while none are. */
export const keptFrom: RawBuilder<Date | null> = sql<Date | null>`
  (select (value #>> '{}')::timestamptz from app_state where key = ${KEY})`

export const readKeptFrom = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{ from: Date | null }>`select ${keptFrom} as from`.execute(db)
  return rows[0]?.from ?? null
}

export const writeKeptFrom = (db: Db, from: Date): Promise<void> => writeAppState(db, KEY, from)

export interface KeptState {
  /** Null while no movements are detached. */
  kept: Date | null
  /** Before the first rolled-up day there were no movements. Null while no day is rolled up. */
  start: Date | null
}

/** SQL: the columns of `KeptState`. */
export const keptState = sql`${keptFrom} as kept, (select min(ends_at) from closed_days) as start`

/** For reads of single movements, which are gone in detached months. @throws HttpError 400 */
export function refuseDetached({ kept, start }: KeptState, ranges: readonly InstantRange[]): void {
  if (!kept || !ranges.some(({ from, to }) => from < to && from < kept && (!start || to > start))) return
  const { day, time } = nowIn('UTC', kept)
  throw new HttpError(
    400,
    `Los movimientos anteriores al ${day} ${time} UTC están archivados: de ese tiempo solo hay totales de días enteros`,
  )
}

/** @throws HttpError 400 */
export async function refuseDetachedWithin(db: Db, range: InstantRange): Promise<void> {
  const { rows } = await sql<KeptState>`select ${keptState}`.execute(db)
  const [state] = rows
  if (!state) throw new Error('A select without a table has one row')
  refuseDetached(state, [range])
}
