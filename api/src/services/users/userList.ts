import { createHash } from 'node:crypto'
import { userResponse, type UserResponse } from '@console/shared-kernel/schemas'
import { sql, type RawBuilder } from 'kysely'
import { instant } from '../../db/wireSql'
import type { Db } from '../../db/schema'
import type { Transact } from '../../db/transact'
import { readList, rowJson, type List, type Scope } from '../lists/listQuery'
import type { TreeNode } from '../tree/treeNode'

const FIELDS: Readonly<Record<keyof UserResponse, RawBuilder<unknown>>> = {
  userId: sql`u.user_id`,
  userName: sql`u.user_name`,
  level: sql`u.level`,
  countryId: sql`u.country_id`,
  countryName: sql`c.name`,
  isBlocked: sql`u.is_blocked`,
  quitPass: sql`u.quit_pass`,
  botonBlockedDeshabilitado: sql`u.block_disabled`,
  parentUserId: sql`u.parent_id`,
  treeUserNamesCreators: sql`u.tree_names`,
  createdAt: instant(sql`u.created_at`),
  numeroMaquinas: sql`coalesce((select k.machines from machine_counts k where k.path = u.path), 0)`,
  nameClient: sql`u.name_client`,
  listaClientesTecnico: sql`u.technician_clients`,
  version: sql`u.version::text`,
}

const USERS: List<string> = {
  from: sql`users u join countries c on c.id = u.country_id`,
  notDeleted: sql`u.deleted_at is null`,
  position: sql`u.path`,
  path: sql`u.path`,
  fields: FIELDS,
}

export const below = (user: TreeNode): Scope => ({ kind: 'subtree', path: user.path, withTop: false })

export const userList = (transact: Transact, scope: Scope): Promise<AsyncIterable<string>> =>
  readList(transact, USERS, scope)

/** Another build may have other fields: browsers must not reuse its lists. */
const FIELDS_HASH = createHash('sha256').update(Object.keys(FIELDS).join()).digest('hex').slice(0, 8)

/**
 * Changes with every change of a user, of the number of machines, or of the fields. To be read before the list: a
 * change in between then costs only a transfer.
 */
export async function treeTag(db: Db, caller: TreeNode): Promise<string> {
  const { version } = await db.selectFrom('tree_version').select('version').executeTakeFirstOrThrow()
  return `${version}-${FIELDS_HASH}-${caller.userId}`
}

export const readUser = async (trx: Db, userId: number): Promise<UserResponse> =>
  userResponse.parse(JSON.parse((await userJson(trx, userId)) ?? 'null'))

export async function userJson(db: Db, userId: number): Promise<string | null> {
  const { rows } = await sql<{ json: string }>`
    select ${rowJson(FIELDS)} as json from ${USERS.from} where u.user_id = ${userId} and ${USERS.notDeleted}`.execute(
    db,
  )
  return rows[0]?.json ?? null
}
