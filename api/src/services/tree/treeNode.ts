import type { Db } from '../../db/schema'
import { MAX_ID } from '../../db/maxId'
import { isWithin } from '../../db/treePath'
import { notFound, forbidden } from '../../foundation/httpError'

export interface TreeNode {
  userId: number
  level: number
  path: string
}

interface Among {
  alsoDeleted?: boolean
}

async function findNode(db: Db, userId: number, { alsoDeleted = false }: Among): Promise<TreeNode | null> {
  if (userId > MAX_ID) return null
  const named = db.selectFrom('users').select(['user_id', 'level', 'path']).where('user_id', '=', userId)
  const row = await (alsoDeleted ? named : named.where('deleted_at', 'is', null)).executeTakeFirst()
  return row ? { userId: row.user_id, level: row.level, path: row.path } : null
}

/**
 * Level 1 may name anybody.
 * @throws HttpError 403, the same for a foreign and an unknown user; 404 for level 1
 */
export async function findWithin(
  db: Db,
  caller: TreeNode,
  userId: number,
  among: Among = {},
): Promise<TreeNode> {
  const node = await findNode(db, userId, among)
  if (caller.level === 1) {
    if (!node) throw notFound()
    return node
  }
  if (!node || !isWithin(node.path, caller.path)) throw forbidden()
  return node
}

/** Not the caller, and no other Master for level 1. @throws HttpError 403 or 404 */
export async function findBelow(db: Db, caller: TreeNode, userId: number): Promise<TreeNode> {
  const node = await findWithin(db, caller, userId)
  if (node.level <= caller.level) throw forbidden()
  return node
}
