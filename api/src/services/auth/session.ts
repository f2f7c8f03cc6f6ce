import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Caller, type SessionUser, type UnknownCaller, isInBlockedBranch } from '../tree'
import type { Db } from '../../db/schema'
import { unauthorized } from '../../foundation/httpError'
import { repeating } from '../writes/writes'
import { writeSecurityEvent } from './refusals'
import { lockSession } from './endSessions'
import type { Session, SessionCache } from './sessionCache'
import type { TokenClaims, Tokens } from './tokens'

/** Ending a user's sessions takes a lock of each (endSessions); PostgreSQL has about 6,400 for all connections. */
const SESSIONS_OF_USER = 500

interface Verified {
  userId: number
  passwordHash: string
}

/**
 * Null when the password was changed (or the user deleted) while it was compared: such a change ends
 * existing sessions, and would miss this one. @param ttl seconds
 */
export async function startSession(
  db: Db,
  tokens: Tokens,
  { userId, passwordHash }: Verified,
  ttl: number,
  caller: UnknownCaller,
): Promise<string | null> {
  const sessionId = randomUUID()
  const now = Date.now()
  // a token counts whole seconds, and must not outlive its session's row
  const expiresAt = new Date(Math.floor(now / 1000 + ttl) * 1000)
  const started = await db.transaction().execute(async (trx) => {
    // locked, so that a change of the password waits and then finds the session
    const user = await trx
      .selectFrom('users')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('password_hash', '=', passwordHash)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (!user) return false
    await endOldest(trx, userId)
    await trx
      .insertInto('sessions')
      .values({ sid: sessionId, user_id: userId, created_at: new Date(now), expires_at: expiresAt })
      .execute()
    await writeSecurityEvent(trx, caller, { action: 'session.start', userId, actorId: userId })
    return true
  })
  return started ? tokens.issue({ userId, sessionId }, expiresAt) : null
}

/** Makes room for one more. It does not wait, which could be a deadlock: a session that a write holds is deleted later. */
async function endOldest(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('sid', 'in', (query) =>
      query
        .selectFrom('sessions')
        .select('sid')
        .where('sid', 'in', (sessions) =>
          sessions
            .selectFrom('sessions')
            .select('sid')
            .where('user_id', '=', userId)
            .orderBy('created_at', 'desc')
            .offset(SESSIONS_OF_USER - 1),
        )
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

export interface SessionReader {
  db: Db
  tokens: Tokens
  sessions: SessionCache
}

/**
 * Null without a live session. A process hears of sessions that others end by a notification; if that is lost,
 * reads see a session of up to a second ago (SessionCache).
 */
export async function findSessionUser(
  { db, tokens, sessions }: SessionReader,
  authorization: string | undefined,
): Promise<SessionUser | null> {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '') ?? []
  if (!token) return null
  return sessions.find(token, async () => {
    const claims = await tokens.read(token)
    return claims && readSession(db, claims)
  })
}

/** Of users who are neither deleted nor blocked, themselves or through somebody above. */
const liveSessions = (db: Db) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.user_id', 's.user_id')
    .where('s.expires_at', '>', new Date())
    .where('u.deleted_at', 'is', null)
    .where(({ not }) => not(isInBlockedBranch(sql`u.path`)))

/** When each of these sessions expires; those that have ended are left out. */
export async function findLiveSessions(db: Db, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await liveSessions(db)
    .select(['s.sid', 's.expires_at'])
    .where('s.sid', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ sid, expires_at }) => [sid, expires_at]))
}

async function readSession(db: Db, { userId, sessionId }: TokenClaims): Promise<Session | null> {
  const row = await liveSessions(db)
    .select(['u.level', 'u.path', 's.expires_at'])
    .where('s.sid', '=', sessionId)
    .where('s.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { level, path, expires_at: expiresAt } = row
  return { user: { userId, level, path, sessionId }, expiresAt }
}

/** Waits for the session's pending writes. */
export const endSession = ({ db, sessions }: SessionReader, caller: Caller): Promise<void> =>
  repeating(() =>
    db.transaction().execute(async (trx) => {
      await lockSession(trx, caller.sessionId)
      const ended = await trx.deleteFrom('sessions').where('sid', '=', caller.sessionId).executeTakeFirst()
      if (ended.numDeletedRows === 0n) throw unauthorized()
      await writeSecurityEvent(trx, caller, {
        action: 'session.end',
        userId: caller.userId,
        actorId: caller.userId,
      })
    }),
  ).finally(() => sessions.onNotified())
