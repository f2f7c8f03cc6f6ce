import { createHash } from 'node:crypto'
import { seesEverything } from '@console/shared-kernel/rules'
import { sql, type RawBuilder } from 'kysely'
import { machineRowResponse, userResponse, type UserResponse } from '@console/shared-kernel/schemas'
import type { Transact } from '../db/transact'
import { inSubtree, strictlyInSubtree } from '../db/treePath'
import { type TreeNode, blockedBranches, isInBlockedBranch, isInBranches } from './tree'
import type { Db } from '../db/schema'
import { lastRolledUp } from './reports/runningTotals'

/** JSON strings escape line feeds, so rows can be split into lines without parsing. */
export const ROW_SEPARATOR = ',\n'

/** Chunks of the inside of a JSON list, with one or more rows each. */
export type RowChunks = Iterable<string> | AsyncIterable<string>

/** The place of a row in time order; several rows may share an instant. */
export interface TimePlace {
  /** Microseconds since 1970. */
  time: number
  id: number
}

export interface Chunk<Last> {
  /** Null when no row of the chunk is in the list. */
  json: string | null
  /** Null for the last chunk. */
  last: Last | null
}

export const CHUNK_ROWS = 2000

/**
 * The first chunk is read before this resolves, so that a failing database still causes an error answer. Each
 * chunk is a separate statement, which lets other requests run in between: there is no snapshot of the list,
 * and a row that is added or removed meanwhile may or may not be in it.
 */
export async function chunksOf<Last>(
  read: (after: Last | null) => Promise<Chunk<Last>>,
): Promise<AsyncIterable<string>> {
  return chunks(await read(null), read)
}

async function* chunks<Last>(
  first: Chunk<Last>,
  read: (after: Last | null) => Promise<Chunk<Last>>,
): AsyncGenerator<string> {
  for (let chunk = first; ; chunk = await read(chunk.last)) {
    if (chunk.json !== null) yield chunk.json
    if (chunk.last === null) return
  }
}

/** SQL by field. */
export type Fields = Readonly<Record<string, RawBuilder<unknown>>>

/** In its SQL, `u` is the row's user or owner. */
export interface List<Position extends string | number> {
  from: RawBuilder<unknown>
  notDeleted: RawBuilder<boolean>
  /** Unique and never changing, so that a chunk can begin where the last one ended. */
  position: RawBuilder<Position>
  /** Decides who may see the row. */
  path: RawBuilder<string>
  fields: Fields
}

export type Condition = RawBuilder<boolean>

/** The conditions on the path that decides who may see a row. */
export type Scope = (path: RawBuilder<unknown>) => Condition[]

export const visibleTo =
  (caller: TreeNode): Scope =>
  (path) =>
    seesEverything(caller) ? [] : [inSubtree(path, caller.path)]

export const below =
  (user: TreeNode): Scope =>
  (path) => [strictlyInSubtree(path, user.path)]

/**
 * SQL: the database builds the JSON, so a long list needs no row objects and no schema check per row. Fields
 * are listed one by one, so that a new column never leaks.
 */
export function rowJson(fields: Fields) {
  const pairs = Object.entries(fields).map(([name, value]) => sql`${sql.lit(name)}, ${value}`)
  return sql<string>`json_build_object(${sql.join(pairs)})::text`
}

/** @param scope the access limit: rows outside of it are never returned */
export function readList<Position extends string | number>(
  transact: Transact,
  list: List<Position>,
  scope: Scope,
): Promise<AsyncIterable<string>> {
  const conditions = [list.notDeleted, ...scope(list.path)]
  const rowsAfter = (after: Position | null) => sql`
    select ${list.position} as position, ${rowJson(list.fields)} as json from ${list.from}
    where ${sql.join(after === null ? conditions : [...conditions, sql`${list.position} > ${after}`], sql` and `)}
    order by ${list.position} limit ${sql.lit(CHUNK_ROWS)}`
  return chunksOf<Position>(async (last) => {
    // an aggregate keeps the order of a subquery if it reads nothing else
    const { rows } = await transact((trx) =>
      sql<Chunk<Position>>`
        select string_agg(json, ${sql.lit(ROW_SEPARATOR)}) as json,
          case when count(*) = ${sql.lit(CHUNK_ROWS)} then max(position) end as last
        from (${rowsAfter(last)}) chunk`.execute(trx),
    )
    return rows[0] ?? { json: null, last: null }
  })
}

interface ListedRow {
  id: string
  /** Decides who may see it. */
  path: string
  json: string
}

/** The rows of the list that have these ids, in any order. @param ids SQL: an array */
async function readRows(
  db: Db,
  { from, notDeleted, path, fields }: Omit<List<never>, 'position'>,
  id: RawBuilder<unknown>,
  ids: RawBuilder<unknown>,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${id}::text as id, ${path} as path, ${rowJson(fields)} as json from ${from}
    where ${id} = any(${ids}) and ${notDeleted}`.execute(db)
  return rows
}

/** SQL: an exact amount with two decimals. */
export const amount = (cents: RawBuilder<unknown>): RawBuilder<string> => sql`(${cents}) * 0.01`

/** SQL: ISO 8601, UTC. */
export const instant = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The field `userName` is the column `user_name` of the table `alias`, unless `others` has its SQL. */
const fieldsOf = <Name extends string>(
  shape: Readonly<Record<Name, unknown>>,
  alias: string,
  others: Readonly<Partial<Record<Name, RawBuilder<unknown>>>>,
): Fields => ({
  ...Object.fromEntries(
    Object.keys(shape).map((name) => {
      const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      return [name, sql.ref(`${alias}.${column}`)]
    }),
  ),
  ...others,
})

const USER_FIELDS = fieldsOf(userResponse.shape, 'u', {
  countryName: sql`c.name`,
  blockedUntil: instant(sql`u.blocked_until`),
  botonBlockedDeshabilitado: sql`u.block_disabled`,
  parentUserId: sql`u.parent_id`,
  treeUserNamesCreators: sql`u.tree_names`,
  createdAt: instant(sql`u.created_at`),
  numeroMaquinas: sql`coalesce((select k.machines from machine_counts k where k.path = u.path), 0)`,
  listaClientesTecnico: sql`u.technician_clients`,
  version: sql`u.version::text`,
})

const USERS: List<string> = {
  from: sql`users u join countries c on c.id = u.country_id`,
  notDeleted: sql`u.deleted_at is null`,
  position: sql`u.path`,
  path: sql`u.path`,
  fields: USER_FIELDS,
}

export const userList = (transact: Transact, scope: Scope): Promise<AsyncIterable<string>> =>
  readList(transact, USERS, scope)

export const userRows = (db: Db, ids: readonly number[]): Promise<ListedRow[]> =>
  readRows(db, USERS, sql`u.user_id`, sql`${ids}::int[]`)

/** Another build may have other fields: browsers must not reuse its lists. */
const FIELDS_HASH = createHash('sha256').update(Object.keys(USER_FIELDS).join()).digest('hex').slice(0, 8)

/**
 * Changes with every change of a user, of the number of machines, or of the fields. Read it before the list:
 * a change in between then costs only one more transfer.
 */
export async function treeTag(db: Db, caller: TreeNode): Promise<string> {
  const { version } = await db.selectFrom('tree_version').select('version').executeTakeFirstOrThrow()
  return `${version}-${FIELDS_HASH}-${caller.userId}`
}

export const readUser = async (trx: Db, userId: number): Promise<UserResponse> =>
  userResponse.parse(JSON.parse((await userJson(trx, userId)) ?? 'null'))

export const userJson = async (db: Db, userId: number): Promise<string | null> =>
  (await userAndPosition(db, userId))?.json ?? null

/** The user as in the list, and the position in the stream of changes at that moment. */
export async function userAndPosition(
  db: Db,
  userId: number,
): Promise<{ json: string; position: string } | undefined> {
  const { rows } = await sql<{ json: string; position: string }>`
    select ${rowJson(USER_FIELDS)} as json, pg_current_snapshot()::text as position
    from ${USERS.from} where u.user_id = ${userId} and ${USERS.notDeleted}`.execute(db)
  return rows[0]
}

/** SQL: all-time cash in minus cash out, in cents (numeric), of a machine `m` in use. */
export const profitCents = sql<number>`(
  coalesce((
    select t.cash_in_cents - t.cash_out_cents from machine_totals t
    where t.ends_at = ${lastRolledUp} and t.machine_key = m.key
  ), 0) + coalesce((
    select sum(v.in_cents - v.out_cents) from movements v
    where v.machine_id = m.id and v.type in (2, 3)
      and v.occurred_at >= coalesce(${lastRolledUp}, '-infinity')
  ), 0)
)`

const MACHINE_FIELDS = fieldsOf(machineRowResponse.shape, 'm', {
  idMachine: sql`m.id`,
  machineName: sql`m.name`,
  userId: sql`u.user_id`,
  userName: sql`u.user_name`,
  credit: amount(sql`m.credit_cents`),
  creditVersion: sql`m.credit_version::text`,
  version: sql`m.version::text`,
  profit: amount(profitCents),
  block: sql`m.is_blocked`,
  blockedUntil: instant(sql`m.blocked_until`),
  ownerBlocked: isInBlockedBranch(sql`m.owner_path`),
  location: sql`nullif(m.location, '')`,
  ipAddress: sql`nullif(m.ip_address, '')`,
  creationDate: instant(sql`m.created_at`),
  lastConnection: instant(sql`m.last_connection`),
  jackpotMega: amount(sql`m.jackpot_mega_cents`),
  jackpotMini: amount(sql`m.jackpot_mini_cents`),
})

/** Machines in order of creation. */
const MACHINES: List<number> = {
  from: sql`machines m join users u on u.user_id = m.owner_id`,
  notDeleted: sql`m.retired_at is null`,
  position: sql`m.key`,
  path: sql`m.owner_path`,
  fields: MACHINE_FIELDS,
}

export async function machineList(transact: Transact, caller: TreeNode): Promise<AsyncIterable<string>> {
  const scope = visibleTo(caller)
  // no user above the caller is blocked, or the session would have been rejected
  const branches = await transact((trx) => blockedBranches(trx, scope(sql`u.path`)))
  const fields = { ...MACHINE_FIELDS, ownerBlocked: isInBranches(MACHINES.path, branches) }
  return readList(transact, { ...MACHINES, fields }, scope)
}

/** JSON text. @throws if no machine in use has this id */
export async function machineJson(db: Db, machineId: string): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select ${rowJson(MACHINE_FIELDS)} as json from ${MACHINES.from}
    where m.id = ${machineId} and ${MACHINES.notDeleted}`.execute(db)
  const [machine] = rows
  if (!machine) throw new Error(`Machine ${machineId} is not in use`)
  return machine.json
}

export const machineRows = (db: Db, ids: readonly string[]): Promise<ListedRow[]> =>
  readRows(db, MACHINES, sql`m.id`, sql`${ids}::uuid[]`)
