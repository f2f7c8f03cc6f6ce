import type { Db } from '../../db/database'
import type { UserPlace } from './place'

/**
 * The entity tag of the tree as a caller sees it; another one as soon as a user or the number of machines
 * changes anywhere. Read it before the list: a change in between then costs a transfer, and hides nothing.
 */
export async function treeTag(db: Db, caller: UserPlace): Promise<string> {
  const { version } = await db.selectFrom('tree_version').select('version').executeTakeFirstOrThrow()
  return `"${version}-${caller.userId}"`
}
