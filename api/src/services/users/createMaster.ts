import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { childPath } from '../../db/treePath'
import { CommandError } from '../../foundation/commandError'
import { writeAudit } from '../writes/audit'
import { foldName, nameKey } from '../auth/userName'

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
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('users', 'user_id')) as id`.execute(trx)
    const userId = Number(rows[0]?.id)
    const path = childPath(null, userId)
    await trx
      .insertInto('users')
      .values({
        user_id: userId,
        user_name: userName,
        name_key: nameKey(userName),
        name_folded: foldName(userName),
        password_hash: passwordHash,
        level: MASTER,
        country_id: SPAIN,
        parent_id: null,
        path,
        tree_names: userName,
        name_client: userName,
        deleted_at: null,
      })
      .execute()
    await writeAudit(
      trx,
      { userId, requestId: randomUUID() },
      { action: 'user.create', subject: { type: 'user', id: userId }, after: { userName, level: MASTER } },
    )
    return userId
  })
