import { setTimeout as sleep } from 'node:timers/promises'
import { networkOf, type SignInResponse } from '@console/shared-kernel/schemas'
import { sql } from 'kysely'
import { isInBlockedBranch } from '../tree'
import type { Db } from '../../db/schema'
import { HttpError, tooMany } from '../../foundation/httpError'
import { foldName, exactOrOnly, usersNamed } from './userName'
import type { SecondStep } from './factors/secondStep'
import { isKnownAddress, type LoginLimits } from './loginLimits'
import { verifyPassword } from './passwords'
import { blockedUser, writeFailedSignIn } from './refusals'
import { startSession, type SessionStart, type SigningIn } from './session'

interface Credentials extends SigningIn {
  userName: string
  password: string
}

interface LoginDependencies {
  db: Db
  limits: LoginLimits
  start: SessionStart
  secondStep: Pick<SecondStep, 'begin'>
}

export type Login = (credentials: Credentials) => Promise<SignInResponse>

const wrongCredentials = (): HttpError => new HttpError(401, 'Usuario o contraseña incorrectos')

export function createLogin({ db, limits, start, secondStep }: LoginDependencies): Login {
  return async ({ userName, password, ...caller }) => {
    const { address } = caller
    let user: FoundUser | undefined
    let rejection = wrongCredentials
    const compare = async (delay: number, at: Date): Promise<SignInResponse | null> => {
      user = await findForLogin(db, userName, address)
      const [fits] = await Promise.all([
        verifyPassword(user?.password_hash ?? null, password, networkOf(address)),
        // in parallel, so that a full queue and the longest delay do not add up
        user?.known ? null : sleep(delay),
      ])
      if (!fits || !user) return null
      if (user.blocked) {
        // counts like a wrong password: otherwise a blocked user's sign-ins could fill the audit
        rejection = blockedUser
        return null
      }
      const verified = { userId: user.user_id, passwordHash: user.password_hash }
      return (
        (await secondStep.begin({ ...verified, level: user.level }, address, at)) ??
        db.transaction().execute((trx) => startSession(trx, start, verified, caller, 'password'))
      )
    }
    const outcome = await limits.attempt({ name: foldName(userName), address }, compare, isSignedIn)
    if (!outcome.found) {
      const userId = user?.user_id ?? null
      const { locked } = outcome
      await writeFailedSignIn(db, limits.windowSeconds, caller, { userId, actorId: null, locked })
      throw locked?.kind === 'pair' ? tooMany(limits.windowSeconds, 'sign-ins') : rejection()
    }
    if ('token' in outcome.found) await limits.rememberAddress(outcome.found.userId, address)
    return outcome.found
  }
}

/** False before the second step, so the attempt stays counted: a correct password alone resets nothing. */
const isSignedIn = (answer: SignInResponse): boolean => 'token' in answer

type FoundUser = NonNullable<Awaited<ReturnType<typeof findForLogin>>>

async function findForLogin(db: Db, userName: string, address: string) {
  const found = await usersNamed(db, userName)
    .select(['u.level', 'u.password_hash'])
    .select(isInBlockedBranch(sql`u.path`).as('blocked'))
    .select(isKnownAddress(address).as('known'))
    .execute()
  return exactOrOnly(found)
}
