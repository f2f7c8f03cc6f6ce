import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/schema'
import { forgetAttempts } from '../auth/loginLimits'
import { foldName } from '../auth/userName'
import { lockUser } from '../tree/lockUser'
import { insertAudit } from '../writes/audit'
import { findNamed } from './findNamed'

/** Forgets the failed sign-ins of a user. @returns the name as stored. @throws CommandError for an unknown name */
export const unlockUser = (db: Db, userName: string): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const userId = await findNamed(trx, 'user', userName)
    const { user_name } = await lockUser(trx, userId)
    const attempts = await forgetAttempts(trx, foldName(user_name))
    await insertAudit(trx, {
      actorId: null,
      requestId: randomUUID(),
      action: 'user.unlock',
      subject: { type: 'user', id: userId },
      after: { command: 'unlock', counters: attempts },
    })
    return user_name
  })
