import type { Db } from '../../db/schema'
import { MustRepeat } from '../../db/failures'
import { closeGates } from './sessionGate'

/** Before users are locked, see lockUser. */
export async function endSessions(trx: Db, userId: number, exceptSessionId: string | null): Promise<void> {
  await closeGates(trx, userId, exceptSessionId)
  await trx
    .deleteFrom('sessions')
    .where('sid', 'in', sessionsOf(trx, userId, exceptSessionId).orderBy('sid').forUpdate())
    .execute()
}

/** With the user locked: repeats the transaction after a sign-in since `endSessions`. @throws MustRepeat */
export async function refuseNewSessions(
  trx: Db,
  userId: number,
  exceptSessionId: string | null,
): Promise<void> {
  const found = await sessionsOf(trx, userId, exceptSessionId).limit(1).executeTakeFirst()
  if (found) throw new MustRepeat('Another session of this user has begun meanwhile')
}

const sessionsOf = (db: Db, userId: number, exceptSessionId: string | null) =>
  db
    .selectFrom('sessions')
    .select('sid')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== null, (query) => query.where('sid', '!=', exceptSessionId))
