import { randomUUID } from 'node:crypto'
import type { Actor } from '../tree/caller'
import type { Db } from '../../db/schema'
import { writeAudit } from '../writes/audit'
import { lockUser } from '../tree/lockUser'
import type { TreeNode } from '../tree/treeNode'

/**
 * @returns its id
 * @throws HttpError 403 where the owner has just been deleted: the deletion has not retired this machine
 */
export async function createMachine(trx: Db, actor: Actor, owner: TreeNode): Promise<string> {
  const id = randomUUID()
  const user = await lockUser(trx, owner.userId)
  // a statement of its own, to see the machines of the last holder of the lock
  const { earlier } = await trx
    .selectFrom('machines')
    .select(({ fn }) => fn.countAll<number>().as('earlier'))
    // a path is one user's; owner_id has no index
    .where('owner_path', '=', owner.path)
    .executeTakeFirstOrThrow()
  const name = `${user.user_name} ${earlier + 1}`
  await trx
    .insertInto('machines')
    .values({
      id,
      name,
      owner_id: owner.userId,
      owner_path: owner.path,
      status: 'Offline',
      is_connected: false,
      last_connection: null,
      location: '',
      ip_address: '',
      security_level: 'Standard',
      retired_at: null,
    })
    .execute()
  await writeAudit(trx, actor, {
    action: 'machine.create',
    subject: { type: 'machine', id },
    after: { name, ownerId: owner.userId },
  })
  return id
}
