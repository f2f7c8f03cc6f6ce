import { sql } from 'kysely'
import type { Db } from '../../db/schema'

/*
 * PostgreSQL grants shared row locks ahead of a transaction that waits for an exclusive one: a session with many
 * concurrent writes could not be ended. Advisory locks are granted in the order of the requests. They are taken
 * before the lock of the row and last until the end of the transaction.
 */

/** Taken by a write, before its session is looked at. */
export async function passGate(trx: Db, sessionId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${sessionId}, 0))`.execute(trx)
}

/** Taken by what ends a session: waits for the writes that have passed, and lets no other one pass. */
export async function closeGate(trx: Db, sessionId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${sessionId}, 0))`.execute(trx)
}

/** The same for all sessions of a user, but for one; in one order, so that two of these cannot wait for each other. */
export async function closeGates(trx: Db, userId: number, exceptSessionId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(s.sid::text, 0)) from (
    select sid from sessions
    where user_id = ${userId} and sid is distinct from ${exceptSessionId}::uuid
    order by sid
  ) as s`.execute(trx)
}
