import type { RecoveryCodesResponse, TotpResponse } from '@console/shared-kernel/schemas'
import { sql } from 'kysely'
import type { Db } from '../../../db/schema'
import { forbidden, HttpError } from '../../../foundation/httpError'
import type { Caller } from '../../tree'
import { verifyOwnPassword } from '../passwords'
import { writeSecurityEvent } from '../refusals'
import { newSecret, renewRecoveryCodes, stepOf } from './codes'
import { isKeyOfDatabase } from './factorKey'
import { lockFactors, nameOf, type FactorServices } from './factors'
import { factorsOf, hasFactor } from './heldFactors'
import { setupExpired } from './passkeys'
import type { Proofs } from './proofs'

/** An enrolment that is not confirmed within this time must be started again. */
const PENDING_MINUTES = 10

interface EnrolmentDependencies extends FactorServices {
  db: Db
  proofs: Proofs
}

const notOffered = (): HttpError => new HttpError(400, 'Este servidor no ofrece este segundo factor')
const alreadyEnrolled = (): HttpError => new HttpError(409, 'Ya tienes una aplicación de códigos')
const purposeOf = ({ sessionId }: Caller): string => `enrol ${sessionId}`

/**
 * Adds and removes a user's own factors. Methods that run in a transaction take `trx` as their first
 * parameter.
 */
export class Enrolment {
  private readonly deps: EnrolmentDependencies

  constructor(deps: EnrolmentDependencies) {
    this.deps = deps
  }

  /**
   * The first factor needs the password, which a session hijacker does not know; further ones need a proof.
   * @throws HttpError 400 for a wrong password, 403 without a proof
   */
  async authorise(caller: Caller, currentPassword: string | undefined): Promise<void> {
    const { db, limits, proofs } = this.deps
    await this.rejectWithoutKey(db)
    if (hasFactor(await factorsOf(db, caller.userId))) await proofs.require(db, caller)
    else await verifyOwnPassword(db, limits, caller, currentPassword)
  }

  /** The secret is pending until confirmed by a code. @throws HttpError 409 if one exists */
  async beginTotp(trx: Db, { userId }: Caller): Promise<TotpResponse> {
    const { bytes, shown } = newSecret(await nameOf(trx, userId))
    const { numAffectedRows } = await sql`
      insert into totp_factors as f (user_id, secret) values (${userId}, ${this.deps.key.seal(userId, bytes)})
      on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_step = 0
        where f.confirmed_at is null`.execute(trx)
    if (numAffectedRows !== 1n) throw alreadyEnrolled()
    return shown
  }

  /**
   * @returns recovery codes with the first factor, null for a wrong code
   * @throws HttpError 400 if the enrolment was not begun or is too old, 403 without a proof, 409 if it is
   * already confirmed
   */
  async confirmTotp(trx: Db, caller: Caller, code: string): Promise<RecoveryCodesResponse | null> {
    const { userId } = caller
    await this.rejectWithoutKey(trx)
    await lockFactors(trx, userId)
    const pending = await trx
      .selectFrom('totp_factors')
      .select(['secret', 'confirmed_at'])
      .select(
        sql<boolean>`created_at > now() - ${sql.lit(PENDING_MINUTES)} * interval '1 minute'`.as('fresh'),
      )
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (pending?.confirmed_at) throw alreadyEnrolled()
    const hadFactor = await this.authoriseEnd(trx, caller)
    if (!pending?.fresh) throw setupExpired()
    const secret = this.deps.key.open(userId, pending.secret)
    if (!secret) throw setupExpired()
    const step = stepOf(secret, code)
    if (step === null) return null
    await trx
      .updateTable('totp_factors')
      .set({ confirmed_at: sql<Date>`now()`, last_step: step })
      .where('user_id', '=', userId)
      .execute()
    return this.added(trx, caller, hadFactor, { added: 'totp' })
  }

  /** The options for creating a passkey. */
  async passkeyOptions(caller: Caller, currentPassword: string | undefined): Promise<object> {
    const { db, passkeys } = this.deps
    if (!passkeys.isOffered) throw notOffered()
    await this.authorise(caller, currentPassword)
    return passkeys.creationOptions(db, caller.userId, await nameOf(db, caller.userId), purposeOf(caller))
  }

  /**
   * @throws HttpError 400 for an answer that is too late or not for the options of this session, 403 without
   * a proof
   */
  async addPasskey(trx: Db, caller: Caller, name: string, answer: unknown): Promise<RecoveryCodesResponse> {
    const { userId } = caller
    await lockFactors(trx, userId)
    const hadFactor = await this.authoriseEnd(trx, caller)
    const isAdded = await this.deps.passkeys.add(trx, answer, name, { purpose: purposeOf(caller), userId })
    if (!isAdded) throw new HttpError(400, 'La llave de acceso no es válida aquí')
    return this.added(trx, caller, hadFactor, { added: 'passkey', name })
  }

  /**
   * @throws HttpError 400 if factors are off, 403 if there is none, or without a proof by it or by a recovery
   * code
   */
  async removeTotp(trx: Db, caller: Caller): Promise<void> {
    const { userId } = caller
    this.rejectIfOff()
    await lockFactors(trx, userId)
    const own = trx.selectFrom('totp_factors').select('user_id').where('user_id', '=', userId)
    // before the proof, so that no recovery code is used up for nothing
    if (!(await own.executeTakeFirst())) throw forbidden()
    await this.deps.proofs.requireOf(trx, caller, 'totp')
    await trx.deleteFrom('totp_factors').where('user_id', '=', userId).execute()
    await this.removed(trx, caller, { removed: 'totp' })
  }

  /**
   * @throws HttpError 400 if factors are off, 403 if the user has no such passkey, or without a proof as
   * above
   */
  async removePasskey(trx: Db, caller: Caller, id: string): Promise<void> {
    const { userId } = caller
    this.rejectIfOff()
    await lockFactors(trx, userId)
    const own = await trx
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    // as above: before the proof
    if (!own) throw forbidden()
    await this.deps.proofs.requireOf(trx, caller, `passkey:${id}`)
    await trx.deleteFrom('passkeys').where('id', '=', id).execute()
    await this.removed(trx, caller, { removed: 'passkey', name: own.name })
  }

  /**
   * Accepts a proof by any factor, so that users who have lost another one can remove it.
   * @throws HttpError 400 without a factor or if factors are off, 403 without a proof
   */
  async renewCodes(trx: Db, caller: Caller): Promise<RecoveryCodesResponse> {
    this.rejectIfOff()
    await lockFactors(trx, caller.userId)
    if (!hasFactor(await factorsOf(trx, caller.userId)))
      throw new HttpError(400, 'No tienes un segundo factor')
    await this.deps.proofs.require(trx, caller)
    await this.note(trx, caller, { added: 'recovery codes' })
    return { recoveryCodes: await renewRecoveryCodes(trx, caller.userId) }
  }

  /**
   * While factors are off, no proof is required: a stolen session could remove factors before they are turned
   * on again.
   * @throws HttpError 400
   */
  private rejectIfOff(): void {
    if (this.deps.rule.isOff) throw notOffered()
  }

  /** Called at the end too: a process with another key may have started since. @throws HttpError 400 */
  private async rejectWithoutKey(db: Db): Promise<void> {
    this.rejectIfOff()
    if (!(await isKeyOfDatabase(db, this.deps.key))) throw notOffered()
  }

  /**
   * Call with the factors locked. The enrolment may have begun with the password, before there was a factor.
   * @returns whether there is one. @throws HttpError 403 without a proof of it
   */
  private async authoriseEnd(trx: Db, caller: Caller): Promise<boolean> {
    const hadFactor = hasFactor(await factorsOf(trx, caller.userId))
    if (hadFactor) await this.deps.proofs.require(trx, caller)
    return hadFactor
  }

  private async added(
    trx: Db,
    caller: Caller,
    hadFactor: boolean,
    details: object,
  ): Promise<RecoveryCodesResponse> {
    await this.note(trx, caller, details)
    return { recoveryCodes: hadFactor ? [] : await renewRecoveryCodes(trx, caller.userId) }
  }

  private async removed(trx: Db, caller: Caller, details: object): Promise<void> {
    const { userId, level } = caller
    if (!hasFactor(await factorsOf(trx, userId))) {
      if (this.deps.rule.levels.includes(level)) {
        throw new HttpError(400, 'Tu nivel necesita un segundo factor: añade otro antes de quitar este')
      }
      await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    }
    await this.note(trx, caller, details)
  }

  private note(trx: Db, caller: Caller, details: object): Promise<void> {
    const { userId } = caller
    return writeSecurityEvent(trx, caller, { action: 'user.factor', userId, actorId: userId, details })
  }
}
