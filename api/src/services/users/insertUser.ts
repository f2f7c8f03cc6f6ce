import { sql, type Insertable } from 'kysely'
import type { Db, Schema } from '../../db/schema'
import { childPath } from '../../db/treePath'
import { foldName, nameKey } from '../auth/userName'

type User = Insertable<Schema['users']>

/** Adds a user to the tree. @param parent null for a Master. @returns the id and the path */
export async function insertUser(
  trx: Db,
  parent: Pick<User, 'path' | 'tree_names'> | null,
  user: Omit<User, 'user_id' | 'name_key' | 'name_folded' | 'path' | 'tree_names' | 'deleted_at'>,
): Promise<{ userId: number; path: string }> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('users', 'user_id')) as id`.execute(trx)
  const userId = Number(rows[0]?.id)
  const path = childPath(parent?.path ?? null, userId)
  const { user_name } = user
  await trx
    .insertInto('users')
    .values({
      ...user,
      user_id: userId,
      name_key: nameKey(user_name),
      name_folded: foldName(user_name),
      path,
      tree_names: parent ? `${parent.tree_names}/${user_name}` : user_name,
      deleted_at: null,
    })
    .execute()
  return { userId, path }
}
