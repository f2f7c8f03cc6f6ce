import type { Db } from '../../db/schema'
import { MustRepeat, OutcomeUnknown } from '../../db/failures'
import { subtreeEnd } from '../../db/treePath'
import type { TreeNode } from '../users/treeNode'
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
  if (found) throw new MustRepeat('Somebody has signed in meanwhile')
}

const sessionsOf = (db: Db, userId: number, exceptSessionId: string | null) =>
  db
    .selectFrom('sessions')
    .select('sid')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== null, (query) => query.where('sid', '!=', exceptSessionId))

/**
 * Waits for writes that have not seen what was just committed: each holds its session (idempotentWrites). Not
 * inside that transaction, which would miss sessions that begin before its commit.
 * @throws OutcomeUnknown where one takes too long
 */
export async function awaitWritesBelow(db: Db, { path }: TreeNode): Promise<void> {
  try {
    await db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.user_id', 's.user_id')
      .select('s.sid')
      .where('u.path', '>=', path)
      .where('u.path', '<', subtreeEnd(path))
      .orderBy('u.path')
      .orderBy('s.sid')
      .forUpdate('s')
      .execute()
  } catch (error) {
    throw new OutcomeUnknown('Writes that began before may still succeed', { cause: error })
  }
}
