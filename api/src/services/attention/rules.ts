import { FINDING_THRESHOLDS, type FindingKind } from '@console/shared-kernel/contracts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import { readSources, sumsByMachine, type RangeSources } from '../reports/rangeSums'
import type { Day } from '../reports/trend'
import { isInBranches } from '../tree'

const MIN_PLAYS = 200
const PROFIT_DAYS = 7
const LOSING_DAYS = 3
const IN_SERVICE_SECONDS = 4 * 3600
const MIN_REJECTED_SIGN_INS = 5
/** A payout is large above this many times the machine's 99th percentile. */
const PAYOUT_FACTOR = 5

/** How long an event finding lasts. */
export const EVENT_HOURS = 24

/**
 * One rule: SQL with a row for each current finding (`machine_id`, `user_id`, `path`, `figure`, `bound`, and
 * for events `event` and `since`).
 */
export interface Rule {
  kind: FindingKind
  found: RawBuilder<unknown>
}

export interface StateRule extends Rule {
  /** SQL on a new row `f`: when the state began. Evaluated once, as it may read the audit. */
  since: RawBuilder<Date>
}

/**
 * SQL: the machines `m` that may have findings besides large credit changes. The planner cannot see through
 * the `coalesce`; otherwise it would expect blocked branches to leave only one machine, and sum up the days
 * for each.
 *
 * @param branches the paths of blocked branches
 */
export const isWatched = (branches: readonly string[]) =>
  sql<boolean>`(m.retired_at is null and not m.is_blocked
    and not coalesce(${isInBranches(sql`m.owner_path`, branches)}, false))`

const MACHINE = sql`m.id as machine_id, m.owner_id as user_id, m.owner_path as path`

/** SQL: a number in the machine's configuration, which omits fields that have their default. */
const configured = (name: string, missing: number) =>
  sql<number>`coalesce((m.config ->> ${sql.lit(name)})::numeric, ${sql.lit(missing)})`

/** SQL: when a machine's credit was last changed; null if the audit does not have it. */
const lastCreditChange = (machineId: RawBuilder<unknown>) =>
  sql<Date | null>`(select a.at from audit a where a.subject = 'machine ' || ${machineId} and a.action = 'machine.credit'
    order by a.id desc limit 1)`

/**
 * SQL: since when a machine has been in service; null if the console's last change did not turn it on, or is
 * archived.
 */
const inServiceSince = (machineId: RawBuilder<unknown>) =>
  sql<Date>`(select case when a.after @> '{"serviceMode": true}' then a.at end from audit a
    where a.subject = 'machine ' || ${machineId} and a.action = 'machine.config' and a.after -> 'serviceMode' is not null
    order by a.id desc limit 1)`

/** The days and sums for rules that cover several days. */
interface Past {
  profit: RangeSources
  losing: readonly RangeSources[]
  /** When the first of the loss days began, and when yesterday ended. */
  losingSince: Date
  endedAt: Date
}

/** @param days calendar days, oldest first; the last one is today */
export async function readPast(db: Db, days: readonly Day[]): Promise<Past> {
  const past = days.slice(0, -1)
  const [first, last] = [past.at(-PROFIT_DAYS), past.at(-1)]
  const lossDays = past.slice(-LOSING_DAYS)
  if (!first || !last || !lossDays[0]) throw new RangeError(`${days.length} days are too few`)
  const losing: RangeSources[] = []
  for (const day of lossDays) losing.push(await readSources(db, day))
  const profit = await readSources(db, { from: first.from, to: last.to })
  return { profit, losing, losingSince: lossDays[0].from, endedAt: last.to }
}

/** Findings that last as long as their cause. */
export const stateRules = (watched: RawBuilder<boolean>, past: Past): StateRule[] => {
  const offline = configured('addSecondsExpireOffline', 120)
  return [
    {
      kind: 'offline',
      since: sql`(select last_connection + make_interval(secs => f.bound::float8)
        from machines where id = f.machine_id)`,
      found: sql`
        select ${MACHINE}, null::bigint as figure, ${offline}::bigint as bound from machines m
        where ${watched} and not m.is_connected
          and m.last_connection < now() - make_interval(secs => ${offline}::float8)`,
    },
    {
      kind: 'profit',
      since: sql`${past.endedAt}::timestamptz`,
      found: profitOutside(watched, past.profit),
    },
    {
      kind: 'losing',
      since: sql`${past.losingSince}::timestamptz`,
      found: losing(watched, past.losing),
    },
    {
      kind: 'no-credit',
      since: sql`coalesce(${lastCreditChange(sql`f.machine_id`)},
        (select created_at from machines where id = f.machine_id))`,
      found: sql`
        select ${MACHINE}, 0::bigint as figure, null::bigint as bound from machines m
        where ${watched} and m.credit_cents = 0`,
    },
    {
      kind: 'in-service',
      since: inServiceSince(sql`f.machine_id`),
      found: sql`
        select ${MACHINE}, null::bigint as figure, ${sql.lit(IN_SERVICE_SECONDS)}::bigint as bound from machines m
        where ${watched} and m.service_mode and coalesce(
          ${inServiceSince(sql`m.id`)} < now() - make_interval(secs => ${sql.lit(IN_SERVICE_SECONDS)}),
          exists (select from findings kept where kept.kind = 'in-service' and kept.machine_id = m.id))`,
    },
  ]
}

/** The share of bets that a machine kept, in hundredths of a percent. */
const profitOutside = (watched: RawBuilder<boolean>, week: RangeSources): RawBuilder<unknown> => sql`
  with kept as (
    select ${MACHINE}, round(10000 - win_cents * 10000.0 / bet_cents)::bigint as figure,
      (100 * ${configured('limiteInferiorProfit', 0)})::bigint as lower,
      (100 * ${configured('limiteSuperiorProfit', 100)})::bigint as upper
    from (${sumsByMachine(week, ['plays', 'bet_cents', 'win_cents'])}) played join machines m on m.key = machine_key
    where bet_cents > 0 and plays >= ${sql.lit(MIN_PLAYS)} and ${watched})
  select machine_id, user_id, path, figure, case when figure < lower then lower else upper end as bound
  from kept where figure < lower or figure > upper`

/** Machines whose cash paid in minus cash paid out is negative on each day. */
function losing(watched: RawBuilder<boolean>, days: readonly RangeSources[]): RawBuilder<unknown> {
  const losses = days.map(
    (day) => sql`
      select machine_key, cash_in_cents - cash_out_cents as cash
      from (${sumsByMachine(day, ['cash_in_cents', 'cash_out_cents'])}) sums where cash_in_cents < cash_out_cents`,
  )
  return sql`
    select ${MACHINE}, sum(cash)::bigint as figure, null::bigint as bound
    from (${sql.join(losses, sql` union all `)}) losses join machines m on m.key = machine_key
    where ${watched} group by m.id having count(*) = ${sql.lit(days.length)}`
}

/**
 * Finds events since the last run; some are found again, with the same `event`. Payouts reach back as long as
 * a finding lasts, because movements may arrive late. Includes machines that are not watched now but may be
 * again within the day.
 *
 * @param from SQL: the instant from which to look
 */
export const eventRules = (from: RawBuilder<Date>, loginWindow: number): Rule[] => [
  {
    kind: 'payout',
    // for a machine without payouts in 90 days: any payout above the floor
    found: sql`
      select ${MACHINE}, v.id::text as event, v.occurred_at as since, v.out_cents as figure,
        greatest(${sql.lit(PAYOUT_FACTOR)} * p.p99_cents, ${sql.lit(FINDING_THRESHOLDS.payout.floor)}) as bound
      from movements v join machines m on m.id = v.machine_id
        left join payout_percentiles p on p.machine_key = m.key
      where v.occurred_at > now() - make_interval(hours => ${sql.lit(EVENT_HOURS)}) and v.type = 3 and v.out_cents >
        greatest(${sql.lit(PAYOUT_FACTOR)} * p.p99_cents, ${sql.lit(FINDING_THRESHOLDS.payout.floor)})`,
  },
  {
    kind: 'credit-change',
    found: sql`
      select subject_machine_id as machine_id, subject_user_id as user_id, subject_path as path, id::text as event,
        at as since, change as figure, ${sql.lit(FINDING_THRESHOLDS['credit-change'].floor)}::bigint as bound
      from (
        select *, (after ->> 'creditCents')::bigint - (before ->> 'creditCents')::bigint as change from audit
        where at >= ${from} and action = 'machine.credit' and subject_path is not null) credits
      where abs(change) > ${sql.lit(FINDING_THRESHOLDS['credit-change'].floor)}`,
  },
  {
    kind: 'refused-sign-ins',
    // the window is identified by `since`, in whole seconds: the audit, which holds closed windows, is no
    // more precise
    found: sql`
      select null::uuid as machine_id, u.user_id, u.path,
        extract(epoch from date_trunc('second', w.since))::bigint::text as event, min(w.since) as since,
        max(w.refusals)::bigint as figure, ${sql.lit(MIN_REJECTED_SIGN_INS)}::bigint as bound
      from (
        select subject, since, refusals from login_refusals where network = ''
        union all
        select a.subject, (a.after ->> 'since')::timestamptz, (a.after ->> 'refusals')::integer from audit a
        where a.at >= ${from} and a.action = 'session.refuse' and a.after ? 'refusals'
      ) w join users u on w.subject = 'user ' || u.user_id
      where w.refusals >= ${sql.lit(MIN_REJECTED_SIGN_INS)} and u.deleted_at is null
      group by u.user_id, u.path, date_trunc('second', w.since)`,
  },
  {
    kind: 'refused-sign-ins',
    found: sql`
      select null::uuid as machine_id, a.subject_user_id as user_id, a.subject_path as path, a.id::text as event,
        a.at as since, null::bigint as figure, ${sql.lit(MIN_REJECTED_SIGN_INS)}::bigint as bound
      from audit a
      where a.at >= ${from} and a.action = 'session.lock' and a.subject_path is not null
        -- the refusals that led to it are one finding already
        and not exists (select from findings f where f.kind = 'refused-sign-ins' and f.user_id = a.subject_user_id
          and f.since > a.at - make_interval(secs => ${sql.lit(2 * loginWindow)}))`,
  },
  {
    kind: 'new-network',
    // `newNetwork` is set by auth/session
    found: sql`
      select null::uuid as machine_id, a.subject_user_id as user_id, a.subject_path as path, a.id::text as event,
        a.at as since, null::bigint as figure, null::bigint as bound
      from audit a
      where a.at >= ${from} and a.action = 'session.start' and a.after ? 'newNetwork'
        and a.subject_path is not null`,
  },
]
