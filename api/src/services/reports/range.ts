import { sql, type RawBuilder } from 'kysely'
import { nowIn } from '@console/shared-kernel/rules'
import type { Db } from '../../db/schema'
import { writeAppState } from '../../db/appState'
import { HttpError } from '../../foundation/httpError'

/** Days YYYY-MM-DD and times HH:MM in the report zone, both inclusive. */
export interface Period {
  dateFrom: string
  timeFrom: string
  dateTo: string
  timeTo: string
}

/** `to` is exclusive. */
export interface InstantRange {
  from: Date
  to: Date
}

/** Within 26 hours: no zone is further from UTC, and at the date line a zone may skip or repeat a day. */
const minutesAround = (local: RawBuilder<unknown>): RawBuilder<unknown> => sql`generate_series(
  ${local} at time zone 'UTC' - interval '26 hours', ${local} at time zone 'UTC' + interval '26 hours',
  interval '1 minute')`

/** SQL: the first instant with this local time, or with a later one if the clocks skip it. */
export const firstInstantAt = (local: RawBuilder<unknown>, timeZone: string): RawBuilder<Date> =>
  sql<Date>`(select min(minute) from ${minutesAround(local)} minute
    where minute at time zone ${timeZone} >= ${local})`

/**
 * Both ends follow the same rule, so that adjacent ranges neither overlap nor leave a gap. The database
 * computes them: JavaScript and PostgreSQL resolve the repeated hour of a clock change differently.
 */
export async function readRange(db: Db, period: Period, timeZone: string): Promise<InstantRange> {
  const from = sql`(${period.dateFrom}::date + ${period.timeFrom}::time)`
  const to = sql`(${period.dateTo}::date + ${period.timeTo}::time + interval '1 minute')`
  const { rows } = await sql<InstantRange>`
    select ${firstInstantAt(from, timeZone)} as from, ${firstInstantAt(to, timeZone)} as to`.execute(db)
  const [range] = rows
  if (!range) throw new Error('A select without a table has one row')
  return range
}

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
