import type { Db } from '../../db/schema'
import type { TreeNode } from './treeNode'

/**
 * Changes with any user and any number of machines. Read it before the list: a change in between then costs
 * only a transfer.
 */
export async function treeTag(db: Db, caller: TreeNode): Promise<string> {
  const { version } = await db.selectFrom('tree_version').select('version').executeTakeFirstOrThrow()
  return `${version}-${caller.userId}`
}
