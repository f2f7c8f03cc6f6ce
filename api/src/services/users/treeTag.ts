import type { Db } from '../../db/schema'
import type { TreeNode } from './treeNode'

/**
 * What an entity tag says of the tree as a caller sees it; something else as soon as a user or the number of machines
 * changes anywhere. Read it before the list: a change in between then costs a transfer, and hides nothing.
 */
export async function treeTag(db: Db, caller: TreeNode): Promise<string> {
  const { version } = await db.selectFrom('tree_version').select('version').executeTakeFirstOrThrow()
  return `${version}-${caller.userId}`
}
