import { setTimeout as sleep } from 'node:timers/promises'
import type { LoginResponse } from '@console/shared-kernel/contracts/auth.schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database'
import { blockedOnTheWay } from '../../db/treePath'
import { HttpError, tooMany } from '../../http/errors'
import { Semaphore } from '../../semaphore'
import { nameKey } from '../users/userName'
import { countedAddress } from './address'
import type { Attempt, LoginLimits } from './loginLimits'
import { verifyPassword } from './passwords'
import { startSession } from './session'
import type { Tokens } from './tokens'

interface Credentials {
  readonly userName: string
  readonly password: string
  readonly ip: string
}

export interface LoginDependencies {
  readonly db: Db
  readonly tokens: Tokens
  readonly limits: LoginLimits
  /** Seconds. */
  readonly tokenTtl: number
}

export type Login = (credentials: Credentials) => Promise<LoginResponse>

/** Attempts of one pair that may wait for each other. */
const MOST_WAITING = 100

const wrongCredentials = (): HttpError => new HttpError(401, 'Usuario o contraseña incorrectos')
/** Said only to someone who knows the password. */
const blockedUser = (): HttpError => new HttpError(401, 'El usuario está bloqueado')

/**
 * Signs in. Attempts of one user from one address are looked at one after the other: fired all at once they
 * would otherwise all pass the count before the first has failed.
 */
export function createLogin({ db, tokens, limits, tokenTtl }: LoginDependencies): Login {
  const turns = new Map<string, Semaphore>()

  return async ({ userName, password, ip }) => {
    const attempt: Attempt = { nameKey: nameKey(userName), address: countedAddress(ip) }
    const pair = `${attempt.address} ${attempt.nameKey}`
    const turn = turns.get(pair) ?? new Semaphore(1)
    if (turn.waiting >= MOST_WAITING) throw tooMany(1)
    turns.set(pair, turn)
    try {
      return await turn.run(() => tryOnce(attempt, password))
    } finally {
      if (turn.idle) turns.delete(pair)
    }
  }

  async function tryOnce(attempt: Attempt, password: string): Promise<LoginResponse> {
    const verdict = await limits.check(attempt)
    if ('lockedFor' in verdict) throw tooMany(verdict.lockedFor)
    if (verdict.delay > 0) await sleep(verdict.delay)
    const user = await findForLogin(db, attempt.nameKey)
    if (!(await verifyPassword(user?.password_hash ?? null, password)) || !user) {
      const lockedFor = await limits.recordFailure(attempt)
      throw lockedFor === null ? wrongCredentials() : tooMany(lockedFor)
    }
    if (user.blocked) throw blockedUser()
    const verified = { userId: user.user_id, passwordHash: user.password_hash }
    const token = await startSession(db, tokens, verified, tokenTtl)
    if (token === null) throw wrongCredentials()
    await limits.clear(attempt)
    return {
      token,
      userId: user.user_id,
      userName: user.user_name,
      level: user.level,
      nameClient: user.name_client,
    }
  }
}

const findForLogin = (db: Db, key: string) =>
  db
    .selectFrom('users as u')
    .select(['u.user_id', 'u.user_name', 'u.level', 'u.name_client', 'u.password_hash'])
    .select(blockedOnTheWay(sql`u.path`).as('blocked'))
    .where('u.name_key', '=', key)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
