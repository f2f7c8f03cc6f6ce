import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/schema'
import { writeAudit } from '../writes/audit'
import { forgetAddresses, forgetAttempts } from '../auth/loginLimits'
import { repeating } from '../writes/idempotentWrites'
import { endSessions, refuseNewSessions } from '../sessions/endSessions'
import { lockUser } from '../tree/lockUser'
import { foldName } from '../auth/userName'
import { findNamed } from './findNamed'

const MASTER = 1

/** @returns the name as stored. @throws CommandError when there is no such Master */
export const resetMasterPassword = (db: Db, userName: string, passwordHash: string): Promise<string> =>
  repeating(() =>
    db.transaction().execute(async (trx) => {
      const userId = await findNamed(trx, 'Master', userName, MASTER)
      await endSessions(trx, userId, null)
      const { user_name, version } = await lockUser(trx, userId)
      await refuseNewSessions(trx, userId, null)
      await trx
        .updateTable('users')
        .set({ password_hash: passwordHash, version: version + 1 })
        .where('user_id', '=', userId)
        .execute()
      await forgetAddresses(trx, userId)
      await forgetAttempts(trx, foldName(userName))
      const subject = { type: 'user', id: userId } as const
      await writeAudit(
        trx,
        { userId, requestId: randomUUID() },
        {
          action: 'user.password',
          subject,
          after: { command: 'reset-master-password' },
        },
      )
      return user_name
    }),
  )
