import { sql } from 'kysely'
import { CommandError } from '@console/shared-kernel/command'
import { hasUsers } from '../db/appState'
import type { Db, Schema } from '../db/schema'
import { rollUpDays } from '../services/reports/rollUpDays'
import { demoGames } from './games'
import { demoMachines } from './machines'
import { DAY_MS } from './movements'
import { hashOfDemoPassword, skipSeededIds, writeSeededUntil, type Progress } from './seed'
import { demoUsers } from './users'
import { addMonths } from '../db/movementMonths'

/** Limits the size of a message to the database. */
const ROWS_PER_INSERT = 5_000

export interface Scale {
  users: number
  machines: number
  movements: number
  days: number
}

/**
 * The shares of levels 2 to 6 among all users, with at least one user each. The rest, after one Master, are
 * Players.
 */
const SHARES = [0.0003, 0.002, 0.012, 0.05, 0.2]
export const MIN_USERS = 100
const TREE_AGE_DAYS = 100

/**
 * Inserts demo data, which production rejects. All or nothing, except for the running totals.
 * @throws CommandError if there are users already
 */
export async function seedAtScale(db: Db, timeZone: string, scale: Scale, progress: Progress): Promise<void> {
  const now = new Date()
  await db.transaction().execute(async (trx) => {
    if (await hasUsers(trx))
      throw new CommandError('This database has users already: only an empty one is filled')
    await insertPeopleAndMachines(trx, scale, now, progress)
    await insertMovements(trx, scale, now, progress)
    await writeSeededUntil(trx, now)
  })
  await sql`analyze`.execute(db)
  const start = now.getTime() - scale.days * DAY_MS
  await rollUpDays(db, timeZone, {
    onRolledUp: (end) => progress('days of totals', Math.ceil((end.getTime() - start) / DAY_MS), scale.days),
  })
  // allows index-only scans for counts, as in a database that has been in use
  await sql`vacuum (analyze)`.execute(db)
}

async function insertPeopleAndMachines(db: Db, scale: Scale, now: Date, progress: Progress): Promise<void> {
  const users = demoUsers(new Date(now.getTime() - (scale.days + TREE_AGE_DAYS) * DAY_MS), countsOf(scale))
  const password_hash = await hashOfDemoPassword()
  const rows = users.map((user) => ({ ...user, password_hash, technician_clients: '' }))
  await insertRows(db, 'users', rows, (done) => progress('users', done, users.length))
  const games = demoGames()
  await insertRows(db, 'games', games, (done) => progress('games', done, games.length))
  const machines = demoMachines(users, scale.machines, now)
  await insertRows(db, 'machines', machines, (done) => progress('machines', done, machines.length))
  await skipSeededIds(db, users.length, games.length)
}

function countsOf({ users }: Scale): number[] {
  const above = [1, ...SHARES.map((share) => Math.max(1, Math.round(users * share)))]
  return [...above, users - above.reduce((sum, count) => sum + count, 0)]
}

async function insertRows<Row extends object>(
  db: Db,
  table: keyof Schema,
  rows: readonly Row[],
  progress: (done: number) => void,
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  for (let done = 0; done < rows.length; done += ROWS_PER_INSERT) {
    const batch = JSON.stringify(rows.slice(done, done + ROWS_PER_INSERT))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${batch}::jsonb)`.execute(db)
    progress(Math.min(done + ROWS_PER_INSERT, rows.length))
  }
}

const BATCH = 200_000

export interface Amount {
  movements: number
  days: number
}

/**
 * Call it in a transaction. It creates the indexes and the foreign key at the end, which takes a fraction of
 * the time.
 */
async function insertMovements(
  db: Db,
  { movements, days }: Amount,
  now: Date,
  progress: Progress,
): Promise<void> {
  const start = new Date(now.getTime() - days * DAY_MS)
  await addMonths(db, start, now)
  const indexes = await dropIndexes(db)
  await sql`alter table movements drop constraint movements_machine_id_fkey`.execute(db)
  await sql`create temporary table seeded on commit drop as
    select id, row_number() over (order by key)::int as number from machines`.execute(db)
  const { rows } = await sql<{ machines: number }>`select count(*) as machines from seeded`.execute(db)
  const machines = rows[0]?.machines ?? 0
  const secondsEach = (days * 86_400) / movements
  for (let done = 0; done < movements; done += BATCH) {
    const end = Math.min(done + BATCH, movements)
    await insertBatch(db, { first: done, end, machines, start, secondsEach })
    progress('movements', end, movements)
  }
  await sql`alter table movements add constraint movements_machine_id_fkey
    foreign key (machine_id) references machines`.execute(db)
  for (const [index, definition] of indexes.entries()) {
    await sql.raw(definition).execute(db)
    progress('indexes', index + 1, indexes.length)
  }
}

async function dropIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'movements' and indexname <> 'movements_pkey'`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  // `on only` would create no indexes on the partitions
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '))
}

interface Batch {
  first: number
  end: number
  machines: number
  start: Date
  secondsEach: number
}

const insertBatch = (db: Db, { first, end, machines, start, secondsEach }: Batch) =>
  sql`
  insert into movements (machine_id, type, occurred_at, in_cents, out_cents, game_id, reference, state)
  select s.id, d.type, ${start}::timestamptz + make_interval(secs => d.n * ${secondsEach}::float8),
    case when d.type in (1, 2) or d.type = 6 and d.luck < 0.7 then d.amount else 0 end,
    case d.type when 1 then floor(d.amount * d.luck * 1.85) when 2 then 0 when 3 then d.amount
      when 4 then d.amount * 10 when 5 then d.amount when 6 then case when d.luck < 0.7 then 0 else d.amount end
    end,
    case when d.type = 1 then 1 + (d.luck * 39)::int end,
    case d.type when 5 then lpad((d.luck * 999999999)::int::text, 9, '0')
      when 6 then case when d.luck < 0.7 then 'Charge' else 'Payout' end end,
    case when d.type = 5 then (array['Paid', 'Paid', 'Pending', 'Expired'])[1 + floor(d.luck * 4)::int] end
  from (
    select n, luck, number,
      case when kind < 0.5 then 1 when kind < 0.75 then 2 when kind < 0.9 then 3 when kind < 0.91 then 4
        when kind < 0.96 then 5 else 6 end as type,
      (100 + floor(size * 9900))::bigint as amount
    from (
      select n + random() as n, random() as luck, random() as kind, random() as size,
        1 + floor(random() * ${machines}::int)::int as number
      from generate_series(${first}::int, ${end}::int - 1) n
    ) dice
  ) d join seeded s on s.number = d.number
  order by d.n`.execute(db)
