import { seesEverything } from '@console/shared-kernel/rules'
import { sql, type RawBuilder } from 'kysely'
import type { OverviewResponse } from '@console/shared-kernel/schemas'
import type { Db } from '../../db/schema'
import { lockMovements, type Transact } from '../../db/transact'
import { instant, visibleTo } from '../lists'
import type { TreeNode } from '../tree'
import { rejectDetachedWithin } from './detachedMovements'
import { firstInstantAt, type InstantRange } from './instantRange'
import { REOPENED_KEY } from './rollUpDays'
import { lastRolledUp, rollupSum } from './runningTotals'
import { CASH_TYPES, readLastDays, type Day } from './trend'

const MACHINES_OF_DAY = 5
/** Takes a few megabytes. */
const MAX_KEPT = 20_000

interface Sums {
  inCents: number
  outCents: number
}
interface Days {
  /** Past ones, oldest first. */
  past: readonly Day[]
  today: InstantRange & { day: string }
  weekAgo: InstantRange
  /** Null while no day is rolled up. */
  finalUntil: Date | null
  /** Changes when rolled-up days are reopened, whose sums may then differ. */
  reopened: string | null
}

/** SQL: conditions that limit the machines `m`. */
interface Scope {
  isVisible: RawBuilder<boolean>
  /** Their movements `v`. Without a limit there is no join, as it would read all machines for each day. */
  movements: RawBuilder<unknown>
  /** Their rows `t` in a table of totals, likewise. */
  totalsIn(table: 'machine_totals' | 'final_totals'): RawBuilder<unknown>
}

const WHOLE_TREE: TreeNode = { userId: 0, level: 1, path: '' }

/** Includes retired machines, whose movements are in External Data too. */
function scopeOf(caller: TreeNode): Scope {
  const conditions = visibleTo(caller)(sql`m.owner_path`)
  if (conditions.length === 0)
    return {
      isVisible: sql<boolean>`true`,
      movements: sql`movements v`,
      totalsIn: (table) => sql`${sql.table(table)} t`,
    }
  const isVisible = sql<boolean>`(${sql.join(conditions, sql` and `)})`
  return {
    isVisible,
    movements: sql`movements v join machines m on m.id = v.machine_id and ${isVisible}`,
    totalsIn: (table) => sql`${sql.table(table)} t join machines m on m.key = t.machine_key and ${isVisible}`,
  }
}

/**
 * Caches the sums of days that accept no more movements: those before the last rolled-up day's end. With many
 * machines, these are more days than those with totals at both ends.
 *
 * @param transact runs its task on one snapshot
 */
export function createOverview(transact: () => Transact, timeZone: string) {
  const kept = new Map<string, Promise<Sums>>()
  const isFinal = ({ to }: Day, finalUntil: Date | null) => finalUntil !== null && to <= finalUntil

  /** Concurrent calls with the same scope share a read. */
  function sumsOfPast(
    run: Transact,
    caller: TreeNode,
    { past, finalUntil, reopened }: Days,
  ): Promise<Sums[]> {
    const scope = seesEverything(caller) ? '' : caller.path
    const keyOf = ({ from, to }: Day) => `${scope} ${from.getTime()} ${to.getTime()} ${reopened}`
    const missing = past.filter((day) => !(isFinal(day, finalUntil) && kept.has(keyOf(day))))
    if (missing.length === 0) return Promise.all(past.map((day) => kept.get(keyOf(day))!))
    const reading = run((trx) => readSums(trx, scopeOf(caller), missing))
    const sums = past.map((day) => {
      const place = missing.indexOf(day)
      const key = keyOf(day)
      if (place < 0) return kept.get(key)!
      const read = reading.then((all) => all[place]!)
      if (isFinal(day, finalUntil)) {
        kept.set(key, read)
        read.catch(() => kept.delete(key))
      }
      return read
    })
    for (const key of kept.keys()) {
      if (kept.size <= MAX_KEPT) break
      kept.delete(key)
    }
    return Promise.all(sums)
  }

  /**
   * Reads the past days of the whole tree in advance: otherwise a Master's first call would wait for all
   * their sums.
   */
  async function prepare(at = new Date()): Promise<void> {
    const run = transact()
    const { past, ...known } = await run((trx) => readDays(trx, timeZone, at))
    const final = past.filter((day) => isFinal(day, known.finalUntil))
    await sumsOfPast(run, WHOLE_TREE, { ...known, past: final })
  }

  async function read(caller: TreeNode, at = new Date()): Promise<OverviewResponse> {
    const run = transact()
    const known = await run((trx) => readDays(trx, timeZone, at))
    // in a transaction of its own: other calls wait for it, perhaps holding all other connections
    const past = await sumsOfPast(run, caller, known)
    return run(async (trx) => {
      await lockMovements(trx)
      const scope = scopeOf(caller)
      const { today, weekAgo } = known
      await rejectDetachedWithin(trx, weekAgo)
      const [before, sums] = await sumsOfMovements(trx, scope, [weekAgo, today])
      return {
        now: at.toISOString(),
        today: sums!,
        weekAgo: before!,
        days: [
          ...known.past.map(({ day }, index) => ({ day, ...past[index]! })),
          { day: today.day, ...sums! },
        ],
        machines: await machinesInUse(trx, scope),
        ...(await machinesOfDay(trx, scope, today)),
      }
    })
  }

  return { read, prepare }
}
export type Overview = ReturnType<typeof createOverview>

async function readDays(trx: Db, timeZone: string, at: Date): Promise<Days> {
  const days = await readLastDays(trx, { timeZone, now: at })
  const [today, weekAgo] = [days.at(-1), days.at(-8)]
  if (!today || !weekAgo) throw new RangeError(`${days.length} days are too few`)
  // ends as report ranges do: right after the gap if the clocks skip that time of day
  const sameTime = sql`(date_trunc('minute', ${at}::timestamptz) at time zone ${timeZone} - interval '7 days')`
  const { rows } = await sql<{ final: Date | null; until: Date; reopened: string | null }>`
    select ${lastRolledUp} as final, ${firstInstantAt(sameTime, timeZone)} as until,
      (select value #>> '{}' from app_state where key = ${REOPENED_KEY}) as reopened`.execute(trx)
  const { final, until, reopened } = rows[0]!
  return {
    past: days.slice(0, -1),
    today: { ...today, to: at },
    weekAgo: { from: weekAgo.from, to: until },
    finalUntil: final,
    reopened,
  }
}

/** Sums in the order of the days. @throws HttpError 400 for a day without totals whose movements are detached */
async function readSums(trx: Db, scope: Scope, days: readonly Day[]): Promise<Sums[]> {
  await lockMovements(trx)
  const [rolledUp, open] = [true, false].map((is) => days.filter(({ isRolledUp }) => isRolledUp === is))
  for (const day of open!) await rejectDetachedWithin(trx, day)
  const totals = rolledUp!.length === 0 ? [] : await sumsOfTotals(trx, scope, rolledUp!)
  const moved = open!.length === 0 ? [] : await sumsOfMovements(trx, scope, open!)
  return days.map(({ isRolledUp }) => (isRolledUp ? totals : moved).shift()!)
}

/** The running totals at each day's end minus those at its start. */
async function sumsOfTotals(trx: Db, { totalsIn }: Scope, days: readonly Day[]): Promise<Sums[]> {
  const instants = [...new Set(days.flatMap(({ from, to }) => [from.toISOString(), to.toISOString()]))]
  const figure = (name: 'in_cents' | 'out_cents') => sql`sum(${rollupSum('t', CASH_TYPES, name)})`
  // machines that no longer play have their last totals in a table of their own
  const { rows } = await sql<{ at: string; in_cents: number; out_cents: number }>`
    select ${instant(sql`at`)} as at, sum(in_cents)::bigint as in_cents, sum(out_cents)::bigint as out_cents
    from (
      select t.ends_at as at, ${figure('in_cents')} as in_cents, ${figure('out_cents')} as out_cents
      from ${totalsIn('machine_totals')} where t.ends_at = any (${instants}::timestamptz[]) group by t.ends_at
      union all
      select i.at, ${figure('in_cents')}, ${figure('out_cents')}
      from ${totalsIn('final_totals')} join unnest(${instants}::timestamptz[]) i (at) on t.ends_at < i.at group by i.at
    ) parts group by at`.execute(trx)
  const at = new Map(rows.map((row) => [row.at, row]))
  const of = (end: Date, name: 'in_cents' | 'out_cents') => at.get(end.toISOString())?.[name] ?? 0
  return days.map(({ from, to }) => ({
    inCents: of(to, 'in_cents') - of(from, 'in_cents'),
    outCents: of(to, 'out_cents') - of(from, 'out_cents'),
  }))
}

/** @param ranges each read as one range of an index */
async function sumsOfMovements(
  trx: Db,
  { movements }: Scope,
  ranges: readonly InstantRange[],
): Promise<Sums[]> {
  const parts = ranges.map(
    ({ from, to }, place) => sql`
      select ${sql.lit(place)} as place, coalesce(sum(v.in_cents), 0)::bigint as in_cents,
        coalesce(sum(v.out_cents), 0)::bigint as out_cents
      from ${movements}
      where v.occurred_at >= ${from} and v.occurred_at < ${to} and v.type in (${sql.join(CASH_TYPES)})`,
  )
  const { rows } = await sql<{ in_cents: number; out_cents: number }>`
    ${sql.join(parts, sql` union all `)} order by place`.execute(trx)
  return rows.map(({ in_cents, out_cents }) => ({ inCents: in_cents, outCents: out_cents }))
}

async function machinesInUse(trx: Db, { isVisible }: Scope): Promise<OverviewResponse['machines']> {
  const { rows } = await sql<OverviewResponse['machines']>`
    select count(*)::int as total, (count(*) filter (where m.is_connected))::int as online,
      coalesce(sum(m.credit_cents), 0)::bigint as "creditCents"
    from machines m where ${isVisible} and m.retired_at is null`.execute(trx)
  return rows[0]!
}

type MachineOfDay = OverviewResponse['best'][number]

/** The machines that have won the most and those that have lost the most, each listed once. */
async function machinesOfDay(
  trx: Db,
  { isVisible }: Scope,
  { from, to }: InstantRange,
): Promise<Pick<OverviewResponse, 'best' | 'worst'>> {
  const { rows } = await sql<MachineOfDay>`
    with moved as materialized (
      select m.key, (sum(v.in_cents) - sum(v.out_cents))::bigint as cents
      from movements v join machines m on m.id = v.machine_id
      where v.occurred_at >= ${from} and v.occurred_at < ${to} and v.type in (${sql.join(CASH_TYPES)})
        and ${isVisible} and m.retired_at is null
      group by m.key)
    select m.id as "machineId", m.name, u.user_name as "userName", p.cents as "profitCents"
    from (
      (select * from moved where cents > 0 order by cents desc, key limit ${sql.lit(MACHINES_OF_DAY)})
      union all
      (select * from moved where cents < 0 order by cents, key desc limit ${sql.lit(MACHINES_OF_DAY)})
    ) p join machines m on m.key = p.key join users u on u.user_id = m.owner_id
    order by p.cents desc, p.key`.execute(trx)
  const worst = rows.filter(({ profitCents }) => profitCents < 0).toReversed()
  return { best: rows.filter(({ profitCents }) => profitCents > 0), worst }
}
