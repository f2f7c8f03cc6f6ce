import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Actor, Caller } from './caller'
import type { Db } from '../db/schema'
import { isRepeatable } from '../db/failures'
import { hasBlockedAncestor } from '../db/treePath'
import { HttpError, unauthorized } from '../httpError'
import type { SessionCache } from './auth/sessionCache'
import { closeGates, passGate } from './auth/sessionGate'
import type { WriteBudget } from './writeBudget'

export interface WriteAnswer {
  readonly status: number
  /** Undefined for 204. */
  readonly body: unknown
}

/** A write as it came: the same key and content again is the same write. */
export interface WriteRequest {
  readonly actor: Actor
  readonly key: string | undefined
  /** Method, address and body. */
  readonly content: unknown
  /** It ends other sessions of its own user: those are locked together with its own, in one order. */
  readonly endsOwnSessions?: boolean
}

export interface Writes {
  /** What was answered to this write before; null where it is new. @throws HttpError 409 */
  findAnswer(request: WriteRequest): Promise<WriteAnswer | null>
  /**
   * Makes a change in one transaction, under the caller's live session and once per key.
   * @param change may run more than once: what it does outside of the transaction must not count
   * @throws HttpError 401 where the session has ended since the guard looked, 409 for a key of another write,
   *   429 for too many changes
   */
  run<T>(request: WriteRequest, status: number, change: (trx: Db) => Promise<T>): Promise<WriteAnswer>
}

/** A deadlock or a serialization failure is run again this often; each has cost the time of its detection. */
const TRIES = 5
const FIRST_PAUSE_MS = 10

const keyUsedElsewhere = (): HttpError =>
  new HttpError(409, 'La clave de idempotencia ya se usó para otra operación')

/**
 * The one way to change something.
 * @param secret keys the fingerprints: the content may hold a password, which a plain hash would give away
 * @param sessions of this process, which reads its own writes at once and not when it is notified
 */
export function createWrites(
  db: Db,
  secret: () => string,
  budget: WriteBudget,
  sessions: SessionCache,
): Writes {
  const fingerprintOf = ({ content }: WriteRequest): string =>
    createHmac('sha256', secret()).update(JSON.stringify(content)).digest('base64url')

  async function findAnswer(request: WriteRequest, trx = db): Promise<WriteAnswer | null> {
    const { actor, key } = request
    if (key === undefined) return null
    const earlier = await trx
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'status', 'response'])
      .where('actor_id', '=', actor.userId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (!earlier) return null
    const { fingerprint, status, response } = earlier
    if (fingerprint !== null && fingerprint !== fingerprintOf(request)) throw keyUsedElsewhere()
    return { status: status ?? 204, body: response === null ? undefined : (JSON.parse(response) as unknown) }
  }

  /** Waits for a write with this key that is under way. @returns whether this one is the first */
  async function claim(trx: Db, request: WriteRequest): Promise<boolean> {
    const { actor, key } = request
    if (key === undefined) return true
    const claimed = await trx
      .insertInto('idempotency_keys')
      .values({
        actor_id: actor.userId,
        key,
        fingerprint: fingerprintOf(request),
        status: null,
        response: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    return claimed !== undefined
  }

  async function remember(trx: Db, { actor, key }: WriteRequest, answer: WriteAnswer): Promise<void> {
    if (key === undefined) return
    const response = answer.body === undefined ? null : JSON.stringify(answer.body)
    await trx
      .updateTable('idempotency_keys')
      .set({ status: answer.status, response })
      .where('actor_id', '=', actor.userId)
      .where('key', '=', key)
      .execute()
  }

  const run: Writes['run'] = async (request, status, change) => {
    budget.spend(request.actor.userId)
    const transaction = () =>
      db.transaction().execute(async (trx) => {
        if (request.endsOwnSessions) await lockSessionsOf(trx, request.actor)
        await holdSession(trx, request.actor)
        if (!(await claim(trx, request))) {
          const earlier = await findAnswer(request, trx)
          if (earlier) return earlier
        }
        const answer = { status, body: await change(trx) }
        await remember(trx, request, answer)
        return answer
      })
    return repeating(transaction).finally(() => sessions.onNotified())
  }

  return { findAnswer, run }
}

/**
 * The caller's session, kept until the transaction ends: what ends it (a sign-out, a new password, a
 * deletion) waits for this write, and none succeeds after that answer. Taken before anything else is locked.
 */
async function holdSession(trx: Db, { userId, sessionId, level, path }: Caller): Promise<void> {
  await passGate(trx, sessionId)
  const session = await trx
    .selectFrom('sessions')
    .select('sid')
    .where('sid', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .forKeyShare()
    .executeTakeFirst()
  // a statement of its own: it sees what was committed while the first one waited for the session
  const user = await trx
    .selectFrom('users as u')
    .select('u.user_id')
    .where('u.user_id', '=', userId)
    // as the guard saw them, which may be a second ago
    .where('u.level', '=', level)
    .where('u.path', '=', path)
    .where('u.deleted_at', 'is', null)
    .where(({ not }) => not(hasBlockedAncestor(sql`u.path`)))
    .executeTakeFirst()
  if (!session || !user) throw unauthorized()
}

async function lockSessionsOf(trx: Db, { userId }: Caller): Promise<void> {
  await closeGates(trx, userId, null)
  await trx
    .selectFrom('sessions')
    .select('sid')
    .where('user_id', '=', userId)
    .orderBy('sid')
    .forUpdate()
    .execute()
}

/** Runs a transaction again where the database gave it up for the sake of another one. */
export async function repeating<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (tries === TRIES || !isRepeatable(error)) throw error
      await sleep(FIRST_PAUSE_MS * 2 ** tries * Math.random())
    }
  }
}
