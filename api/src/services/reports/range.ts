import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'

/** Days are YYYY-MM-DD, times HH:MM, on the clocks of the report zone. Both minutes are included. */
export interface Period {
  readonly dateFrom: string
  readonly timeFrom: string
  readonly dateTo: string
  readonly timeTo: string
}

/** `from` belongs to the range, `to` does not. */
export interface InstantRange {
  readonly from: Date
  readonly to: Date
}

/**
 * Every minute near a local time. More than a day to each side: no clock is further from UTC, and a zone
 * that crosses the date line skips one day or has one twice.
 */
const minutesAround = (local: RawBuilder<unknown>): RawBuilder<unknown> => sql`generate_series(
  ${local} at time zone 'UTC' - interval '26 hours', ${local} at time zone 'UTC' + interval '26 hours',
  interval '1 minute')`

/** SQL: when a zone's clocks first show this local time, or a later one where they skip it. */
export const firstInstantAt = (local: RawBuilder<unknown>, timeZone: string): RawBuilder<Date> =>
  sql<Date>`(select min(minute) from ${minutesAround(local)} minute
    where minute at time zone ${timeZone} >= ${local})`

/** SQL: the end of the last minute before this local time, the second of two where the clocks go back. */
const lastInstantBefore = (local: RawBuilder<unknown>, timeZone: string): RawBuilder<Date> =>
  sql<Date>`(select max(minute) + interval '1 minute' from ${minutesAround(local)} minute
    where minute at time zone ${timeZone} < ${local})`

/**
 * The instants of a period. Local times become instants here and nowhere else, in the database, since the
 * databases of zones of JavaScript and PostgreSQL read the hour that is there twice differently.
 */
export async function readRange(db: Db, period: Period, timeZone: string): Promise<InstantRange> {
  const from = sql`(${period.dateFrom}::date + ${period.timeFrom}::time)`
  const to = sql`(${period.dateTo}::date + ${period.timeTo}::time + interval '1 minute')`
  const { rows } = await sql<InstantRange>`
    select ${firstInstantAt(from, timeZone)} as from, ${lastInstantBefore(to, timeZone)} as to`.execute(db)
  const [range] = rows
  if (!range) throw new Error('A select without a table has one row')
  return range
}
