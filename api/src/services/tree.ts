import { seesEverything } from '@console/shared-kernel/rules'
import { sql, type RawBuilder } from 'kysely'
import { type Db, MAX_ID } from '../db/schema'
import { isWithin, PATH_LENGTHS, strictlyInSubtree } from '../db/treePath'
import { type HttpError, notFound, forbidden } from '../foundation/httpError'

export interface TreeNode {
  userId: number
  level: number
  path: string
}

/** Whether something is in the subtree of a user. Level 1 sees everything, including what has no path. */
export const covers = (user: TreeNode, path: string | null): boolean =>
  seesEverything(user) || (path !== null && isWithin(path, user.path))

/**
 * Something that does not exist gets the same answer as something in another branch, except for level 1,
 * which may name anything.
 */
export const unknownTo = (caller: TreeNode): HttpError => (seesEverything(caller) ? notFound() : forbidden())

/** @throws HttpError 403 or 404 */
function permitted<Found extends { path: string }>(caller: TreeNode, found: Found | undefined): Found {
  if (!found) throw unknownTo(caller)
  if (!covers(caller, found.path)) throw forbidden()
  return found
}

/** @throws HttpError 403 or 404 */
export async function findWithin(
  db: Db,
  caller: TreeNode,
  userId: number,
  { alsoDeleted = false } = {},
): Promise<TreeNode> {
  const named = db
    .selectFrom('users')
    .select(['user_id as userId', 'level', 'path'])
    .where('user_id', '=', userId)
  const query = alsoDeleted ? named : named.where('deleted_at', 'is', null)
  return permitted(caller, userId > MAX_ID ? undefined : await query.executeTakeFirst())
}

/** Rejects the caller, and for level 1 any other Master. @throws HttpError 403 or 404 */
export async function findBelow(db: Db, caller: TreeNode, userId: number): Promise<TreeNode> {
  const node = await findWithin(db, caller, userId)
  if (node.level <= caller.level) throw forbidden()
  return node
}

/** Finds the user whom a change concerned, who must be below the caller now. @throws HttpError 403 or 404 */
export async function findChangedBelow(db: Db, caller: TreeNode, activityId: number): Promise<TreeNode> {
  const row = await db
    .selectFrom('audit')
    .select(['subject_machine_id', 'subject_user_id'])
    .where('id', '=', activityId)
    .executeTakeFirst()
  if (row?.subject_machine_id) return findOwnerBelow(db, caller, row.subject_machine_id)
  return findBelow(db, caller, row?.subject_user_id ?? NO_USER)
}

const NO_USER = 0

/** Whether the user with path `other` is strictly below. Level 1 is above everyone except other Masters. */
export const isAbove = (user: TreeNode, other: string): boolean =>
  other.length > user.path.length && covers(user, other)

/** Like `isAbove`, in SQL. */
export const isBelow = (user: TreeNode, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  seesEverything(user)
    ? sql<boolean>`length(${other}) > ${user.path.length}`
    : strictlyInSubtree(other, user.path)

/** Who calls, with which session and request. */
export interface Caller extends TreeNode {
  sessionId: string
  requestId: string
  address: string
}

export type UnknownCaller = Pick<Caller, 'requestId' | 'address'>
export type SessionUser = Omit<Caller, keyof UnknownCaller>

/** Finds the owner of a machine in use. @throws HttpError 403 or 404 */
export async function findOwnerWithin(db: Db, caller: TreeNode, machineId: string): Promise<TreeNode> {
  const found = await db
    .selectFrom('machines as m')
    .innerJoin('users as u', 'u.user_id', 'm.owner_id')
    .select(['u.user_id as userId', 'u.level', 'u.path'])
    .where('m.id', '=', machineId)
    .where('m.retired_at', 'is', null)
    .executeTakeFirst()
  return permitted(caller, found)
}

/** Finds the owner, below the caller, of a machine in use. @throws HttpError 403 or 404 */
export async function findOwnerBelow(db: Db, caller: TreeNode, machineId: string): Promise<TreeNode> {
  const owner = await findOwnerWithin(db, caller, machineId)
  if (owner.level <= caller.level) throw forbidden()
  return owner
}

/** Finds the caller's own and retired machines too: movements and activity name them. @throws HttpError 403 or 404 */
export async function findOwnerPath(db: Db, caller: TreeNode, machineId: string): Promise<string> {
  const machine = db.selectFrom('machines').select('owner_path as path').where('id', '=', machineId)
  return permitted(caller, await machine.executeTakeFirst()).path
}

/**
 * To prevent deadlocks, locks are always taken in this order: sessions' locks, sessions, users, machines and
 * what belongs to them, then (by triggers) `tree_version` and machine counts. Never `for update`: it would
 * wait for every transaction whose audit rows refer to the user.
 */

/** Locks the user's row until the transaction ends. @throws HttpError 403 if it was just deleted */
export async function lockUser(trx: Db, userId: number) {
  const user = await trx
    .selectFrom('users')
    .select(['user_name', 'level', 'parent_id', 'version', 'password_hash'])
    .select(['name_client', 'is_blocked', 'blocked_until', 'quit_pass', 'block_disabled'])
    .select('technician_clients')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw forbidden()
  return user
}

/**
 * SQL: whether the user at `path`, or one above, is blocked. Checked at every sign-in, at every write, and
 * whenever a session is read: a block ends no sessions, but the user's, and those of all users below, cannot
 * be used while it lasts. A plain `exists` may be planned as a scan of all blocked users.
 */
export const isInBlockedBranch = (path: RawBuilder<string>): RawBuilder<boolean> => sql<boolean>`(
  select coalesce(bool_or(above.is_blocked), false) from users above
  where above.path = any (array[${sql.join(PATH_LENGTHS.map((length) => sql`left(${path}, ${sql.lit(length)})`))}]))`

/**
 * SQL: the same for the rows of a list, where a subquery for each row would take most of the time. The
 * database hashes the arrays.
 *
 * @param branches those that `blockedBranches` found
 */
export function isInBranches(path: RawBuilder<string>, branches: readonly string[]): RawBuilder<boolean> {
  const conditions = PATH_LENGTHS.flatMap((wanted) => {
    const ofLength = branches.filter(({ length }) => length === wanted)
    return ofLength.length === 0 ? [] : sql`left(${path}, ${sql.lit(wanted)}) = any (${ofLength}::text[])`
  })
  return sql<boolean>`(${sql.join([sql`false`, ...conditions], sql` or `)})`
}

/** Paths of the blocked users that meet the conditions, without those below another blocked user. */
export async function blockedBranches(db: Db, within: readonly RawBuilder<boolean>[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select u.path from users u
    where ${sql.join([sql`u.is_blocked`, ...within], sql` and `)} order by u.path`.execute(db)
  const branches: string[] = []
  for (const { path } of rows) {
    const last = branches.at(-1)
    if (last === undefined || !isWithin(path, last)) branches.push(path)
  }
  return branches
}
