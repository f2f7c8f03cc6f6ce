import { sql, type RawBuilder } from 'kysely'
import { CommandError } from '@console/shared-kernel/command'
import type { Db } from './schema'

const APPEND_ONLY = ['audit', 'movements'] as const
const READ_ONLY = ['kysely_migration', 'kysely_migration_lock']

/** All or nothing. @throws CommandError when the role is missing, or could still change the audit */
export async function grantTo(db: Db, role: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await rejectUnfit(trx, role)
    for (const statement of await statementsFor(trx, sql.id(role))) await statement.execute(trx)
    if (await mayChangeAudit(trx, sql`${role}::name`)) {
      throw new CommandError(
        `${role} could still change the audit: it is a superuser or a member of another role`,
      )
    }
  })
}

export async function mayChangeAudit(
  db: Db,
  role: RawBuilder<unknown> = sql`current_user`,
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_table_privilege(${role}, oid, 'update, delete, truncate')
      or has_any_column_privilege(${role}, oid, 'update')
      or pg_has_role(${role}, relowner, 'member')
      -- could make itself a member: before PostgreSQL 16, of any role that is not a superuser
      or (select rolcreaterole from pg_roles where rolname = ${role}) as may
    from pg_class where oid = 'audit'::regclass`.execute(db)
  return rows[0]?.may ?? false
}

/** @throws CommandError if the role does not own the table */
export async function rejectOthersThanOwner(
  db: Db,
  table: (typeof APPEND_ONLY)[number],
  what: string,
): Promise<void> {
  const { rows } = await sql<{ owns: boolean }>`
    select pg_has_role(relowner, 'usage') as owns from pg_class where oid = ${table}::regclass`.execute(db)
  if (!rows[0]?.owns) throw new CommandError(`DATABASE_URL must name the owner, who alone may ${what}`)
}

async function rejectUnfit(trx: Db, role: string): Promise<void> {
  const { rows } = await sql<{ there: boolean; owns: boolean; me: string }>`
    select exists (select from pg_roles where rolname = ${role}) as there,
      pg_has_role(datdba, 'usage') as owns, current_user as me
    from pg_database where datname = current_database()`.execute(trx)
  const { there = false, owns = false, me = '' } = rows[0] ?? {}
  if (!there) throw new CommandError(`There is no role ${role}`)
  if (role === me) throw new CommandError(`${role} is the owner: the server needs a role of its own`)
  if (!owns) throw new CommandError(`${me} does not own the database: DATABASE_URL must name the owner`)
}

async function statementsFor(trx: Db, role: RawBuilder<unknown>): Promise<RawBuilder<unknown>[]> {
  const { rows: databases } = await sql<{ name: string }>`select current_database() as name`.execute(trx)
  const database = sql.id(databases[0]?.name ?? '')
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and pg_has_role(relowner, 'usage')
      -- a partition is reached through its table
      and not relispartition`.execute(trx)
  return [
    // defaults, some of them from before PostgreSQL 15
    sql`revoke all on all tables in schema public from public`,
    sql`revoke all on all sequences in schema public from public`,
    sql`revoke create on schema public from public`,
    sql`revoke temporary on database ${database} from public`,
    sql`revoke all on all tables in schema public from ${role}`,
    sql`revoke all on all sequences in schema public from ${role}`,
    sql`revoke all on all routines in schema public from ${role}`,
    sql`revoke all on schema public from ${role}`,
    sql`revoke all on database ${database} from ${role}`,
    sql`grant connect on database ${database} to ${role}`,
    sql`grant usage on schema public to ${role}`,
    sql`grant usage on all sequences in schema public to ${role}`,
    sql`grant execute on function add_movement_months(timestamptz, timestamptz), analyze_movements() to ${role}`,
    ...tables.map(({ name }) => sql`grant ${sql.raw(rightsOn(name))} on ${sql.table(name)} to ${role}`),
  ]
}

function rightsOn(table: string): string {
  if (READ_ONLY.includes(table)) return 'select'
  return APPEND_ONLY.some((name) => name === table) ? 'select, insert' : 'select, insert, update, delete'
}
