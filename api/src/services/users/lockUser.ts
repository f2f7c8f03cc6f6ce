import type { Db } from '../../db/schema'
import { MustRepeat, OutcomeUnknown } from '../../db/failures'
import { subtreeEnd } from '../../db/treePath'
import { forbidden } from '../../httpError'
import { closeGates } from '../auth/sessionGate'
import { refuseStale } from '../versions'
import type { TreeNode } from './treeNode'
import { userJson } from './userList'

/**
 * To prevent deadlocks, locks are always taken in this order: session gates, sessions, users, machines and
 * what belongs to them, then (by triggers) `tree_version` and machine counts. Never `for update`: it would
 * wait for everyone whose audit rows refer to the user.
 */

/** Locks the user's row until the transaction ends. @throws HttpError 403 where it has just gone */
export async function lockUser(trx: Db, userId: number) {
  const user = await trx
    .selectFrom('users')
    .select(['user_name', 'level', 'parent_id', 'version', 'password_hash'])
    .select(['name_client', 'is_blocked', 'quit_pass', 'block_disabled', 'technician_clients'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw forbidden()
  return user
}

/** @throws HttpError 409 with the user as it is now */
export const refuseStaleUser = (
  trx: Db,
  userId: number,
  actual: number,
  expected: number | undefined,
): Promise<void> =>
  refuseStale(trx, {
    expected,
    actual,
    current: async () => JSON.parse((await userJson(trx, userId)) ?? '{}') as object,
    subject: { type: 'user', id: userId },
    actions: ['user.create', 'user.update', 'user.password'],
    message: 'El usuario ha cambiado entretanto',
  })

export async function endSessions(trx: Db, userId: number, exceptSessionId: string | null): Promise<void> {
  await closeGates(trx, userId, exceptSessionId)
  await trx
    .deleteFrom('sessions')
    .where('sid', 'in', sessionsOf(trx, userId, exceptSessionId).orderBy('sid').forUpdate())
    .execute()
}

/** With the user locked: repeats the transaction after a sign-in since `endSessions`. @throws MustRepeat */
export async function refuseNewSessions(
  trx: Db,
  userId: number,
  exceptSessionId: string | null,
): Promise<void> {
  const found = await sessionsOf(trx, userId, exceptSessionId).limit(1).executeTakeFirst()
  if (found) throw new MustRepeat('Somebody has signed in meanwhile')
}

const sessionsOf = (db: Db, userId: number, exceptSessionId: string | null) =>
  db
    .selectFrom('sessions')
    .select('sid')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== null, (query) => query.where('sid', '!=', exceptSessionId))

/**
 * Waits for writes that have not seen what was just committed: each holds its session (services/writes). Not
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
