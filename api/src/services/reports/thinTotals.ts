import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { CommandError } from '../../foundation/commandError'
import { keptFrom } from './keptMovements'
import { readZone, withRollUpLock } from './rollUpDays'

/**
 * Keeps only the totals of the last rolled-up day of each month. Reports stay correct with any set of
 * rolled-up days: those that begin or end within a month read its movements instead. So days whose
 * movements are detached keep their totals. Can be repeated after an interruption.
 * @param before the beginning of a month, in the time zone of the reports
 * @param say called with each day that was thinned
 * @returns what was deleted
 * @throws CommandError where the month before is not over
 */
export async function thinTotals(
  db: Db,
  before: string,
  say: (day: string) => void = () => undefined,
): Promise<Thinned> {
  for (let thinned: Thinned = { days: 0, rows: 0n }; ;) {
    // a day at a time, so that neither roll-ups nor writers of earlier movements wait for long
    const next = await withRollUpLock(db, (trx) => thinNextDay(trx, before))
    if (next === null) return thinned
    thinned = { days: thinned.days + 1, rows: thinned.rows + next.rows }
    say(next.day)
  }
}

interface Thinned {
  readonly days: number
  readonly rows: bigint
}

async function thinNextDay(
  trx: Db,
  before: string,
): Promise<{ readonly day: string; readonly rows: bigint } | null> {
  const timeZone = await readZone(trx)
  if (timeZone === undefined) return null
  const zone = String(timeZone)
  await refuseFuture(trx, before, zone)
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
  const { numDeletedRows } = await trx
    .deleteFrom('machine_totals')
    .where('ends_at', '=', found.ends_at)
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('closed_days').where('ends_at', '=', found.ends_at).execute()
  return { day: found.day, rows: numDeletedRows }
}

async function refuseFuture(trx: Db, before: string, zone: string): Promise<void> {
  const { rows } = await sql<{ isFuture: boolean }>`
    select ${before}::timestamp at time zone ${zone} > now() as "isFuture"`.execute(trx)
  if (rows[0]?.isFuture)
    throw new CommandError(`Nothing was thinned: the month before ${before.slice(0, 7)} is not over yet`)
}
