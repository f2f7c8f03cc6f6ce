import type { SessionListResponse } from '@console/shared-kernel/schemas'
import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { forbidden } from '../../foundation/httpError'
import type { Caller } from '../tree'
import { endSessions } from './endSessions'
import { liveSessions, auditEndedSessions } from './session'

/** Most recently used first. */
export async function listSessions(
  db: Db,
  caller: Caller,
  idleSeconds: number | null,
): Promise<SessionListResponse> {
  const rows = await liveSessions(db, idleSeconds)
    .select(['s.sid', 's.address', 's.device', 's.created_at', 's.expires_at'])
    .select(sql<Date>`coalesce(s.used_at, s.created_at)`.as('used_at'))
    .where('s.user_id', '=', caller.userId)
    .orderBy('used_at', 'desc')
    .orderBy('s.sid')
    .execute()
  return rows.map(({ sid, address, device, created_at, expires_at, used_at }) => ({
    id: sid,
    device: device ?? 'Unknown device',
    address,
    startedAt: created_at.toISOString(),
    usedAt: used_at.toISOString(),
    expiresAt: expires_at.toISOString(),
    isCurrent: sid === caller.sessionId,
  }))
}

/** Ends one of the caller's sessions, even the current one. @throws HttpError 403 if it is not a live one */
export async function endOwnSession(trx: Db, caller: Caller, sessionId: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('sid', '=', sessionId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw forbidden()
  const { userId } = caller
  await auditEndedSessions(trx, caller, { userId, actorId: userId, why: 'one', sessions: 1 })
}

/** @returns how many there were */
export async function endOtherSessions(trx: Db, caller: Caller): Promise<{ ended: number }> {
  const ended = await endSessions(trx, caller.userId, caller.sessionId)
  const { userId } = caller
  if (ended > 0)
    await auditEndedSessions(trx, caller, { userId, actorId: userId, why: 'others', sessions: ended })
  return { ended }
}

const RECORD_EVERY_MS = 60_000

/**
 * Records in the database when a session was last used. Each process writes at most once a minute, or once
 * per quarter of the idle limit if that is shorter. A failed write is ignored: the next call writes again.
 */
export class SessionUse {
  private readonly db: Db
  private readonly everyMs: number
  /** When each session was last recorded, oldest first, in monotonic milliseconds. */
  private readonly recorded = new Map<string, number>()

  constructor(db: Db, idleSeconds: number | null) {
    this.db = db
    this.everyMs = Math.min(RECORD_EVERY_MS, (idleSeconds ?? Infinity) * 250)
  }

  record(sessionId: string): void {
    const now = performance.now()
    const last = this.recorded.get(sessionId)
    if (last !== undefined && now - last < this.everyMs) return
    for (const [other, at] of this.recorded) {
      if (now - at < this.everyMs) break
      this.recorded.delete(other)
    }
    this.recorded.delete(sessionId)
    this.recorded.set(sessionId, now)
    this.write(sessionId).catch(() => this.recorded.delete(sessionId))
  }

  /** Skips a session that is being ended: a read must not wait for that. */
  private async write(sessionId: string): Promise<void> {
    await sql`
      update sessions set used_at = now() where sid in (
        select sid from sessions
        where sid = ${sessionId} and (used_at is null or used_at < now() - ${this.everyMs}::float8 * interval '1 millisecond')
        for no key update skip locked)`.execute(this.db)
  }
}
