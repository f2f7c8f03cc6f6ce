import { sql } from 'kysely'
import type { Db } from '../../db/database'
import { subtreeEnd } from '../../db/treePath'
import { HttpError, notYours } from '../../http/errors'
import { writeAudit, type Actor } from '../audit'
import type { UserPlace } from './place'

const hasUsers = (): HttpError => new HttpError(400, 'El usuario tiene usuarios a su cargo')

/**
 * Deletes a user. The row stays, for movements and names go on pointing at it; its machines are retired, its
 * sessions end, and its name is free again.
 * @throws HttpError 403 where the user has machines and is neither Client nor Player, 400 where it has users
 */
export const deleteUser = (db: Db, actor: Actor, target: UserPlace): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['user_name', 'level', 'parent_id'])
      .where('user_id', '=', target.userId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!user) throw notYours()
    const now = new Date()
    const isEndUser = target.level >= 6
    if (!isEndUser && (await machinesWithin(trx, target.path)) > 0) throw notYours()
    if (await hasLivingChild(trx, target.userId)) throw hasUsers()
    await trx
      .updateTable('machines')
      .set({ retired_at: now })
      .where('owner_id', '=', target.userId)
      .where('retired_at', 'is', null)
      .execute()
    await trx.deleteFrom('sessions').where('user_id', '=', target.userId).execute()
    await trx.updateTable('users').set({ deleted_at: now }).where('user_id', '=', target.userId).execute()
    await writeAudit(trx, actor, { action: 'user.delete', subject: `user ${target.userId}`, before: user })
  })

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
