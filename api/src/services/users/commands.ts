import { randomUUID } from 'node:crypto'
import { CommandError } from '@console/shared-kernel/command'
import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import type { Names } from '../auth/passwords'
import { foldName, exactOrOnly, usersNamed } from '../auth/userName'
import { withRetries } from '../../db/failures'
import { writeAudit, insertAudit } from '../writes/writes'
import { insertUser } from './createUser'
import { forgetAddresses, forgetAttempts } from '../auth/loginLimits'
import { endSessions, rejectNewSessions } from '../auth/endSessions'
import { forgetSignInAttempts, nameOf, resetFactors } from '../auth/factors/factors'
import { lockUser } from '../tree'

/** @param what used in the message. @throws CommandError if there is no such user, or several */
async function findNamed(db: Db, what: string, userName: string, level?: number): Promise<number> {
  const found = await usersNamed(db, userName)
    .$if(level !== undefined, (query) => query.where('u.level', '=', level ?? 0))
    .execute()
  if (found.length === 0) throw new CommandError(`There is no ${what} '${userName}'`)
  const user = exactOrOnly(found)
  if (user) return user.user_id
  throw new CommandError(
    `Several ${what}s have names like '${userName}': write the name exactly as it is shown`,
  )
}

const SPAIN = 1
const MASTER = 1

/** @returns its id. @throws CommandError if there already is a Master, blocked or not */
export const createMaster = (db: Db, userName: string, passwordHash: string): Promise<number> =>
  db.transaction().execute(async (trx) => {
    // two commands at once must not both find none
    await sql`lock table users in share row exclusive mode`.execute(trx)
    const master = await trx
      .selectFrom('users')
      .select('user_name')
      .where('level', '=', MASTER)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (master) throw new CommandError(`There is a Master already: '${master.user_name}'`)
    const { userId } = await insertUser(trx, null, {
      user_name: userName,
      password_hash: passwordHash,
      level: MASTER,
      country_id: SPAIN,
      parent_id: null,
      name_client: userName,
    })
    await writeAudit(
      trx,
      { userId, requestId: randomUUID() },
      { action: 'user.create', subject: { type: 'user', id: userId }, after: { userName, level: MASTER } },
    )
    return userId
  })

/** @throws CommandError if there is no such Master */
export async function namesOfMaster(db: Db, userName: string): Promise<Names> {
  const userId = await findNamed(db, 'Master', userName, MASTER)
  const { user_name, name_client } = await db
    .selectFrom('users')
    .select(['user_name', 'name_client'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userName: user_name, nameClient: name_client }
}

/** @returns the name as stored. @throws CommandError if there is no such Master */
export const resetMasterPassword = (db: Db, userName: string, passwordHash: string): Promise<string> =>
  withRetries(() =>
    db.transaction().execute(async (trx) => {
      const userId = await findNamed(trx, 'Master', userName, MASTER)
      await endSessions(trx, userId, null)
      const { user_name, version } = await lockUser(trx, userId)
      await rejectNewSessions(trx, userId, null)
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

/**
 * Removes the second factors of a user.
 * @returns the name as stored
 * @throws CommandError for an unknown name or a user without a factor
 */
export const resetFactor = (db: Db, userName: string): Promise<string> =>
  withRetries(() =>
    db.transaction().execute(async (trx) => {
      const userId = await findNamed(trx, 'user', userName)
      const by = { userId: null, by: '', requestId: randomUUID(), address: 'reset-factor' }
      if (!(await resetFactors(trx, by, userId))) {
        throw new CommandError(`'${userName}' has no second factor`)
      }
      return nameOf(trx, userId)
    }),
  )

/** Forgets the failed sign-ins of a user. @returns the name as stored. @throws CommandError for an unknown name */
export const unlockUser = (db: Db, userName: string): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const userId = await findNamed(trx, 'user', userName)
    const { user_name } = await lockUser(trx, userId)
    const attempts = await forgetSignInAttempts(trx, userId, user_name)
    await insertAudit(trx, {
      actorId: null,
      requestId: randomUUID(),
      action: 'user.unlock',
      subject: { type: 'user', id: userId },
      after: { command: 'unlock', counters: attempts },
    })
    return user_name
  })
