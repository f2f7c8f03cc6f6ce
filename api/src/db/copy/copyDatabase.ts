import { sql, type Transaction, type QueryExecutorProvider } from 'kysely'
import { CommandError } from '../../foundation/commandError'
import { hasUsers } from '../hasUsers'
import type { Db, Schema } from '../schema'
import { addMonths, isMonth } from '../movementMonths'
import { listTables, type Table } from './tables'

const BATCH = 5_000

export interface CopiedTable {
  readonly name: string
  readonly rows: number
}

/** Copies one snapshot, all or nothing. @throws CommandError when the target has users, or rows got lost */
export async function copyDatabase(from: Db, to: Db, done: (table: CopiedTable) => void): Promise<void> {
  const tables = await listTables(from)
  await from
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((source) =>
      to.transaction().execute(async (target) => {
        await refuseUsed(target)
        await addMonthsOf(source, target)
        await emptyAll(tables, target)
        const checks = await dropNotValidChecks(target)
        for (const table of tables) done(await copyTable(table, source, target))
        await copySequences(source, target)
        await switchTriggers('enable', target)
        for (const { table, name, definition } of checks) {
          await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
            target,
          )
        }
      }),
    )
}

type Tx = Transaction<Schema>

async function refuseUsed(target: Tx): Promise<void> {
  await sql`lock table users in access exclusive mode`.execute(target)
  if (await hasUsers(target)) throw new CommandError('The target has users already: it must be empty')
}

async function emptyAll(tables: readonly Table[], target: Tx): Promise<void> {
  await switchTriggers('disable', target)
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(target)
}

/** Rows dated ahead by a wrong clock get no month of their own; they go to the default partition. */
async function addMonthsOf(source: Tx, target: Tx): Promise<void> {
  const { rows } = await sql<{ month: string }>`
    select substr(relname, 11) as month from pg_class
    where relispartition and ${isMonth} and to_date(substr(relname, 11), 'YYYY_MM') <= now()`.execute(source)
  for (const { month } of rows) {
    const start = new Date(`${month.replace('_', '-')}-01T00:00Z`)
    await addMonths(target, start, start)
  }
}

/** The source's rows already contain what the triggers would add. */
async function switchTriggers(how: 'enable' | 'disable', target: Tx): Promise<void> {
  // partitions are listed too: they have triggers of their own
  const { rows } = await sql<{ name: string }>`
    select distinct relname as name from pg_trigger join pg_class t on t.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`.execute(target)
  for (const { name } of rows) {
    await sql`alter table ${sql.table(name)} ${sql.raw(how)} trigger user`.execute(target)
  }
}

interface Check {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Checks that are NOT VALID apply to new rows only, but copying would apply them to older rows too. */
async function dropNotValidChecks(target: Tx): Promise<Check[]> {
  const { rows } = await sql<Check>`
    select t.relname as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'c' and not c.convalidated and c.coninhcount = 0 and t.relnamespace = 'public'::regnamespace`.execute(
    target,
  )
  for (const { table, name } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(target)
  }
  return rows
}

/** Rows travel as JSON written and read by PostgreSQL, so that no value passes through a JavaScript type. */
async function copyTable({ name, columns, primaryKey }: Table, source: Tx, target: Tx): Promise<CopiedTable> {
  const table = sql.table(name)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const order = sql.join(primaryKey.map((column) => sql.ref(column)))
  await sql`declare copied no scroll cursor for
    select to_jsonb(t)::text as row from ${table} t order by ${order}`.execute(source)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(BATCH)} from copied`.execute(source)
    if (rows.length === 0) break
    const batch = `[${rows.map(({ row }) => row).join(',')}]`
    await sql`insert into ${table} (${names}) overriding system value
      select ${names} from jsonb_populate_recordset(null::${table}, ${batch}::jsonb)`.execute(target)
  }
  await sql`close copied`.execute(source)
  const [sent, arrived] = [await countRows(name, source), await countRows(name, target)]
  if (sent !== arrived)
    throw new CommandError(`Of ${sent} rows of ${name} ${arrived} arrived: nothing is kept`)
  return { name, rows: arrived }
}

async function countRows(name: string, db: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
  return rows[0]?.count ?? 0
}

async function copySequences(from: QueryExecutorProvider, to: QueryExecutorProvider): Promise<void> {
  const { rows: sequences } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'S' and relnamespace = 'public'::regnamespace`.execute(from)
  for (const { name } of sequences) {
    const { rows } = await sql<{ last_value: number; is_called: boolean }>`
      select last_value, is_called from ${sql.table(name)}`.execute(from)
    for (const { last_value, is_called } of rows) {
      await sql`select setval(${`public."${name}"`}::regclass, ${last_value}::bigint, ${is_called}::boolean)`.execute(
        to,
      )
    }
  }
}
