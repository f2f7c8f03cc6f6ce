import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../db/database'
import { refuseOthersThanOwner } from '../../db/roles'
import { addMonthsAhead, isMonth } from '../../db/movementMonths'
import { StartError } from '../../startError'
import { insertAudit } from '../audit'
import { closeEachDay, whileNobodyCloses } from './closeDays'
import { ROLLUP_COLUMNS } from './closedDays'
import { keptFrom, readKeptFrom, writeKeptFrom } from './keptMovements'

/** Where detached months are: no server looks there, and no grant of `migrate` reaches it. */
export const DETACHED_SCHEMA = 'detached_movements'
/** Calls wait behind this command, and give up after 4 s. */
const LOCK_PATIENCE = '2s'
/** Longer than any report may take. */
const READERS_PATIENCE_MS = 5 * 60_000
const LOOK_AGAIN_MS = 100

/** From when it is written down until the months are detached. */
export const NOT_YET =
  'They are not detached yet, but parts of their days and lists of their movements are refused already: run this again'

/**
 * Takes the months before an instant out of the movements, into a schema of their own. Reports of whole days
 * answer from the running totals from then on, everything else of that time is refused. May be repeated where
 * it was broken off.
 * @param before the beginning of a month (UTC)
 * @returns the tables that were detached
 * @throws StartError where totals are missing or unlike the movements: nothing is detached then
 */
export async function detachMonths(db: Db, before: Date): Promise<string[]> {
  await refuseOthersThanOwner(db, 'movements', 'take movements away')
  // those that had found no month are in one then
  await addMonthsAhead(db)
  const months = await listMonths(db, before)
  if (months.length === 0) return []
  const end = await closedAfter(db, before)
  if (!end) throw new StartError('Nothing was detached: the totals of these months have not been taken yet')
  await closeEachDay(db, end)
  // not while totals are computed again for another zone
  await whileNobodyCloses(db, async (trx) => {
    await refuseUnlikeTotals(trx, end)
    const kept = await readKeptFrom(trx)
    if (!kept || kept < before) await writeKeptFrom(trx, before)
  })
  // a report that began before still reads them
  await untilReadersEnded(db)
  // what is written down stays so where this fails: whether it did is not always known
  await db.transaction().execute(async (trx) => {
    // of the owner even where a superuser runs this: its dumps read the schema
    const { rows } = await sql<{ owner: string }>`
      select pg_get_userbyid(relowner) as owner from pg_class where oid = 'movements'::regclass`.execute(trx)
    await sql`create schema if not exists ${sql.id(DETACHED_SCHEMA)} authorization ${sql.id(rows[0]?.owner ?? '')}`.execute(
      trx,
    )
    await sql`set local lock_timeout = ${sql.lit(LOCK_PATIENCE)}`.execute(trx)
    for (const month of months) {
      await sql`alter table movements detach partition ${sql.table(month)}`.execute(trx)
      await sql`alter table ${sql.table(month)} set schema ${sql.id(DETACHED_SCHEMA)}`.execute(trx)
    }
    await record(trx, { detached: months, before: before.toISOString() })
  })
  return months
}

/** @returns the detached months before an instant, which are no longer there */
export async function dropMonths(db: Db, before: Date): Promise<string[]> {
  await refuseOthersThanOwner(db, 'movements', 'take movements away')
  const months = await listMonths(db, before, DETACHED_SCHEMA)
  if (months.length === 0) return []
  await db.transaction().execute(async (trx) => {
    // it locks machines, too, which the months refer to
    await sql`set local lock_timeout = ${sql.lit(LOCK_PATIENCE)}`.execute(trx)
    for (const month of months) await sql`drop table ${sql.id(DETACHED_SCHEMA, month)}`.execute(trx)
    await record(trx, { dropped: months, before: before.toISOString() })
  })
  return months
}

const record = (trx: Db, after: object): Promise<void> =>
  insertAudit(trx, {
    actorId: null,
    requestId: randomUUID(),
    action: 'movements.detach',
    subject: { type: 'movements', id: 'detached' },
    after,
  })

/** The tables of all months that are detached and not dropped. */
export const listDetached = (db: Db): Promise<string[]> =>
  listMonths(db, new Date('9999-12-31'), DETACHED_SCHEMA)

/** Their tables. */
async function listMonths(db: Db, before: Date, schema = 'public'): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
    where nspname = ${schema} and ${isMonth}
      and to_date(substr(relname, 11), 'YYYY_MM') < ${before}::timestamptz at time zone 'UTC'
    order by to_date(substr(relname, 11), 'YYYY_MM')`.execute(db)
  return rows.map(({ name }) => name)
}

async function closedAfter(db: Db, instant: Date): Promise<Date | null> {
  const { rows } = await sql<{ end: Date | null }>`
    select min(ends_at) as end from closed_days where ends_at >= ${instant}`.execute(db)
  return rows[0]?.end ?? null
}

/** From the last time on, or the beginning; what came before has been compared then, and may be gone. */
async function refuseUnlikeTotals(trx: Db, end: Date): Promise<void> {
  const start = sql<Date>`(select min(ends_at) from closed_days
    where ends_at >= coalesce(${keptFrom}, '-infinity'))`
  const unlike = ROLLUP_COLUMNS.map(({ name }) => {
    const [first, last, plain] = ['first', 'last', 'plain'].map(
      (alias) => sql`coalesce(${sql.ref(`${alias}.${name}`)}, 0)`,
    )
    return sql`${last} - ${first} <> ${plain}`
  })
  const { rows } = await sql<{ machines: number }>`
    select count(*) as machines from machines m
    left join machine_totals first on first.ends_at = ${start} and first.machine_key = m.key
    left join machine_totals last on last.ends_at = ${end} and last.machine_key = m.key
    left join (
      select v.machine_id, ${sql.join(ROLLUP_COLUMNS.map(({ name, sum }) => sql`${sum} as ${sql.ref(name)}`))}
      from movements v where v.occurred_at >= coalesce(${keptFrom}, '-infinity')
        and v.occurred_at >= case when ${keptFrom} is null then '-infinity' else ${start} end
        and v.occurred_at < ${end}
      group by v.machine_id
    ) plain on plain.machine_id = m.id
    where ${sql.join(unlike, sql` or `)}`.execute(trx)
  const machines = rows[0]?.machines ?? 0
  if (machines > 0) {
    throw new StartError(`Nothing was detached: the totals of ${machines} machines are not what they moved`)
  }
}

/** The transactions of clients that may have begun before the instant from which movements are kept was there. */
async function readers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ reader: string }>`
    select virtualtransaction as reader from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where locktype = 'virtualxid' and mode = 'ExclusiveLock' and usesysid is not null
      and datname = current_database() and l.pid <> pg_backend_pid()`.execute(db)
  return rows.map(({ reader }) => reader)
}

async function untilReadersEnded(db: Db): Promise<void> {
  const before = await readers(db)
  const giveUp = performance.now() + READERS_PATIENCE_MS
  for (let open = before; open.some((reader) => before.includes(reader)); open = await readers(db)) {
    if (performance.now() > giveUp) {
      throw new StartError(`A transaction that has been open for minutes may read them. ${NOT_YET}`)
    }
    await sleep(LOOK_AGAIN_MS)
  }
}
