import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Actor, Caller } from '../tree/caller'
import type { Db } from '../../db/schema'
import { isRepeatable } from '../../db/failures'
import { HttpError, unauthorized } from '../../foundation/httpError'
import { isInBlockedBranch } from '../tree/blockedBranch'
import type { SessionCache } from '../sessions/sessionCache'
import { closeGates, passGate } from '../sessions/sessionGate'
import type { WriteBudget } from './writeBudget'

export interface WriteAnswer {
  status: number
  /** Undefined for 204. */
  body: unknown
}

export interface WriteRequest {
  actor: Actor
  key: string | undefined
  /** Method, address and body. */
  content: unknown
  /** Such sessions are locked together with the caller's own, in one order, to prevent deadlocks. */
  endsOwnSessions?: boolean
}

export interface Writes {
  /** @returns the answer to the same write before, or null. @throws HttpError 409 for a key of another write */
  findAnswer(request: WriteRequest): Promise<WriteAnswer | null>
  /**
   * Makes a change in one transaction, while the caller's session lives, and once per key.
   * @param change may run more than once, so it must have no effects outside of the transaction
   * @throws HttpError 401 where the session has ended, 409 for a key of another write, 429 for too many
   * changes
   */
  run<T>(request: WriteRequest, status: number, change: (trx: Db) => Promise<T>): Promise<WriteAnswer>
}

const TRIES = 5
const FIRST_PAUSE_MS = 10

const keyUsedElsewhere = (): HttpError =>
  new HttpError(409, 'La clave de idempotencia ya se usó para otra operación')

/**
 * @param secret keys the fingerprints: a plain hash of content with a password could be cracked
 * @param sessions the cache of this process, cleared without waiting for the notification
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

  /** Waits for a pending write with the same key. @returns false where the key was used before */
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
 * What ends a session (a sign-out, a new password, a deletion) waits for this lock. Taken before all others except
 * those of `endsOwnSessions`.
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
  // a statement of its own, to see what was committed while the first one waited
  const user = await trx
    .selectFrom('users as u')
    .select('u.user_id')
    .where('u.user_id', '=', userId)
    // unchanged since the guard's look, which may be a second old
    .where('u.level', '=', level)
    .where('u.path', '=', path)
    .where('u.deleted_at', 'is', null)
    .where(({ not }) => not(isInBlockedBranch(sql`u.path`)))
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

/** @param transaction runs again after a deadlock or a serialization failure */
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
