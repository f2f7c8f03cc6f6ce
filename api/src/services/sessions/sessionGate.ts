import { sql } from 'kysely'
import type { Db } from '../../db/schema'

/*
 * PostgreSQL grants shared row locks ahead of a waiting exclusive one, so that a session with many writes
 * could never be ended. Advisory locks are granted in order. Take them before the row's lock.
 */

/** Taken by a write, before it reads its session. */
export async function passGate(trx: Db, sessionId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${sessionId}, 0))`.execute(trx)
}

/** Waits for pending writes of a session and keeps new ones out. */
export async function closeGate(trx: Db, sessionId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${sessionId}, 0))`.execute(trx)
}

/** In one order, to prevent deadlocks. */
export async function closeGates(trx: Db, userId: number, exceptSessionId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(s.sid::text, 0)) from (
    select sid from sessions
    where user_id = ${userId} and sid is distinct from ${exceptSessionId}::uuid
    order by sid
  ) as s`.execute(trx)
}
