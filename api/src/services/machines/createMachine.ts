import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/database'
import { writeAudit, type Actor } from '../audit'
import type { UserPlace } from '../users/place'

/** A new machine for a Client or Player, which has not been heard of yet. @returns its id */
export async function createMachine(trx: Db, actor: Actor, owner: UserPlace): Promise<string> {
  const id = randomUUID()
  const { machine_name: name } = await trx
    .selectFrom('users')
    .select(
      sql<string>`user_name || ' ' || (select count(*) + 1 from machines where owner_id = users.user_id)`.as(
        'machine_name',
      ),
    )
    .where('user_id', '=', owner.userId)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('machines')
    .values({
      id,
      name,
      owner_id: owner.userId,
      owner_path: owner.path,
      status: 'Offline',
      is_connected: false,
      last_connection: null,
      location: '',
      ip_address: '',
      security_level: 'Standard',
      retired_at: null,
    })
    .execute()
  await writeAudit(trx, actor, {
    action: 'machine.create',
    subject: `machine ${id}`,
    after: { name, ownerId: owner.userId },
  })
  return id
}
