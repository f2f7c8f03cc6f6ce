import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database'
import { lastClosed } from './closedDays'
import { firstInstantAt } from './range'

const ZONE_KEY = 'report-time-zone'
/** Any number that nothing else locks: one process at a time closes days. */
const LOCK = 7_302_001

interface ClosingOptions {
  /** Stops between two days. */
  readonly signal?: AbortSignal
  /** Told how many days are done, and how many there are to look through. */
  readonly onClosed?: (done: number, all: number) => void
}

/**
 * Writes the running totals of the days that are over. Reports are right without, only slower, so a day may
 * well be closed late; and a day that brought fewer movements than there are machines waits for the next
 * one, so that there are never more totals than movements.
 *
 * Several servers may try at the same time, and one that is killed leaves each day whole or not there.
 */
export async function closeDays(
  db: Db,
  timeZone: string,
  { signal, onClosed }: ClosingOptions = {},
): Promise<void> {
  await startOver(db, timeZone)
  const days = await daysToClose(db, timeZone)
  for (const [index, endsAt] of days.entries()) {
    if (signal?.aborted) return
    await closeDay(db, endsAt)
    onClosed?.(index + 1, days.length)
  }
}

/** Takes the totals from a moment on away, for movements that are written belatedly. */
export async function reopenDays(db: Db, after: Date): Promise<void> {
  await db.deleteFrom('machine_totals').where('ends_at', '>', after).execute()
  await db.deleteFrom('closed_days').where('ends_at', '>', after).execute()
}

/** Days of another zone would serve no report well: all of them are made anew. */
async function startOver(db: Db, timeZone: string): Promise<void> {
  const value = JSON.stringify(timeZone)
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
    const stored = await trx
      .selectFrom('app_state')
      .select('value')
      .where('key', '=', ZONE_KEY)
      .executeTakeFirst()
    if (stored?.value === timeZone) return
    await trx.deleteFrom('machine_totals').execute()
    await trx.deleteFrom('closed_days').execute()
    await trx
      .insertInto('app_state')
      .values({ key: ZONE_KEY, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
  })
}

/**
 * The ends of the days that are over, from the last closed one on; before the first day with a movement
 * lies one without totals, from which a range over everything starts.
 */
async function daysToClose(db: Db, timeZone: string): Promise<Date[]> {
  // Whoever is writing a movement stamped before now is waited for, and whoever begins stamps it later.
  await db.transaction().execute((trx) => sql`lock table movements in share mode`.execute(trx))
  const start = sql`coalesce(${lastClosed}, (select min(occurred_at) from movements))`
  const { rows } = await sql<{ ends_at: Date }>`
    select distinct ends_at from (
      select ${firstInstantAt(sql`day`, timeZone)} as ends_at
      from generate_series(
        date_trunc('day', ${start} at time zone ${timeZone}), now() at time zone ${timeZone}, '1 day') day
    ) days
    where ends_at <= now() and ends_at > coalesce(${lastClosed}, '-infinity') order by ends_at`.execute(db)
  return rows.map(({ ends_at }) => ends_at)
}

const countOf = (type: number): RawBuilder<number> => sql`count(*) filter (where v.type = ${sql.lit(type)})`
const sumOf = (type: number, column: string): RawBuilder<number> =>
  sql`coalesce(sum(${sql.ref(column)}) filter (where v.type = ${sql.lit(type)}), 0)`

/** All or nothing, and nothing where another process was faster. */
const closeDay = (db: Db, endsAt: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
    const { rows } = await sql<{ worth_it: boolean }>`
      select ${lastClosed} is null or ${lastClosed} < ${endsAt} and (
        select count(*) from movements where occurred_at >= ${lastClosed} and occurred_at < ${endsAt}
      ) >= (select greatest(1, count(*)) from machines) as worth_it`.execute(trx)
    if (!rows[0]?.worth_it) return
    await sql`
      insert into machine_totals (ends_at, machine_key, plays, bet_cents, win_cents, cash_ins, cash_in_cents,
        cash_outs, cash_out_cents)
      select ${endsAt}, m.key,
        coalesce(t.plays, 0) + coalesce(d.plays, 0),
        coalesce(t.bet_cents, 0) + coalesce(d.bet_cents, 0),
        coalesce(t.win_cents, 0) + coalesce(d.win_cents, 0),
        coalesce(t.cash_ins, 0) + coalesce(d.cash_ins, 0),
        coalesce(t.cash_in_cents, 0) + coalesce(d.cash_in_cents, 0),
        coalesce(t.cash_outs, 0) + coalesce(d.cash_outs, 0),
        coalesce(t.cash_out_cents, 0) + coalesce(d.cash_out_cents, 0)
      from machines m
      left join machine_totals t on t.ends_at = ${lastClosed} and t.machine_key = m.key
      left join (
        select v.machine_id, ${countOf(1)} as plays, ${sumOf(1, 'v.in_cents')} as bet_cents,
          ${sumOf(1, 'v.out_cents')} as win_cents, ${countOf(2)} as cash_ins,
          ${sumOf(2, 'v.in_cents')} as cash_in_cents, ${countOf(3)} as cash_outs,
          ${sumOf(3, 'v.out_cents')} as cash_out_cents
        from movements v
        where v.occurred_at >= ${lastClosed} and v.occurred_at < ${endsAt} and v.type <= 3
        group by v.machine_id
      ) d on d.machine_id = m.id
      where t.machine_key is not null or d.machine_id is not null
      order by m.key`.execute(trx)
    await trx.insertInto('closed_days').values({ ends_at: endsAt }).execute()
  })
