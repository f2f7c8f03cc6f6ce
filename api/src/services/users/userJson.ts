import { userResponse, type UserResponse } from '@console/shared-kernel/schemas'
import { sql, type RawBuilder } from 'kysely'
import { instant } from '../../db/wireSql'
import { reading, type Db } from '../../db/database'
import { subtreeEnd } from '../../db/treePath'
import { CHUNK_ROWS, piecesOf, ROW_SEPARATOR, type Chunk } from '../listPieces'
import type { TreeNode } from './treeNode'

/**
 * A user as sent, written by the database itself: a long list then costs neither a row object nor a schema
 * check each. The columns are listed one by one so that a new column of the table never leaks; the tests
 * hold the answers against the contract.
 */
const USER_JSON: RawBuilder<string> = sql`json_build_object(
  'userId', u.user_id,
  'userName', u.user_name,
  'level', u.level,
  'countryId', u.country_id,
  'countryName', c.name,
  'isBlocked', u.is_blocked,
  'quitPass', u.quit_pass,
  'botonBlockedDeshabilitado', u.block_disabled,
  'parentUserId', u.parent_id,
  'treeUserNamesCreators', u.tree_names,
  'createdAt', ${instant(sql`u.created_at`)},
  'numeroMaquinas', coalesce((select k.machines from machine_counts k where k.path = u.path), 0),
  'nameClient', u.name_client,
  'listaClientesTecnico', u.technician_clients,
  'version', u.version::text
)::text`

/** Which users a list holds, in the order of the tree. */
export type UserScope =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'subtree'; readonly path: string; readonly withTop: boolean }

/** What a caller sees of the tree: level 1 everyone, the others themselves and everyone below. */
export const visibleTo = (caller: TreeNode): UserScope =>
  caller.level === 1 ? { kind: 'everyone' } : { kind: 'subtree', path: caller.path, withTop: true }

export const below = (user: TreeNode): UserScope => ({ kind: 'subtree', path: user.path, withTop: false })

async function readChunk(db: Db, scope: UserScope, after: string | null): Promise<Chunk<string>> {
  const conditions = [sql`u.deleted_at is null`]
  if (scope.kind === 'subtree') {
    conditions.push(sql`u.path < ${subtreeEnd(scope.path)}`)
    if (after === null)
      conditions.push(scope.withTop ? sql`u.path >= ${scope.path}` : sql`u.path > ${scope.path}`)
  }
  if (after !== null) conditions.push(sql`u.path > ${after}`)
  const { rows } = await sql<Chunk<string>>`
    select string_agg(json, ${sql.lit(ROW_SEPARATOR)} order by path) as json, max(path) as last from (
      select u.path, ${USER_JSON} as json
      from users u join countries c on c.id = u.country_id
      where ${sql.join(conditions, sql` and `)}
      order by u.path limit ${sql.lit(CHUNK_ROWS)}
    ) chunk`.execute(db)
  return rows[0] ?? { json: null, last: null }
}

export const userListJson = (db: Db, scope: UserScope): Promise<AsyncIterable<string>> =>
  piecesOf<string>((after) => reading(db, (trx) => readChunk(trx, scope, after)))

/** As one's own change shows it. */
export const readUser = async (trx: Db, userId: number): Promise<UserResponse> =>
  userResponse.parse(JSON.parse((await userJson(trx, userId)) ?? 'null'))

/** One user as JSON text, or null if there is none with this id. */
export async function userJson(db: Db, userId: number): Promise<string | null> {
  const { rows } = await sql<{ json: string }>`
    select ${USER_JSON} as json from users u join countries c on c.id = u.country_id
    where u.user_id = ${userId} and u.deleted_at is null`.execute(db)
  return rows[0]?.json ?? null
}
