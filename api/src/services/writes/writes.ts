import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { AUDIT_KINDS } from '@console/shared-kernel/contracts'
import { type Caller, isInBlockedBranch } from '../tree'
import type { Db } from '../../db/schema'
import { withRetries } from '../../db/failures'
import { HttpError, unauthorized } from '../../foundation/httpError'
import type { SessionCache } from '../auth/sessionCache'
import { lockSessions, shareSessionLock } from '../auth/endSessions'
import type { UserRateLimit } from '../../foundation/userRateLimit'

interface WriteAnswer {
  status: number
  /** Undefined for 204. */
  body: unknown
}

export interface WriteRequest {
  caller: Caller
  key: string | undefined
  /** Method, address and body. */
  content: unknown
  /**
   * Whether the change ends sessions of the caller: they are locked together with the current one, in one
   * order, to prevent deadlocks.
   */
  endsOwnSessions?: boolean
}

export interface Writes {
  /** Call it before slow work for a change. @throws HttpError 429 for too many changes */
  checkLimit(caller: Caller): void
  /**
   * @returns the earlier answer to the same write, or null.
   * @throws HttpError 409 if another write used the key
   */
  findAnswer(request: WriteRequest): Promise<WriteAnswer | null>
  /** @returns those of the caller's keys that were used before */
  findUsedKeys(caller: Caller, keys: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Makes a change in one transaction, only while the caller's session is live, and only once per key.
   * @param change may run more than once, so it must have no effects outside the transaction
   * @throws HttpError 401 if the session has ended, 409 if another write used the key, 429 for too many
   * changes
   */
  run<T>(request: WriteRequest, status: number, change: (trx: Db) => Promise<T>): Promise<WriteAnswer>
}

const keyUsedElsewhere = (): HttpError =>
  new HttpError(409, 'La clave de idempotencia ya se usó para otra operación')

/**
 * @param secrets the first one keys new fingerprints (a plain hash of content with a password could be
 * cracked); fingerprints of the others are still accepted
 * @param sessions the cache of this process, cleared without waiting for the notification
 */
export function createWrites(
  db: Db,
  secrets: () => readonly string[],
  limit: UserRateLimit,
  sessions: SessionCache,
): Writes {
  const fingerprintsOf = ({ content }: WriteRequest): string[] =>
    secrets().map((secret) =>
      createHmac('sha256', secret).update(JSON.stringify(content)).digest('base64url'),
    )

  async function findAnswer(request: WriteRequest, trx = db): Promise<WriteAnswer | null> {
    const { caller, key } = request
    if (key === undefined) return null
    const earlier = await trx
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'status', 'response'])
      .where('actor_id', '=', caller.userId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (!earlier) return null
    const { fingerprint, status, response } = earlier
    if (fingerprint !== null && !fingerprintsOf(request).includes(fingerprint)) throw keyUsedElsewhere()
    return { status: status ?? 204, body: response === null ? undefined : (JSON.parse(response) as unknown) }
  }

  const findUsedKeys: Writes['findUsedKeys'] = async ({ userId }, keys) => {
    const used = await db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('actor_id', '=', userId)
      .where('key', '=', sql<string>`any(${keys}::text[])`)
      .execute()
    return new Set(used.map(({ key }) => key))
  }

  /** Waits for a pending write with the same key. @returns false if the key was used before */
  async function takeKey(trx: Db, request: WriteRequest): Promise<boolean> {
    const { caller, key } = request
    if (key === undefined) return true
    const inserted = await trx
      .insertInto('idempotency_keys')
      .values({
        actor_id: caller.userId,
        key,
        fingerprint: fingerprintsOf(request)[0]!,
        status: null,
        response: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    return inserted !== undefined
  }

  async function remember(trx: Db, { caller, key }: WriteRequest, answer: WriteAnswer): Promise<void> {
    if (key === undefined) return
    const response = answer.body === undefined ? null : JSON.stringify(answer.body)
    await trx
      .updateTable('idempotency_keys')
      .set({ status: answer.status, response })
      .where('actor_id', '=', caller.userId)
      .where('key', '=', key)
      .execute()
  }

  const run: Writes['run'] = async (request, status, change) => {
    limit.count(request.caller.userId)
    const transaction = () =>
      db.transaction().execute(async (trx) => {
        if (request.endsOwnSessions) await lockSessionsOf(trx, request.caller)
        await lockSessionShared(trx, request.caller)
        if (!(await takeKey(trx, request))) {
          const earlier = await findAnswer(request, trx)
          if (earlier) return earlier
        }
        const answer = { status, body: await change(trx) }
        await remember(trx, request, answer)
        return answer
      })
    return withRetries(transaction).finally(() => sessions.onNotified())
  }

  const checkLimit: Writes['checkLimit'] = ({ userId }) => void limit.check(userId)

  return { checkLimit, findAnswer, findUsedKeys, run }
}

/**
 * Anything that ends a session (a sign-out, a new password, a deletion) waits for this lock. Taken before all
 * others except those of `endsOwnSessions`.
 */
async function lockSessionShared(trx: Db, { userId, sessionId, level, path }: Caller): Promise<void> {
  await shareSessionLock(trx, sessionId)
  const session = await trx
    .selectFrom('sessions')
    .select('sid')
    .where('sid', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .forKeyShare()
    .executeTakeFirst()
  // a separate statement, to see what was committed while the first one waited
  const user = await trx
    .selectFrom('users as u')
    .select('u.user_id')
    .where('u.user_id', '=', userId)
    // unchanged since the guard's check, which may be a second old
    .where('u.level', '=', level)
    .where('u.path', '=', path)
    .where('u.deleted_at', 'is', null)
    .where(({ not }) => not(isInBlockedBranch(sql`u.path`)))
    .executeTakeFirst()
  if (!session || !user) throw unauthorized()
}

async function lockSessionsOf(trx: Db, { userId, sessionId }: Caller): Promise<void> {
  // including the caller's own, whose lock is taken next
  await lockSessions(trx, userId, { alsoSessionId: sessionId })
  await trx
    .selectFrom('sessions')
    .select('sid')
    .where('user_id', '=', userId)
    .orderBy('sid')
    .forUpdate()
    .execute()
}

export type AuditSubject =
  | { type: 'user' | 'game' | 'note'; id: number }
  | { type: 'machine'; id: string }
  | { type: 'audit'; id: 'archive' }
  | { type: 'movements'; id: 'detached' }

export interface AuditEntry {
  action: (typeof AUDIT_KINDS)[number]
  subject: AuditSubject
  before?: object
  after?: object
  /**
   * The new version of the subject, or of its credit or configuration. Required for a revert of the change.
   */
  version?: number
  reason?: string | undefined
  /** The id of the row that this change reverts. */
  reverts?: number | undefined
}

/** Why a change is made. */
export type Motive = Pick<AuditEntry, 'reason' | 'reverts'>

const UNKNOWN_USER = 'unknown user'

export const subjectText = ({ type, id }: AuditSubject): string => `${type} ${id}`

/**
 * Call it in the transaction of the change, with only the fields that differ and never passwords. @returns the id of
 * the row
 */
export const writeAudit = (
  trx: Db,
  { userId, requestId }: Pick<Caller, 'userId' | 'requestId'>,
  entry: AuditEntry,
): Promise<number> => insertAudit(trx, { ...entry, requestId, actorId: userId })

interface AuditRow extends Omit<AuditEntry, 'subject'> {
  actorId: number | null
  requestId: string
  /** Null: an unknown name. */
  subject: AuditSubject | null
}

/** The only way into the audit: fills in the paths by which rows are found. @returns the id of the row */
export async function insertAudit(db: Db, row: AuditRow): Promise<number> {
  const { actorId, requestId, action, subject, before, after, version, reason, reverts } = row
  const { id } = await db
    .insertInto('audit')
    .values({
      // not now(), the start of the transaction: it may have waited for another change of the same subject
      at: sql<Date>`clock_timestamp()`,
      actor_id: actorId,
      actor_path: sql<string | null>`(select path from users where user_id = ${actorId})`,
      request_id: requestId,
      action,
      subject: subject ? subjectText(subject) : UNKNOWN_USER,
      ...(subject && placeOf(subject)),
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      version: version ?? null,
      reason: reason ?? null,
      reverts: reverts ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function placeOf(subject: AuditSubject) {
  switch (subject.type) {
    case 'user':
      return {
        subject_user_id: subject.id,
        subject_path: sql<string>`(select path from users where user_id = ${subject.id})`,
      }
    case 'machine':
      return {
        subject_machine_id: subject.id,
        subject_user_id: sql<number>`(select owner_id from machines where id = ${subject.id})`,
        subject_path: sql<string>`(select owner_path from machines where id = ${subject.id})`,
      }
    case 'game':
    // the user that the note is about must not see its row
    case 'note':
    case 'audit':
    case 'movements':
      return {}
  }
}
