import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { OutcomeUnknown, repeatable } from '../../db/failures'
import { inSubtree } from '../../db/treePath'
import type { TreeNode } from '../tree'

/*
 * PostgreSQL grants shared row locks ahead of a waiting exclusive one, so that a session with many writes
 * could never be ended. Advisory locks are granted in order. Take them before the row's lock.
 */

/** Taken by a write, before it reads its session. */
export async function shareSessionLock(trx: Db, sessionId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${sessionId}, 0))`.execute(trx)
}

/** Waits for pending writes of a session and keeps new ones out. */
export async function lockSession(trx: Db, sessionId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${sessionId}, 0))`.execute(trx)
}

interface Exceptions {
  exceptSessionId?: string | null
  /** Is locked even if it has ended meanwhile. */
  alsoSessionId?: string
}

/** Locks sessions in one order, to prevent deadlocks. */
export async function lockSessions(
  trx: Db,
  userId: number,
  { exceptSessionId = null, alsoSessionId }: Exceptions,
): Promise<void> {
  const also = alsoSessionId ?? null
  await sql`select pg_advisory_xact_lock(hashtextextended(s.sid::text, 0)) from (
    select sid from sessions
    where user_id = ${userId} and sid is distinct from ${exceptSessionId}::uuid
    union select ${also}::uuid where ${also}::uuid is not null
    order by sid
  ) as s`.execute(trx)
}

/** Call it before users are locked, see lockUser. @returns how many sessions ended */
export async function endSessions(trx: Db, userId: number, exceptSessionId: string | null): Promise<number> {
  await lockSessions(trx, userId, { exceptSessionId })
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('sid', 'in', sessionsOf(trx, userId, exceptSessionId).orderBy('sid').forUpdate())
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Call it while the user is locked. It repeats the transaction if there was a sign-in since `endSessions`.
 */
export async function rejectNewSessions(
  trx: Db,
  userId: number,
  exceptSessionId: string | null,
): Promise<void> {
  const found = await sessionsOf(trx, userId, exceptSessionId).limit(1).executeTakeFirst()
  if (found) throw repeatable('Another session of this user has begun meanwhile')
}

const sessionsOf = (db: Db, userId: number, exceptSessionId: string | null) =>
  db
    .selectFrom('sessions')
    .select('sid')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== null, (query) => query.where('sid', '!=', exceptSessionId))

/**
 * Waits for writes that have not seen what was just committed: each locks its session (writes/writes). Call
 * it outside that transaction, which would miss sessions that begin before its commit.
 * @throws OutcomeUnknown if one takes too long
 */
export async function awaitWritesBelow(db: Db, { path }: TreeNode): Promise<void> {
  try {
    await db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.user_id', 's.user_id')
      .select('s.sid')
      .where(inSubtree(sql`u.path`, path))
      .orderBy('u.path')
      .orderBy('s.sid')
      .forUpdate('s')
      .execute()
  } catch (error) {
    throw new OutcomeUnknown('Writes that began before may still succeed', { cause: error })
  }
}
