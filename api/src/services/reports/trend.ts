import { sql, type RawBuilder } from 'kysely'
import type { MachineTrendResponse } from '@console/shared-kernel/schemas'
import type { Db } from '../../db/schema'
import { lockMovements } from '../../db/transact'
import { forbidden } from '../../foundation/httpError'
import { attachedState, rejectDetached, type AttachedState } from './detachedMovements'
import type { InstantRange } from './instantRange'
import { rollupSum } from './runningTotals'

const DAYS = 14
/** The movement types that External Data's totals include. */
export const CASH_TYPES = [2, 3]

interface DaysQuery {
  timeZone: string
  /** An instant, or SQL for it. */
  now: Date | RawBuilder<Date>
}

interface TrendQuery extends DaysQuery {
  machineId: string
}

export interface Day extends InstantRange {
  /** YYYY-MM-DD in the report zone. */
  day: string
  /** Whether both its ends have totals. */
  isRolledUp: boolean
}

interface DayRow extends Day, AttachedState {
  profitCents: number
}

/**
 * The daily profit of a machine that is not retired, from the stored totals of rolled-up days and from the
 * movements of the others.
 * @param trx a transaction that has not run a statement yet
 * @throws HttpError 403 if the machine was retired meanwhile, 400 for a day that needs detached movements
 */
export async function readTrend(trx: Db, query: TrendQuery): Promise<MachineTrendResponse> {
  await lockMovements(trx)
  const { rows } = await sql<DayRow>`
    select d.day, d.starts_at as from, d.ends_at as to, d.is_rolled_up as "isRolledUp", ${attachedState},
      (case when d.is_rolled_up then ${runningTotalAt('d.ends_at')} - ${runningTotalAt('d.starts_at')}
        else coalesce(moved.cents, 0) end)::bigint as "profitCents"
    from machines m cross join (${lastDays(query)}) d cross join lateral (
      select sum(v.in_cents) - sum(v.out_cents) as cents from movements v
      where not d.is_rolled_up and v.machine_id = m.id
        and v.occurred_at >= d.starts_at and v.occurred_at < d.ends_at and v.type in (${sql.join(CASH_TYPES)})
    ) moved
    where m.id = ${query.machineId} and m.retired_at is null
    order by d.day`.execute(trx)
  const [first] = rows
  if (!first) throw forbidden()
  rejectDetached(
    first,
    rows.filter(({ isRolledUp }) => !isRolledUp),
  )
  return { days: rows.map(({ day, profitCents }) => ({ day, profitCents })) }
}

/** SQL: the running total of machine `m` at the end of a rolled-up day; 0 where it has no row yet. */
const runningTotalAt = (endsAt: string): RawBuilder<number> => sql<number>`coalesce((
  select ${rollupSum('t', CASH_TYPES, 'in_cents')}::numeric - ${rollupSum('t', CASH_TYPES, 'out_cents')}
  from machine_totals t where t.ends_at = ${sql.ref(endsAt)} and t.machine_key = m.key), 0)`

const isEndOfRolledUp = (instant: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from closed_days c where c.ends_at = ${sql.ref(instant)})`

/**
 * SQL: `day`, `starts_at`, `ends_at`, `is_rolled_up`. Each day begins at its first instant, as report ranges
 * do (instantRange.ts). Quarter-hour steps are enough: in every zone, days begin on a quarter hour.
 */
const lastDays = ({ timeZone, now }: DaysQuery): RawBuilder<unknown> => sql`
  select day, starts_at, ends_at,
    ${isEndOfRolledUp('starts.starts_at')} and ${isEndOfRolledUp('starts.ends_at')} as is_rolled_up
  from (
    select day, min(quarter) as starts_at, lead(min(quarter)) over (order by day) as ends_at
    from (
      select quarter, (quarter at time zone ${timeZone})::date as day
      from generate_series(date_trunc('hour', ${now}::timestamptz) - make_interval(days => ${sql.lit(DAYS + 1)}),
        ${now}::timestamptz + interval '2 days', interval '15 minutes') quarter
    ) quarters
    group by day
  ) starts
  where day > (${now}::timestamptz at time zone ${timeZone})::date - ${sql.lit(DAYS)}
    and day <= (${now}::timestamptz at time zone ${timeZone})::date`

/** The last 14 days, oldest first, including the whole of today. */
export async function readLastDays(db: Db, query: DaysQuery): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select day::text, starts_at as from, ends_at as to, is_rolled_up as "isRolledUp"
    from (${lastDays(query)}) d order by day`.execute(db)
  return rows
}
