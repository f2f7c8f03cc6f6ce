import type { Db } from '../../db/schema'
import { forbidden } from '../../foundation/httpError'
import { refuseStale } from '../writes/versions'
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
