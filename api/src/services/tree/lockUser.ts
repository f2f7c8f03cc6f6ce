import type { Db } from '../../db/schema'
import { forbidden } from '../../foundation/httpError'

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
