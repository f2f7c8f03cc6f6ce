import { sql } from 'kysely'
import { isEndUser } from '@console/shared-kernel/rules'
import type { Actor } from '../tree/caller'
import type { Db } from '../../db/schema'
import { subtreeEnd } from '../../db/treePath'
import { HttpError, forbidden } from '../../foundation/httpError'
import { writeAudit } from '../writes/audit'
import { endSessions, refuseNewSessions } from '../sessions/endSessions'
import { lockUser } from '../tree/lockUser'
import { refuseStaleUser } from './refuseStaleUser'
import type { TreeNode } from '../tree/treeNode'

const hasUsers = (): HttpError => new HttpError(400, 'El usuario tiene usuarios a su cargo')

/**
 * Keeps the row, which movements and names refer to. Its machines are retired, with the credit that they have.
 * @throws HttpError 403 where the user has machines and is neither Client nor Player, 400 where it has users
 */
export async function deleteUser(
  trx: Db,
  actor: Actor,
  target: TreeNode,
  expected: number | undefined,
): Promise<void> {
  await endSessions(trx, target.userId, null)
  const user = await lockUser(trx, target.userId)
  await refuseNewSessions(trx, target.userId, null)
  await refuseStaleUser(trx, target.userId, user.version, expected)
  const now = new Date()
  if (!isEndUser(target.level) && (await machinesWithin(trx, target.path)) > 0) throw forbidden()
  if (await hasLivingChild(trx, target.userId)) throw hasUsers()
  const retired = await trx
    .updateTable('machines')
    .set({ retired_at: now })
    .where('id', 'in', (query) =>
      query
        .selectFrom('machines')
        .select('id')
        // a path is one user's; owner_id has no index
        .where('owner_path', '=', target.path)
        .where('retired_at', 'is', null)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .returning(['id', 'name', 'credit_cents'])
    .execute()
  for (const { id, name, credit_cents } of retired)
    await writeAudit(trx, actor, {
      action: 'machine.retire',
      subject: { type: 'machine', id },
      before: { name, creditCents: credit_cents },
    })
  await trx.updateTable('users').set({ deleted_at: now }).where('user_id', '=', target.userId).execute()
  const { user_name, level, parent_id } = user
  await writeAudit(trx, actor, {
    action: 'user.delete',
    subject: { type: 'user', id: target.userId },
    before: { user_name, level, parent_id },
  })
}

async function machinesWithin(trx: Db, path: string): Promise<number> {
  const { machines } = await trx
    .selectFrom('machines')
    .select(sql<number>`count(*)`.as('machines'))
    .where('owner_path', '>=', path)
    .where('owner_path', '<', subtreeEnd(path))
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(machines)
}

const hasLivingChild = async (trx: Db, userId: number): Promise<boolean> =>
  (await trx
    .selectFrom('users')
    .select('user_id')
    .where('parent_id', '=', userId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
