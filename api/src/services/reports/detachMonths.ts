import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { CommandError } from '@console/shared-kernel/command'
import type { Db } from '../../db/schema'
import { rejectOthersThanOwner } from '../../db/roles'
import { addMonthsAhead, isMonth } from '../../db/movementMonths'
import { insertAudit } from '../writes/writes'
import { rollUpEachDay, withRollUpLock, readZone } from './rollUpDays'
import { readAttachedFrom, writeAttachedFrom } from './detachedMovements'
import { ROLLUP_COLUMNS, totalAt } from './runningTotals'

/** No server reads this schema, and `migrate` grants no rights to it. */
export const DETACHED_SCHEMA = 'detached_movements'
/** Calls wait behind this command, and give up after 4 s. */
const LOCK_TIMEOUT = '2s'
/** Longer than any report may take. */
const READERS_TIMEOUT_MS = 5 * 60_000
const POLL_MS = 100
const REPORT_WAITS_FROM_MS = 1_000
const ROLLING_UP = 'days are being rolled up, or movements of earlier days written'
/** An arbitrary number that no other advisory lock uses. */
const MONTHS_LOCK = 7302003

type Log = (line: string) => void

export const NOT_YET =
  'They are not detached yet, but parts of their days and lists of their movements may be refused already: run this again'

/**
 * Moves earlier months into a schema of their own. Reports of whole days then use the running totals;
 * everything else about that time is rejected. Can be repeated after an interruption.
 * @param before the beginning of a month (UTC)
 * @param log called when a wait has taken a second, with its reason, and when it is over
 * @returns the detached tables
 * @throws CommandError if totals are missing or differ from the movements: nothing is changed then
 */
export async function detachMonths(db: Db, before: Date, log: Log = () => undefined): Promise<string[]> {
  await rejectOthersThanOwner(db, 'movements', 'take movements away')
  // moves rows of the default partition first
  await addMonthsAhead(db)
  if ((await listMonths(db, before)).length === 0) return []
  await whileTotalsRest(db, log, async (trx) => {
    const end = await rolledUpAfter(trx, before)
    if (!end)
      throw new CommandError('Nothing was detached: the totals of these months have not been computed yet')
    await rollUpEachDay(trx, end)
    const kept = await readAttachedFrom(trx)
    // earlier days were compared by an earlier run, and their movements may be gone
    const wrong = await findWrongTotals(trx, { from: kept, until: end })
    if (wrong) throw new CommandError(`Nothing was changed: ${wrong}`)
    if (!kept || kept < before) await writeAttachedFrom(trx, before)
  })
  // reports that began earlier still read these months
  await waitForReaders(db, log)
  // what was stored above stays even if this fails, since the outcome of a failure may be unknown
  return db.transaction().execute(async (trx) => {
    await rejectOtherCommands(trx)
    const months = await listMonths(trx, before)
    // belongs to the owner even if a superuser runs this: the owner's dumps read the schema
    const { rows } = await sql<{ owner: string }>`
      select pg_get_userbyid(relowner) as owner from pg_class where oid = 'movements'::regclass`.execute(trx)
    await sql`create schema if not exists ${sql.id(DETACHED_SCHEMA)} authorization ${sql.id(rows[0]?.owner ?? '')}`.execute(
      trx,
    )
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx)
    for (const month of months) {
      await sql`alter table movements detach partition ${sql.table(month)}`.execute(trx)
      await sql`alter table ${sql.table(month)} set schema ${sql.id(DETACHED_SCHEMA)}`.execute(trx)
    }
    await insertAudit(trx, {
      actorId: null,
      requestId: randomUUID(),
      action: 'movements.detach',
      subject: { type: 'movements', id: 'detached' },
      after: { detached: months, before: before.toISOString() },
    })
    return months
  })
}

/** One command at a time, and not while days are rolled up. */
function whileTotalsRest(db: Db, log: Log, task: (trx: Db) => Promise<void>): Promise<void> {
  const rollingUp = waiting(log)
  const begin = async (trx: Db): Promise<void> => {
    rollingUp.isOver()
    await rejectOtherCommands(trx)
    return task(trx)
  }
  return withRollUpLock(db, begin, () => rollingUp.goesOn(ROLLING_UP))
}

async function rejectOtherCommands(trx: Db): Promise<void> {
  const { rows } = await sql<{ isAlone: boolean }>`
    select pg_try_advisory_xact_lock(${MONTHS_LOCK}) as "isAlone"`.execute(trx)
  if (!rows[0]?.isAlone)
    throw new CommandError('Another command detaches months. Run this again when it has ended')
}

async function listMonths(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select relname as name, to_date(substr(relname, 11), 'YYYY_MM')::timestamp as month
      from pg_class join pg_namespace n on n.oid = relnamespace where nspname = 'public' and ${isMonth}
    ) months
    where month < ${before}::timestamptz at time zone 'UTC'
    order by month`.execute(db)
  return rows.map(({ name }) => name)
}

async function rolledUpAfter(trx: Db, instant: Date): Promise<Date | null> {
  const { rows } = await sql<{ end: Date | null }>`
    select min(ends_at) as end from closed_days where ends_at >= ${instant}`.execute(trx)
  return rows[0]?.end ?? null
}

interface Reader {
  transaction: string
  name: string
}

/** Transactions that may have begun before detaching was announced in `app_state`. */
async function readers(db: Db): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select virtualtransaction as transaction, trim(a.pid || ' ' || application_name) as name
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where locktype = 'virtualxid' and mode = 'ExclusiveLock' and usesysid is not null
      and datname = current_database() and l.pid <> pg_backend_pid()`.execute(db)
  return rows
}

async function waitForReaders(db: Db, log: Log): Promise<void> {
  const before = new Set((await readers(db)).map(({ transaction }) => transaction))
  const deadline = performance.now() + READERS_TIMEOUT_MS
  const ending = waiting(log)
  for (;;) {
    const open = (await readers(db)).filter(({ transaction }) => before.has(transaction))
    if (open.length === 0) return ending.isOver()
    const names = open.map(({ name }) => name).join(', ')
    if (performance.now() > deadline) {
      throw new CommandError(
        `A transaction that has been open for minutes may read them (process ${names}). ${NOT_YET}`,
      )
    }
    ending.goesOn(
      `transactions that began before may read these movements (process ${names}), for up to 5 minutes`,
    )
    await sleep(POLL_MS)
  }
}

function waiting(log: Log) {
  const start = performance.now()
  let isLogged = false
  return {
    goesOn: (what: string): void => {
      if (isLogged || performance.now() - start < REPORT_WAITS_FROM_MS) return
      isLogged = true
      log(`Waiting: ${what}`)
    },
    isOver: (): void => {
      if (isLogged) log('The wait is over')
    },
  }
}

interface Comparison {
  /** Earlier days are left out; null: no days are. */
  from: Date | null
  /** The end of a rolled-up day. */
  until: Date
}

/** @returns a sentence for an operator about the first day that differs, or null */
export async function findWrongTotals(trx: Db, { from, until }: Comparison): Promise<string | null> {
  const timeZone = String(await readZone(trx))
  const unlike = ROLLUP_COLUMNS.map(({ name }) => {
    const sumOf = (alias: string) => sql<number>`coalesce(${sql.ref(`${alias}.${name}`)}, 0)`
    const before = totalAt('before', sql`d.begins_at`, sumOf)
    const after = totalAt('after', sql`d.ends_at`, sumOf)
    return sql`${after} - ${before} <> ${sumOf('moved')}`
  })
  const sums = ROLLUP_COLUMNS.map(({ name, sum }) => sql`${sum} as ${sql.ref(name)}`)
  // day by day, so that no sort or hash exceeds one day
  const { rows } = await sql<{ day: string; machines: number }>`
    select to_char((d.ends_at - interval '1 microsecond') at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      differing.machines
    from (
      select lag(ends_at) over (order by ends_at) as begins_at, ends_at from closed_days
      where ends_at >= coalesce(${from}::timestamptz, '-infinity') and ends_at <= ${until}
    ) d cross join lateral (
      select count(*) as machines from machines m
      left join machine_totals before on before.ends_at = d.begins_at and before.machine_key = m.key
      left join machine_totals after on after.ends_at = d.ends_at and after.machine_key = m.key
      left join final_totals final on final.machine_key = m.key
      left join (
        select v.machine_id, ${sql.join(sums)} from movements v
        where v.occurred_at >= coalesce(d.begins_at, '-infinity') and v.occurred_at < d.ends_at
        group by v.machine_id
      ) moved on moved.machine_id = m.id
      where ${sql.join(unlike, sql` or `)}
    ) differing
    where (d.begins_at is not null or ${from}::timestamptz is null) and differing.machines > 0
    order by d.ends_at limit 1`.execute(trx)
  const [first] = rows
  if (!first) return null
  return `on ${first.day} the stored totals differ from the movements, machines: ${first.machines}`
}
