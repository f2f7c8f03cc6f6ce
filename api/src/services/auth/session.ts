import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/database'
import { blockedOnTheWay } from '../../db/treePath'
import type { UserPlace } from '../users/place'
import type { Tokens } from './tokens'

/** A signed-in user. */
export interface Caller extends UserPlace {
  readonly sessionId: string
}

/** Starts a session and returns its token. @param ttl seconds */
export async function startSession(db: Db, tokens: Tokens, userId: number, ttl: number): Promise<string> {
  const sessionId = randomUUID()
  const now = Date.now()
  // A token counts whole seconds, and must not outlive its session's row.
  const expiresAt = new Date(Math.floor(now / 1000 + ttl) * 1000)
  await db
    .insertInto('sessions')
    .values({ sid: sessionId, user_id: userId, created_at: new Date(now), expires_at: expiresAt })
    .execute()
  return tokens.issue({ userId, sessionId }, expiresAt)
}

/**
 * The caller behind an Authorization header, or null. Asked at every call and never remembered: signing out,
 * blocking and deleting work from the next call on, on every server process.
 */
export async function findCaller(
  db: Db,
  tokens: Tokens,
  authorization: string | undefined,
): Promise<Caller | null> {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '') ?? []
  const claims = token ? await tokens.read(token) : null
  if (!claims) return null
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.user_id', 's.user_id')
    .select(['u.user_id', 'u.level', 'u.path'])
    .where('s.sid', '=', claims.sessionId)
    .where('s.user_id', '=', claims.userId)
    .where('s.expires_at', '>', new Date())
    .where('u.deleted_at', 'is', null)
    .where(({ not }) => not(blockedOnTheWay(sql`u.path`)))
    .executeTakeFirst()
  return row ? { userId: row.user_id, level: row.level, path: row.path, sessionId: claims.sessionId } : null
}

export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('sid', '=', sessionId).execute()
}
