import { randomUUID } from 'node:crypto'
import type { LoginResponse } from '@console/shared-kernel/schemas'
import { sql } from 'kysely'
import { type Caller, type SessionUser, type UnknownCaller, isInBlockedBranch } from '../tree'
import type { Db } from '../../db/schema'
import { unauthorized } from '../../foundation/httpError'
import { withRetries } from '../../db/failures'
import { writeSecurityEvent } from './refusals'
import { lockSession } from './endSessions'
import type { Session, SessionCache } from './sessionCache'
import { isNewNetwork, noteSignIn } from './signIns'
import type { TokenClaims, Tokens } from './tokens'

/** Down to this level, a sign-in from a new network is marked in the audit, and so becomes a finding. */
const WATCHED_LEVEL = 2

interface Verified {
  userId: number
  passwordHash: string
}

/** Who signs in, and on which device. */
export interface SigningIn extends UnknownCaller {
  /** As named by `deviceOf`. */
  device: string
}

/** How a sign-in was completed, as Activity shows it. */
export type SignInMethod = 'password' | 'code' | 'passkey' | 'recovery code'

export interface SessionStart {
  tokens: Tokens
  /** Seconds. */
  tokenTtl: number
  /** A sign-in beyond this limit ends the oldest session. */
  sessionsPerUser: number
}

/**
 * Null when the password was changed (or the user deleted) while it was compared: such a change ends
 * existing sessions, and would miss this one.
 */
export async function startSession(
  trx: Db,
  { tokens, tokenTtl, sessionsPerUser }: SessionStart,
  { userId, passwordHash }: Verified,
  caller: SigningIn,
  method: SignInMethod,
): Promise<LoginResponse | null> {
  const sessionId = randomUUID()
  const now = Date.now()
  // token times are in whole seconds, and a token must not outlive its session's row
  const expiresAt = new Date(Math.floor(now / 1000 + tokenTtl) * 1000)
  const user = await lockUserShared(trx, { userId, passwordHash })
  if (!user) return null
  const notice = await noteSignIn(trx, userId, caller.address)
  await endOldest(trx, userId, sessionsPerUser, caller)
  const { address, device } = caller
  await trx
    .insertInto('sessions')
    .values({
      sid: sessionId,
      user_id: userId,
      created_at: new Date(now),
      expires_at: expiresAt,
      address,
      device,
      used_at: sql<Date>`now()`,
    })
    .execute()
  const isMarked = user.level <= WATCHED_LEVEL && (await isNewNetwork(trx, userId, address))
  await writeSecurityEvent(trx, caller, {
    action: 'session.start',
    userId,
    actorId: userId,
    details: { method, ...(isMarked && { newNetwork: true }) },
  })
  return {
    token: await tokens.issue({ userId, sessionId }, expiresAt),
    userId: user.user_id,
    userName: user.user_name,
    level: user.level,
    nameClient: user.name_client,
    ...(notice && { lastSignIn: notice }),
  }
}

/**
 * Locks the user, so that a password change waits and then finds the session. Undefined if the change came
 * first.
 */
export const lockUserShared = (trx: Db, { userId, passwordHash }: Verified) =>
  trx
    .selectFrom('users')
    .select(['user_id', 'user_name', 'level', 'name_client'])
    .where('user_id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()

/**
 * Makes room for one more session. Does not wait, which could deadlock: a session that a write holds is
 * deleted later.
 */
async function endOldest(trx: Db, userId: number, max: number, caller: UnknownCaller): Promise<void> {
  const { numDeletedRows } = await trx
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
            .offset(max - 1),
        )
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n)
    await auditEndedSessions(trx, caller, {
      userId,
      actorId: userId,
      why: 'limit',
      sessions: Number(numDeletedRows),
    })
}

interface Ended {
  userId: number
  actorId: number | null
  /** `limit`: by a sign-in beyond the limit; `others`, `one`: by the user. */
  why: 'limit' | 'others' | 'one'
  sessions: number
}

export const auditEndedSessions = (
  trx: Db,
  caller: UnknownCaller,
  { userId, actorId, why, sessions }: Ended,
): Promise<void> =>
  writeSecurityEvent(trx, caller, {
    action: 'session.end',
    userId,
    actorId,
    details: { why, sessions },
  })

interface SessionReader {
  db: Db
  tokens: Tokens
  sessions: SessionCache
  /** Seconds without a call after which a session ends; null: no limit. */
  idleSeconds: number | null
}

/**
 * Null without a live session. Other processes announce the sessions that they end; if a notification is lost,
 * reads see a session as it was up to a second ago (SessionCache).
 */
export async function findSessionUser(
  { db, tokens, sessions, idleSeconds }: SessionReader,
  authorization: string | undefined,
): Promise<SessionUser | null> {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '') ?? []
  if (!token) return null
  return sessions.find(token, async () => {
    const claims = await tokens.read(token)
    return claims && readSession(db, claims, idleSeconds)
  })
}

/** Sessions of users who are neither deleted nor blocked, directly or through a user above. */
export const liveSessions = (db: Db, idleSeconds: number | null) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.user_id', 's.user_id')
    .where('s.expires_at', '>', new Date())
    .where('u.deleted_at', 'is', null)
    .where(({ not }) => not(isInBlockedBranch(sql`u.path`)))
    .$if(idleSeconds !== null, (query) =>
      query.where(
        sql<boolean>`coalesce(s.used_at, s.created_at) > now() - ${idleSeconds}::float8 * interval '1 second'`,
      ),
    )

/** When each of these sessions ends unless it is used; those that have ended are left out. */
export async function findLiveSessions(
  db: Db,
  ids: readonly string[],
  idleSeconds: number | null,
): Promise<Map<string, Date>> {
  const rows = await liveSessions(db, idleSeconds)
    .select([
      's.sid',
      // without a limit, the second time is null, and ignored
      sql<Date>`least(s.expires_at,
        coalesce(s.used_at, s.created_at) + ${idleSeconds}::float8 * interval '1 second')`.as('ends_at'),
    ])
    .where('s.sid', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ sid, ends_at }) => [sid, ends_at]))
}

async function readSession(
  db: Db,
  { userId, sessionId }: TokenClaims,
  idleSeconds: number | null,
): Promise<Session | null> {
  const row = await liveSessions(db, idleSeconds)
    .select(['u.level', 'u.path', 's.expires_at'])
    .where('s.sid', '=', sessionId)
    .where('s.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { level, path, expires_at: expiresAt } = row
  return { user: { userId, level, path, sessionId }, expiresAt }
}

/** Waits for the session's pending writes. */
export const endSession = (
  { db, sessions }: Pick<SessionReader, 'db' | 'sessions'>,
  caller: Caller,
): Promise<void> =>
  withRetries(() =>
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
