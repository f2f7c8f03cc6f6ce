import { sql, type RawBuilder } from 'kysely'
import { nowIn } from '@console/shared-kernel/rules'
import type { Db } from '../../db/schema'
import { writeAppState } from '../../db/appState'
import { HttpError } from '../../foundation/httpError'
import type { InstantRange } from './instantRange'

const KEY = 'movements-kept-from'

/** SQL: the instant before which movements are detached; null while none are. */
export const attachedFrom: RawBuilder<Date | null> = sql<Date | null>`
  (select (value #>> '{}')::timestamptz from app_state where key = ${KEY})`

export const readAttachedFrom = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{ from: Date | null }>`select ${attachedFrom} as from`.execute(db)
  return rows[0]?.from ?? null
}

export const writeAttachedFrom = (db: Db, from: Date): Promise<void> => writeAppState(db, KEY, from)

export interface AttachedState {
  /** Null while no movements are detached. */
  kept: Date | null
  /** The first rolled-up end of a day; no movements are older. Null while no day is rolled up. */
  start: Date | null
}

/** SQL: the columns of `AttachedState`. */
export const attachedState = sql`${attachedFrom} as kept, (select min(ends_at) from closed_days) as start`

/** Guards reads of single movements, which are gone in detached months. @throws HttpError 400 */
export function rejectDetached({ kept, start }: AttachedState, ranges: readonly InstantRange[]): void {
  if (!kept || !ranges.some(({ from, to }) => from < to && from < kept && (!start || to > start))) return
  const { day, time } = nowIn('UTC', kept)
  throw new HttpError(
    400,
    `Los movimientos anteriores al ${day} ${time} UTC están archivados: de ese tiempo solo hay totales de días enteros`,
  )
}

/** @throws HttpError 400 */
export async function rejectDetachedWithin(db: Db, range: InstantRange): Promise<void> {
  const { rows } = await sql<AttachedState>`select ${attachedState}`.execute(db)
  const [state] = rows
  if (!state) throw new Error('A select without a table has one row')
  rejectDetached(state, [range])
}
