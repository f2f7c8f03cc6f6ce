import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { keptFrom } from './keptMovements'
import { readZone, withRollUpLock } from './rollUpDays'

/**
 * Keeps only the totals of the last rolled-up day of each month. Reports stay correct with any set of
 * rolled-up days: those that begin or end within a month read its movements instead. So days whose
 * movements are detached keep their totals. Can be repeated after an interruption.
 * @param before the beginning of a month, in the time zone of the reports
 * @param say called with each day that was thinned
 * @returns the number of these days
 */
export async function thinTotals(
  db: Db,
  before: string,
  say: (day: string) => void = () => undefined,
): Promise<number> {
  for (let days = 0; ; days += 1) {
    // a day at a time, so that neither roll-ups nor writers of earlier movements wait for long
    const day = await withRollUpLock(db, (trx) => thinNextDay(trx, before))
    if (day === null) return days
    say(day)
  }
}

async function thinNextDay(trx: Db, before: string): Promise<string | null> {
  const timeZone = await readZone(trx)
  if (timeZone === undefined) return null
  const zone = String(timeZone)
  // the first end is where ranges over everything begin
  const { rows } = await sql<{ ends_at: Date; day: string }>`
    select ends_at, day from (
      select ends_at, to_char((ends_at - interval '1 microsecond') at time zone ${zone}, 'YYYY-MM-DD') as day,
        min(ends_at) over () as first,
        max(ends_at) over (
          partition by date_trunc('month', (ends_at - interval '1 microsecond') at time zone ${zone})
        ) as end_of_month
      from closed_days
    ) days
    where ends_at <> end_of_month and ends_at <> first
      and ends_at < ${before}::timestamp at time zone ${zone}
      and (${keptFrom} is null or ends_at > (select min(ends_at) from closed_days where ends_at >= ${keptFrom}))
    order by ends_at limit 1`.execute(trx)
  const [found] = rows
  if (!found) return null
  await trx.deleteFrom('machine_totals').where('ends_at', '=', found.ends_at).execute()
  await trx.deleteFrom('closed_days').where('ends_at', '=', found.ends_at).execute()
  return found.day
}
