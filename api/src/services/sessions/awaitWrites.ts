import type { Db } from '../../db/schema'
import { OutcomeUnknown } from '../../db/failures'
import { subtreeEnd } from '../../db/treePath'
import type { TreeNode } from '../tree/treeNode'

/**
 * Waits for writes that have not seen what was just committed: each holds its session (idempotentWrites). Not
 * inside that transaction, which would miss sessions that begin before its commit.
 * @throws OutcomeUnknown where one takes too long
 */
export async function awaitWritesBelow(db: Db, { path }: TreeNode): Promise<void> {
  try {
    await db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.user_id', 's.user_id')
      .select('s.sid')
      .where('u.path', '>=', path)
      .where('u.path', '<', subtreeEnd(path))
      .orderBy('u.path')
      .orderBy('s.sid')
      .forUpdate('s')
      .execute()
  } catch (error) {
    throw new OutcomeUnknown('Writes that began before may still succeed', { cause: error })
  }
}
