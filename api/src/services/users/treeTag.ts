import type { Db } from '../../db/schema'
import type { TreeNode } from './treeNode'

/**
 * Changes with every change of a user or of the number of machines. To be read before the list: a change in
 * between then costs only a transfer.
 */
export async function treeTag(db: Db, caller: TreeNode): Promise<string> {
  const { version } = await db.selectFrom('tree_version').select('version').executeTakeFirstOrThrow()
  return `${version}-${caller.userId}`
}
