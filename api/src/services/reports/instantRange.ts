import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'

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
export async function instantsOf(db: Db, period: Period, timeZone: string): Promise<InstantRange> {
  const from = sql`(${period.dateFrom}::date + ${period.timeFrom}::time)`
  const to = sql`(${period.dateTo}::date + ${period.timeTo}::time + interval '1 minute')`
  const { rows } = await sql<InstantRange>`
    select ${firstInstantAt(from, timeZone)} as from, ${firstInstantAt(to, timeZone)} as to`.execute(db)
  const [range] = rows
  if (!range) throw new Error('A select without a table has one row')
  return range
}
