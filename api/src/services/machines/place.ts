import type { Db } from '../../db/database'
import { isWithin } from '../../db/treePath'
import { notFound, notYours } from '../../http/errors'
import type { UserPlace } from '../users/place'

/**
 * The owner of the machine with this id, if it stands below the caller; level 1 may name any machine in use.
 * @throws HttpError 403, the same whether the machine is somebody else's or does not exist; 404 for level 1.
 */
export async function findOwnerBelow(db: Db, caller: UserPlace, machineId: string): Promise<UserPlace> {
  const owner = await db
    .selectFrom('machines as m')
    .innerJoin('users as u', 'u.user_id', 'm.owner_id')
    .select(['u.user_id', 'u.level', 'u.path'])
    .where('m.id', '=', machineId)
    .where('m.retired_at', 'is', null)
    .executeTakeFirst()
  if (!owner && caller.level === 1) throw notFound()
  if (!owner || owner.level <= caller.level) throw notYours()
  if (caller.level !== 1 && !isWithin(owner.path, caller.path)) throw notYours()
  return { userId: owner.user_id, level: owner.level, path: owner.path }
}
