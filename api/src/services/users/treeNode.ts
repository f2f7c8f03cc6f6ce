import type { Db } from '../../db/schema'
import { MAX_ID } from '../../db/maxId'
import { isWithin } from '../../db/treePath'
import { notFound, forbidden } from '../../httpError'

/** The place of a user in the tree: all that rules of access need to know. */
export interface TreeNode {
  readonly userId: number
  readonly level: number
  readonly path: string
}

interface Among {
  /** Also users who were deleted, whose rows stay. */
  readonly alsoDeleted?: boolean
}

async function findPlace(db: Db, userId: number, { alsoDeleted = false }: Among): Promise<TreeNode | null> {
  if (userId > MAX_ID) return null
  const named = db.selectFrom('users').select(['user_id', 'level', 'path']).where('user_id', '=', userId)
  const row = await (alsoDeleted ? named : named.where('deleted_at', 'is', null)).executeTakeFirst()
  return row ? { userId: row.user_id, level: row.level, path: row.path } : null
}

/**
 * The user with this id, if it is the caller or below. Level 1 sees everybody.
 * @throws HttpError 403, the same whether the user is somebody else's or does not exist; 404 for level 1.
 */
export async function findWithin(
  db: Db,
  caller: TreeNode,
  userId: number,
  among: Among = {},
): Promise<TreeNode> {
  const place = await findPlace(db, userId, among)
  if (caller.level === 1) {
    if (!place) throw notFound()
    return place
  }
  if (!place || !isWithin(place.path, caller.path)) throw forbidden()
  return place
}

/**
 * The same, but never the caller; nor, for level 1, another Master.
 * @throws HttpError 403 or 404
 */
export async function findBelow(db: Db, caller: TreeNode, userId: number): Promise<TreeNode> {
  const place = await findWithin(db, caller, userId)
  if (place.level <= caller.level) throw forbidden()
  return place
}
