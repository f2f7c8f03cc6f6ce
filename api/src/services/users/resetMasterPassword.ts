import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/schema'
import { CommandError } from '../../foundation/commandError'
import { writeAudit } from '../writes/audit'
import { forgetAttempts } from '../auth/loginLimits'
import { repeating } from '../writes/idempotentWrites'
import { endSessions, refuseNewSessions } from '../sessions/endSessions'
import { lockUser } from '../tree/lockUser'
import { foldName, nameKey } from '../auth/userName'

const MASTER = 1

/** @returns the name as stored. @throws CommandError when there is no such Master */
export const resetMasterPassword = (db: Db, userName: string, passwordHash: string): Promise<string> =>
  repeating(() =>
    db.transaction().execute(async (trx) => {
      const userId = await findMaster(trx, userName)
      await endSessions(trx, userId, null)
      const { user_name, version } = await lockUser(trx, userId)
      await refuseNewSessions(trx, userId, null)
      await trx
        .updateTable('users')
        .set({ password_hash: passwordHash, version: version + 1 })
        .where('user_id', '=', userId)
        .execute()
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

/** The exact name first: older names may be equal once folded. */
async function findMaster(trx: Db, userName: string): Promise<number> {
  const key = nameKey(userName)
  const masters = await trx
    .selectFrom('users')
    .select(['user_id', 'name_key'])
    .where(({ or, eb }) => or([eb('name_key', '=', key), eb('name_folded', '=', foldName(userName))]))
    .where('level', '=', MASTER)
    .where('deleted_at', 'is', null)
    .execute()
  const master = masters.find(({ name_key }) => name_key === key) ?? masters[0]
  if (!master) throw new CommandError(`There is no Master '${userName}'`)
  if (masters.length > 1 && master.name_key !== key) {
    throw new CommandError(
      `Several Masters have names like '${userName}': write the name exactly as it is shown`,
    )
  }
  return master.user_id
}
