import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { readAppState, writeAppState } from '../../db/appState'
import type { Db } from '../../db/schema'
import { CommandError } from '@console/shared-kernel/command'
import { attachedFrom } from './detachedMovements'
import { firstInstantAt } from './instantRange'
import { lastRolledUp, ROLLUP_COLUMNS } from './runningTotals'

const ZONE_KEY = 'report-time-zone'
/** When days were last reopened. */
export const REOPENED_KEY = 'days-reopened'
/**
 * An arbitrary number. Held while days are rolled up, shared by writers of older movements
 * (migrations/0017-closing).
 */
const LOCK = 7_302_001
/** Writers of newer movements do not take the lock. */
const OPEN_AFTER_ITS_END = sql`interval '1 minute'`
const WRITERS_TIMEOUT_MS = 5_000
const ROLL_UP_TIMEOUT_MS = 30_000
const POLL_MS = 50

/** Days that end in the future: the clock was ahead while they were rolled up, or is behind now. */
export interface DaysAhead {
  /** The end of the last of them. */
  until: Date
  /** False if `until` is more than MAX_DAYS_AHEAD away, or if all these days are in detached months. */
  reopened: boolean
}

/** A clock that was reset, for example to 1970, must not cause the totals of years to be deleted. */
const MAX_DAYS_AHEAD = 100

interface RollUpOptions {
  signal?: AbortSignal
  onRolledUp?: (endsAt: Date) => void
  onAhead?: (ahead: DaysAhead) => void
}

/**
 * Reports are correct without totals, only slower, so a day may be late. A day waits until there are as many
 * new movements as machines that get a row, so that totals never outnumber movements. Several servers may run
 * this at once, and a killed one leaves no half-written day.
 * @returns false if days may still be due: a writer does not end, another process has the lock, or it was
 * stopped
 */
export async function rollUpDays(
  db: Db,
  timeZone: string,
  { signal, onRolledUp, onAhead }: RollUpOptions = {},
): Promise<boolean> {
  await startOver(db, timeZone)
  const ahead = await reopenDaysAhead(db)
  if (ahead) onAhead?.(ahead)
  const complete = await allWrittenUntil(db, signal)
  while (complete && !signal?.aborted) {
    const endsAt = await rollUpNextDay(db, timeZone, complete)
    if (endsAt === 'locked') return false
    if (!endsAt) return true
    onRolledUp?.(endsAt)
  }
  return false
}

/**
 * Deletes totals after an instant, or all (null), but none of detached months, which cannot be rebuilt.
 * @returns the number of days
 */
export async function reopenDays(db: Db, after: Date | null): Promise<number> {
  const isOpen = sql<boolean>`ends_at > coalesce(${after}::timestamptz, '-infinity') and ends_at > coalesce(
    (select min(ends_at) from closed_days where ends_at >= ${attachedFrom}), '-infinity')`
  await db.deleteFrom('machine_totals').where(isOpen).execute()
  const { numDeletedRows } = await db.deleteFrom('closed_days').where(isOpen).executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) await writeAppState(db, REOPENED_KEY, new Date())
  return Number(numDeletedRows)
}

/** Totals of days in another time zone are deleted, to be computed again. */
async function startOver(db: Db, timeZone: string): Promise<void> {
  if ((await readZone(db)) === timeZone) return
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
    if ((await readZone(trx)) === timeZone) return
    await reopenDays(trx, null)
    await writeAppState(trx, ZONE_KEY, timeZone)
  })
}

/**
 * Days that end in the future would reject their movements until they are over. If it is the clock that is
 * behind now, they are merely rolled up again later.
 */
async function reopenDaysAhead(db: Db): Promise<DaysAhead | null> {
  const { rows } = await sql<{ until: Date | null; now: Date; is_far: boolean | null }>`
    select max(ends_at) as until, clock_timestamp() as now,
      max(ends_at) > clock_timestamp() + make_interval(days => ${MAX_DAYS_AHEAD}) as is_far
    from closed_days where ends_at > clock_timestamp()`.execute(db)
  const { until, now, is_far: isFar } = rows[0]!
  if (!until) return null
  if (isFar) return { until, reopened: false }
  return db.transaction().execute(async (trx) => {
    // otherwise the next run does it
    if (!(await tryLock(trx))) return null
    return { until, reopened: (await reopenDays(trx, now)) > 0 }
  })
}

export const readZone = (db: Db): Promise<unknown> => readAppState(db, ZONE_KEY)

/**
 * The time up to which all movements are visible; null while an older transaction, such as an import, is
 * still writing, and after a stop. Writers lock the table (RowExclusiveLock) before they stamp rows, so this
 * watches the current holders until they end. A conflicting lock would block all writers behind a long import
 * or vacuum.
 */
async function allWrittenUntil(db: Db, signal: AbortSignal | undefined): Promise<Date | null> {
  const { rows } = await sql<{ complete: Date }>`
    select clock_timestamp() - ${OPEN_AFTER_ITS_END} as complete`.execute(db)
  const before = await writers(db)
  const deadline = performance.now() + WRITERS_TIMEOUT_MS
  for (let open = before; open.length > 0; open = await writers(db)) {
    if (!open.some((writer) => before.includes(writer))) break
    if (signal?.aborted || performance.now() > deadline) return null
    await sleep(POLL_MS)
  }
  return rows[0]?.complete ?? null
}

async function writers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock'
      and relation in (select relid from pg_partition_tree('movements'))
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ writer }) => writer)
}

/**
 * The end of the day of the n-th movement since the last rolled-up day, n being the number of machines without
 * final totals. The very first one is the day before all movements, where ranges over everything start.
 */
async function findNextEnd(db: Db, timeZone: string): Promise<Date | null> {
  const { rows } = await sql<{ day: string }>`
    select to_char(occurred_at at time zone ${timeZone} + case when ${lastRolledUp} is null
      then interval '0' else interval '1 day' end, 'YYYY-MM-DD') as day
    from movements where occurred_at >= coalesce(${lastRolledUp}, '-infinity') order by occurred_at
    offset case when ${lastRolledUp} is null then 0 else greatest(1,
      (select count(*) from machines) - (select count(*) from final_totals)) - 1 end
    limit 1`.execute(db)
  if (!rows[0]) return null
  const midnight = sql`${rows[0].day}::timestamp`
  const { rows: found } = await sql<{ ends_at: Date }>`
    select ${firstInstantAt(midnight, timeZone)} as ends_at`.execute(db)
  return found[0]?.ends_at ?? null
}

async function tryLock(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}) as locked`.execute(trx)
  return rows[0]?.locked ?? false
}

/**
 * Polls, because waiting in the lock's queue would block writers of older movements.
 * @throws CommandError after half a minute
 */
export async function withRollUpLock<T>(
  db: Db,
  task: (trx: Db) => Promise<T>,
  onWait: () => void = () => undefined,
): Promise<T> {
  const deadline = performance.now() + ROLL_UP_TIMEOUT_MS
  for (;;) {
    const done = await db
      .transaction()
      .execute(async (trx) => ((await tryLock(trx)) ? { value: await task(trx) } : null))
    if (done) return done.value
    if (performance.now() > deadline)
      throw new CommandError(
        'Days are being rolled up, or movements of earlier days written. Try again later',
      )
    onWait()
    await sleep(POLL_MS)
  }
}

/** @returns null if no day is due */
const rollUpNextDay = (db: Db, timeZone: string, complete: Date): Promise<Date | 'locked' | null> =>
  db.transaction().execute(async (trx) => {
    if (!(await tryLock(trx))) return 'locked'
    const endsAt = await findNextEnd(trx, timeZone)
    if (!endsAt || endsAt > complete) return null
    await endRetired(trx, endsAt)
    await writeTotals(trx, lastRolledUp, endsAt)
    return endsAt
  })

const COLUMNS = sql.join(ROLLUP_COLUMNS.map(({ name }) => sql.ref(name)))

/**
 * Call it before the totals of the newest day are written. Machines that were retired on an earlier day, and
 * did not play on this one, get final totals. A machine that plays again, for example because it sends its
 * movements late, gets back the rows that it missed. So do machines that play in reopened days, since their
 * final totals may be outdated.
 */
async function endRetired(trx: Db, endsAt: Date): Promise<void> {
  const plays = sql<boolean>`exists (select from movements v
    where v.machine_id = m.id and v.occurred_at >= ${lastRolledUp} and v.occurred_at < ${endsAt})`
  await sql`
    with back as (
      delete from final_totals f using machines m where m.key = f.machine_key and ${plays} returning f.*
    )
    insert into machine_totals (ends_at, machine_key, ${COLUMNS})
    select d.ends_at, machine_key, ${COLUMNS} from back join closed_days d on d.ends_at > back.ends_at`.execute(
    trx,
  )
  await sql`
    insert into final_totals (ends_at, machine_key, ${COLUMNS})
    select t.ends_at, machine_key, ${COLUMNS}
    from machines m join machine_totals t on t.ends_at = ${lastRolledUp} and t.machine_key = m.key
    where m.retired_at <= ${lastRolledUp} and not ${plays}
    -- it may have them already, where later days were reopened
    on conflict (machine_key) do nothing`.execute(trx)
}

/** @param before SQL: the end of the previous day; null for the first one */
async function writeTotals(trx: Db, before: RawBuilder<Date | null>, endsAt: Date): Promise<void> {
  await sql`
    insert into machine_totals (ends_at, machine_key, ${COLUMNS})
    select ${endsAt}, m.key, ${sql.join(
      ROLLUP_COLUMNS.map(
        ({ name }) => sql`coalesce(t.${sql.ref(name)}, 0) + coalesce(d.${sql.ref(name)}, 0)`,
      ),
    )}
    from machines m
    left join machine_totals t on t.ends_at = ${before} and t.machine_key = m.key
    left join (
      select v.machine_id, ${sql.join(ROLLUP_COLUMNS.map(({ name, sum }) => sql`${sum} as ${sql.ref(name)}`))}
      from movements v where v.occurred_at >= ${before} and v.occurred_at < ${endsAt}
      group by v.machine_id
    ) d on d.machine_id = m.id
    where (t.machine_key is not null or d.machine_id is not null)
      and not exists (select from final_totals f where f.machine_key = m.key and f.ends_at < ${endsAt})
    order by m.key`.execute(trx)
  await trx.insertInto('closed_days').values({ ends_at: endsAt }).execute()
}

/**
 * Also rolls up days that wait for more movements: once movements are detached, a skipped day
 * cannot be told from the next one. Requires {@link withRollUpLock}.
 */
export async function rollUpEachDay(trx: Db, until: Date): Promise<void> {
  const timeZone = String(await readZone(trx))
  const { rows } = await sql<{ ends_at: Date }>`
    select ends_at from (
      select ${firstInstantAt(sql`day::timestamp`, timeZone)} as ends_at
      from (select min(ends_at) as first from closed_days where ends_at >= coalesce(${attachedFrom}, '-infinity')) kept,
        generate_series((first at time zone ${timeZone})::date + 1,
          (${until}::timestamptz at time zone ${timeZone})::date, interval '1 day') day
    ) days where ends_at < ${until} and ends_at not in (select ends_at from closed_days)
    order by 1`.execute(trx)
  for (const { ends_at: endsAt } of rows) {
    await writeTotals(
      trx,
      sql<Date>`(select max(ends_at) from closed_days where ends_at < ${endsAt})`,
      endsAt,
    )
  }
}
