import { sql } from 'kysely'
import { isEndUser } from '@console/shared-kernel/levels'
import { inSubtree } from '../../db/treePath'
import type { Db } from '../../db/schema'
import { forbidden, HttpError } from '../../foundation/httpError'
import { endSessions, rejectNewSessions } from '../auth/endSessions'
import { removeFactors } from '../auth/factors/factors'
import { type Caller, lockUser } from '../tree'
import { writeAudit } from '../writes/writes'
import { rejectStaleUser, type UserChange } from './changeUser'

const hasUsers = (): HttpError => new HttpError(400, 'El usuario tiene usuarios a su cargo')

/**
 * Keeps the row, which movements and names refer to. Retires the user's machines, which keep their credit,
 * and removes the second factors.
 * @throws HttpError 403 if there are machines and the user is neither Client nor Player, 400 if there are
 * users below
 */
export async function deleteUser(
  trx: Db,
  caller: Caller,
  { target, expected }: Pick<UserChange, 'target' | 'expected'>,
): Promise<void> {
  await endSessions(trx, target.userId, null)
  const user = await lockUser(trx, target.userId)
  await rejectNewSessions(trx, target.userId, null)
  await rejectStaleUser(trx, target.userId, { expected, actual: user.version })
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
        // a path belongs to one user; owner_id has no index
        .where('owner_path', '=', target.path)
        .where('retired_at', 'is', null)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .returning(['id', 'name', 'credit_cents'])
    .execute()
  for (const { id, name, credit_cents } of retired)
    await writeAudit(trx, caller, {
      action: 'machine.retire',
      subject: { type: 'machine', id },
      before: { name, creditCents: credit_cents },
    })
  await removeFactors(trx, target.userId)
  await trx.updateTable('users').set({ deleted_at: now }).where('user_id', '=', target.userId).execute()
  const { user_name, level, parent_id } = user
  await writeAudit(trx, caller, {
    action: 'user.delete',
    subject: { type: 'user', id: target.userId },
    before: { user_name, level, parent_id },
  })
}

async function machinesWithin(trx: Db, path: string): Promise<number> {
  const { machines } = await trx
    .selectFrom('machines')
    .select(sql<number>`count(*)`.as('machines'))
    .where(inSubtree(sql`owner_path`, path))
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
