import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { CommandError } from '@console/shared-kernel/command'
import { writeAudit } from '../writes/audit'
import { insertUser } from './insertUser'

const SPAIN = 1
const MASTER = 1

/** @returns its id. @throws CommandError when there is a Master, blocked or not */
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
