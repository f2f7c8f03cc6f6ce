import type { Db } from '../../db/schema'
import { endSessions } from '../auth/endSessions'
import { forgetSignInAttempts } from '../auth/factors/factors'
import { type Caller, lockUser, type TreeNode } from '../tree'
import { writeAudit } from '../writes/writes'

/**
 * Forgets the failed sign-ins of a user; the lock of an address ends by itself.
 * @throws HttpError 403 if the user was just deleted
 */
export async function unlockBelow(trx: Db, caller: Caller, { userId }: TreeNode): Promise<void> {
  const { user_name } = await lockUser(trx, userId)
  const counters = await forgetSignInAttempts(trx, userId, user_name)
  if (counters === 0) return
  await writeAudit(trx, caller, {
    action: 'user.unlock',
    subject: { type: 'user', id: userId },
    after: { counters, address: caller.address },
  })
}

/**
 * Ends all sessions of a user after waiting for their pending writes: no write succeeds afterwards. The user
 * may sign in again.
 * @throws HttpError 403 if the user was just deleted
 */
export async function endSessionsBelow(trx: Db, caller: Caller, { userId }: TreeNode): Promise<void> {
  // sessions are locked before users
  const sessions = await endSessions(trx, userId, null)
  await lockUser(trx, userId)
  if (sessions === 0) return
  await writeAudit(trx, caller, {
    action: 'session.end',
    subject: { type: 'user', id: userId },
    after: { sessions, address: caller.address },
  })
}
