import type { Db } from '../../db/schema'
import { isWithin } from '../../db/treePath'
import { notFound, forbidden } from '../../foundation/httpError'
import type { TreeNode } from './treeNode'

/**
 * Level 1 may name any machine in use.
 * @throws HttpError 403, the same for a foreign and an unknown machine; 404 for level 1
 */
export async function findOwnerBelow(db: Db, caller: TreeNode, machineId: string): Promise<TreeNode> {
  const owner = await db
    .selectFrom('machines as m')
    .innerJoin('users as u', 'u.user_id', 'm.owner_id')
    .select(['u.user_id', 'u.level', 'u.path'])
    .where('m.id', '=', machineId)
    .where('m.retired_at', 'is', null)
    .executeTakeFirst()
  if (!owner && caller.level === 1) throw notFound()
  if (!owner || owner.level <= caller.level) throw forbidden()
  if (caller.level !== 1 && !isWithin(owner.path, caller.path)) throw forbidden()
  return { userId: owner.user_id, level: owner.level, path: owner.path }
}

/**
 * Also of the caller's own and of retired machines, which movements and activity still name.
 * @throws HttpError 403 or 404, as above
 */
export async function findOwnerPath(db: Db, caller: TreeNode, machineId: string): Promise<string> {
  const machine = await db
    .selectFrom('machines')
    .select('owner_path')
    .where('id', '=', machineId)
    .executeTakeFirst()
  if (caller.level === 1) {
    if (!machine) throw notFound()
    return machine.owner_path
  }
  if (!machine || !isWithin(machine.owner_path, caller.path)) throw forbidden()
  return machine.owner_path
}
