import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  LoginResponse,
  SecondStepResponse,
  SignedInResponse,
  TotpResponse,
} from '@console/shared-kernel/schemas'
import { sql } from 'kysely'
import type { Db } from '../../../db/schema'
import { HttpError, tooMany } from '../../../foundation/httpError'
import { isInBlockedBranch, type UnknownCaller } from '../../tree'
import { withRetries } from '../../../db/failures'
import { blockedUser, writeFailedSignIn, writeSecurityEvent } from '../refusals'
import {
  lockUserShared,
  startSession,
  type SessionStart,
  type SigningIn,
  type SignInMethod,
} from '../session'
import { foldName } from '../userName'
import { newSecret, renewRecoveryCodes, stepOf } from './codes'
import {
  factorAttempt,
  factorOf,
  lockFactors,
  consumeFactor,
  type FactorServices,
  type PresentedFactor,
} from './factors'
import { isKeyOfDatabase } from './factorKey'
import { factorsOf, hasFactor, methodsOf } from './heldFactors'

const STEP_MINUTES = 5
const MAX_FAILURES = 5

/** The same answer for an unknown, expired, used or exhausted step, and for a user who has changed since. */
const stepOver = (): HttpError => new HttpError(401, 'El inicio de sesión ha caducado. Empieza de nuevo.')
const wrongCode = (): HttpError => {
  const message = 'El código no es correcto'
  return new HttpError(401, message, { errors: [{ path: 'code', message }] })
}
const lastWrongCode = (): HttpError =>
  new HttpError(401, 'El código no es correcto y no quedan más intentos. Empieza de nuevo.')

interface KnownUser {
  userId: number
  level: number
  passwordHash: string
}

interface StepDependencies extends FactorServices {
  db: Db
  start: SessionStart
}

function methodOf(credential: PresentedFactor): SignInMethod {
  const factor = factorOf(credential)
  if (factor === 'totp') return 'code'
  return factor === 'recovery' ? 'recovery code' : 'passkey'
}

const purposeOf = (id: string): string => `second step ${id}`
const PASSKEY_SIGN_IN = 'sign in'

/** The step after a correct password: the API cannot be called before it is done. */
export class SecondStep {
  private readonly deps: StepDependencies

  constructor(deps: StepDependencies) {
    this.deps = deps
  }

  /**
   * Null if the password is enough.
   * @param countedAt the time of the attempt, which stays counted until a token is issued
   */
  async begin(user: KnownUser, address: string, countedAt: Date): Promise<SecondStepResponse | null> {
    const { db, rule } = this.deps
    if (rule.isOff) return null
    const methods = methodsOf(await factorsOf(db, user.userId))
    const enrols = methods.length === 0
    if (enrols && !rule.levels.includes(user.level)) return null
    const id = randomUUID()
    await db
      .insertInto('sign_in_challenges')
      .values({
        id,
        user_id: user.userId,
        password_hash: user.passwordHash,
        address,
        counted_at: countedAt,
        expires_at: sql<Date>`now() + ${sql.lit(STEP_MINUTES)} * interval '1 minute'`,
        enrols,
        secret: null,
      })
      .execute()
    return { secondFactor: { id, methods: enrols ? ['enrol-totp'] : methods } }
  }

  /**
   * Creates a secret for a user who must enrol a factor first; calling it again replaces the secret.
   * @throws HttpError 401
   */
  async enrol(id: string): Promise<TotpResponse> {
    const { db, key } = this.deps
    const step = await this.find(db, id)
    if (!step.enrols || !(await isKeyOfDatabase(db, key))) throw stepOver()
    const { bytes, shown } = newSecret(step.user_name)
    await db
      .updateTable('sign_in_challenges')
      .set({ secret: key.seal(step.user_id, bytes) })
      .where('id', '=', id)
      .execute()
    return shown
  }

  /** Passkey options for this step. @throws HttpError 401 */
  async passkeyOptions(id: string): Promise<object> {
    const { db, passkeys } = this.deps
    const step = await this.find(db, id)
    if (step.enrols || !passkeys.isOffered) throw stepOver()
    return passkeys.requestOptions(db, step.user_id, purposeOf(id))
  }

  /** Options for passkey-only sign-in. */
  passkeySignInOptions(): Promise<object> {
    const { db, passkeys } = this.deps
    return passkeys.requestOptions(db, null, PASSKEY_SIGN_IN)
  }

  /** @throws HttpError 401 for a wrong code or a step that is over, 429 for too many wrong codes */
  async finish(
    { id, ...credential }: { id: string } & PresentedFactor,
    caller: SigningIn,
  ): Promise<SignedInResponse> {
    const { db, limits } = this.deps
    const step = await this.find(db, id)
    const userId = step.user_id
    const outcome = await limits.attempt(factorAttempt(userId, caller.address), async (delay) => {
      await sleep(delay)
      return withRetries(() => db.transaction().execute((trx) => this.tryStep(trx, step, credential, caller)))
    })
    if (!outcome.found) return this.reject(caller, step, outcome.locked)
    // also settles the password attempt, which stayed counted so that a correct password allows no extra
    // guesses of codes
    await limits.settle({ name: foldName(step.user_name), address: step.address }, step.counted_at)
    await limits.rememberAddress(userId, caller.address)
    return outcome.found
  }

  /** Signs in with only a passkey, which must verify the user. @throws HttpError 401 */
  async signInByPasskey(passkey: unknown, caller: SigningIn): Promise<LoginResponse> {
    const { db, limits, passkeys, rule, start } = this.deps
    let rejection = new HttpError(401, 'La llave de acceso no es válida aquí')
    if (rule.isOff) throw rejection
    const found = await withRetries(() =>
      db.transaction().execute(async (trx) => {
        const userId = await passkeys.use(trx, passkey, { purpose: PASSKEY_SIGN_IN, userId: null })
        const user = userId === null ? undefined : await this.findUser(trx, userId)
        if (!user) return null
        if (user.blocked) {
          // counts as a failure, as with a password
          rejection = blockedUser()
          return null
        }
        const verified = { userId: user.user_id, passwordHash: user.password_hash }
        return startSession(trx, start, verified, caller, 'passkey')
      }),
    )
    if (!found) {
      const userId = await passkeys.ownerOf(db, passkey)
      await writeFailedSignIn(db, limits.windowSeconds, caller, { userId, actorId: null, locked: null })
      throw rejection
    }
    await limits.rememberAddress(found.userId, caller.address)
    return found
  }

  private findUser(trx: Db, userId: number) {
    return trx
      .selectFrom('users as u')
      .select(['u.user_id', 'u.password_hash'])
      .select(isInBlockedBranch(sql`u.path`).as('blocked'))
      .where('u.user_id', '=', userId)
      .where('u.deleted_at', 'is', null)
      .executeTakeFirst()
  }

  /** Reveals that the user is blocked, as sign-in does after a correct password. @throws HttpError 401 */
  private async find(db: Db, id: string) {
    const step = await db
      .selectFrom('sign_in_challenges as c')
      .innerJoin('users as u', 'u.user_id', 'c.user_id')
      .select(['c.id', 'c.user_id', 'c.password_hash', 'c.address', 'c.counted_at', 'c.enrols'])
      .select(['u.user_name', 'u.level', isInBlockedBranch(sql`u.path`).as('blocked')])
      .where('c.id', '=', id)
      .where('c.expires_at', '>', sql<Date>`clock_timestamp()`)
      .where('u.deleted_at', 'is', null)
      .executeTakeFirst()
    if (!step) throw stepOver()
    if (step.blocked) throw blockedUser()
    return step
  }

  /** Null for a wrong code, which is counted. */
  private async tryStep(
    trx: Db,
    { id, user_id: userId, password_hash: passwordHash }: Awaited<ReturnType<SecondStep['find']>>,
    credential: PresentedFactor,
    caller: SigningIn,
  ): Promise<SignedInResponse | null> {
    // locks the user before the step, as a password change or a factor reset does
    if (!(await lockUserShared(trx, { userId, passwordHash }))) throw stepOver()
    const step = await trx
      .selectFrom('sign_in_challenges')
      .select(['failures', 'enrols', 'secret'])
      .where('id', '=', id)
      .where('expires_at', '>', sql<Date>`clock_timestamp()`)
      .forUpdate()
      .executeTakeFirst()
    if (!step) throw stepOver()
    const fits = step.enrols
      ? await this.enrolled(trx, userId, step.secret, credential, caller)
      : await consumeFactor(trx, this.deps, userId, credential, purposeOf(id))
    if (!fits) {
      await this.countFailure(trx, id, step.failures + 1)
      return null
    }
    await trx.deleteFrom('sign_in_challenges').where('id', '=', id).execute()
    const session = await startSession(
      trx,
      this.deps.start,
      { userId, passwordHash },
      caller,
      methodOf(credential),
    )
    if (!session) throw stepOver()
    // after the session, whose notice would otherwise report these codes as unsaved
    return step.enrols ? { ...session, recoveryCodes: await renewRecoveryCodes(trx, userId) } : session
  }

  private async countFailure(trx: Db, id: string, failures: number): Promise<void> {
    if (failures < MAX_FAILURES)
      await trx.updateTable('sign_in_challenges').set({ failures }).where('id', '=', id).execute()
    else await trx.deleteFrom('sign_in_challenges').where('id', '=', id).execute()
  }

  /**
   * False for a wrong code.
   * @throws HttpError 401 if the user has gained a factor, or the database another key, meanwhile
   */
  private async enrolled(
    trx: Db,
    userId: number,
    secret: string | null,
    { code = '' }: PresentedFactor,
    caller: UnknownCaller,
  ): Promise<boolean> {
    if (secret === null) return false
    const opened = this.deps.key.open(userId, secret)
    if (!opened) throw stepOver()
    const step = stepOf(opened, code)
    if (step === null) return false
    await lockFactors(trx, userId)
    const hasOther = hasFactor(await factorsOf(trx, userId))
    if (hasOther || !(await isKeyOfDatabase(trx, this.deps.key))) throw stepOver()
    await sql`
      insert into totp_factors (user_id, secret, confirmed_at, last_step)
      values (${userId}, ${secret}, now(), ${step})
      on conflict (user_id) do update
        set secret = excluded.secret, confirmed_at = excluded.confirmed_at, last_step = excluded.last_step`.execute(
      trx,
    )
    await writeSecurityEvent(trx, caller, {
      action: 'user.factor',
      userId,
      actorId: userId,
      details: { added: 'totp' },
    })
    return true
  }

  private async reject(
    caller: UnknownCaller,
    { id, user_id: userId }: { id: string; user_id: number },
    locked: Parameters<typeof writeFailedSignIn>[3]['locked'],
  ): Promise<never> {
    const { db, limits } = this.deps
    await writeFailedSignIn(db, limits.windowSeconds, caller, { userId, actorId: null, locked })
    if (locked?.kind === 'pair') throw tooMany(limits.windowSeconds, 'sign-ins')
    const step = await db
      .selectFrom('sign_in_challenges')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    throw step ? wrongCode() : lastWrongCode()
  }
}
