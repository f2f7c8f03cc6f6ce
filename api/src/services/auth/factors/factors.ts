import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FactorsResponse } from '@console/shared-kernel/schemas'
import type { Db, ProvedFactor } from '../../../db/schema'
import { tooMany, validationError } from '../../../foundation/httpError'
import type { SecondFactorRule } from '../../../settings/settingTypes'
import type { LoginAttempt, LoginLimits } from '../loginLimits'
import { endSessions, rejectNewSessions } from '../endSessions'
import { forgetAttempts } from '../loginLimits'
import { writeFailedSignIn, writeSecurityEvent } from '../refusals'
import { foldName } from '../userName'
import { noteFactorReset } from '../signIns'
import { lockUser, type Caller, type UnknownCaller } from '../../tree'
import { isAppCode, consumeCode } from './codes'
import type { FactorKey } from './factorKey'
import { factorsOf, hasFactor } from './heldFactors'
import type { Passkeys } from './passkeys'

/** What a server knows about second factors. */
export interface FactorServices {
  limits: LoginLimits
  key: FactorKey
  passkeys: Passkeys
  rule: SecondFactorRule
}

/** What users can add, and sign in with. */
export const offeredFactors = ({
  key,
  passkeys,
  rule,
}: FactorServices): { totp: boolean; passkeys: boolean } => {
  const totp = key.isSet && !rule.isOff
  return { totp, passkeys: totp && passkeys.isOffered }
}

/** Locks all factors of the user: whether one is the first or the last depends on the others. */
export async function lockFactors(trx: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`factors ${userId}`}, 0))`.execute(trx)
}

/** What a user presents as proof: the code as typed, or a passkey's response. */
export interface PresentedFactor {
  code?: string | undefined
  passkey?: unknown
}

/** The factor that was tried, whether the answer is right or wrong. */
export function factorOf({ code = '', passkey }: PresentedFactor): ProvedFactor {
  if (passkey !== undefined) return `passkey:${String((passkey as { id?: unknown } | null)?.id)}`
  return isAppCode(code) ? 'totp' : 'recovery'
}

/** @param purpose what a passkey's challenge was created for */
export async function consumeFactor(
  trx: Db,
  { key, passkeys }: FactorServices,
  userId: number,
  { code, passkey }: PresentedFactor,
  purpose: string,
): Promise<boolean> {
  if (passkey === undefined) return code !== undefined && consumeCode(trx, key, userId, code)
  const used = await passkeys.use(trx, passkey, { purpose, userId })
  return used !== null
}

/** User names contain no control characters, so no user name shares this counter. */
const attemptName = (userId: number): string => `\u0000second factor of ${userId}`

/**
 * Forgets a user's failed sign-ins, both with the password and in the second step.
 * @returns how many counters there were
 */
export async function forgetSignInAttempts(trx: Db, userId: number, userName: string): Promise<number> {
  const ofPassword = await forgetAttempts(trx, foldName(userName))
  return ofPassword + (await forgetAttempts(trx, attemptName(userId)))
}

/** Codes are guessed less often than passwords, and mistyped by many people. */
export const factorAttempt = (userId: number, address: string): LoginAttempt => ({
  name: attemptName(userId),
  address,
  undelayed: 30,
  cap: { failures: 50, userId },
})

/**
 * An attempt by a signed-in user, counted like one in the second step: a stolen session gets no extra
 * guesses.
 * @param show returns null for a wrong code
 * @throws HttpError 400 for a wrong code, 429 for too many attempts
 */
export async function tryFactor<T extends object>(
  db: Db,
  limits: LoginLimits,
  caller: Caller,
  show: () => Promise<T | null>,
): Promise<T> {
  const { userId, address } = caller
  const outcome = await limits.attempt(factorAttempt(userId, address), async (delay) => {
    await sleep(delay)
    return show()
  })
  if (!('locked' in outcome)) return outcome.found
  const { locked } = outcome
  await writeFailedSignIn(db, limits.windowSeconds, caller, { userId, actorId: userId, locked })
  if (locked?.kind === 'pair') throw tooMany(limits.windowSeconds, 'sign-ins')
  throw validationError('code', 'El código no es correcto')
}

export async function readFactors(
  db: Db,
  services: FactorServices,
  { userId, level }: Caller,
): Promise<FactorsResponse> {
  const offered = offeredFactors(services)
  const { recoveryCodes, recoveryCodesKept, totp } = await factorsOf(db, userId)
  const factor = await db
    .selectFrom('totp_factors')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return {
    totp: factor?.confirmed_at?.toISOString() ?? null,
    passkeys: rows.map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      addedAt: created_at.toISOString(),
      usedAt: used_at?.toISOString() ?? null,
    })),
    recoveryCodes,
    recoveryCodesKept,
    isRequired: services.rule.levels.includes(level),
    canAdd: { ...offered, totp: offered.totp && !totp },
  }
}

/** Also removes what an unfinished second step has stored. @returns whether there was a factor */
export async function removeFactors(trx: Db, userId: number): Promise<boolean> {
  const had = hasFactor(await factorsOf(trx, userId))
  for (const table of ['totp_factors', 'passkeys', 'recovery_codes', 'sign_in_challenges'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  await forgetAttempts(trx, attemptName(userId))
  return had
}

/** Who resets a factor: a user above, or a command. */
interface FactorResetter extends UnknownCaller {
  userId: number | null
  /** Shown to the user at the next sign-in. */
  by: string
}

/**
 * Removes all factors of a user, and ends all sessions, since someone with the lost device may have begun one. Without
 * a factor nothing changes.
 * @returns whether there was a factor
 */
export async function resetFactors(
  trx: Db,
  { by, ...caller }: FactorResetter,
  userId: number,
): Promise<boolean> {
  if (!hasFactor(await factorsOf(trx, userId))) return false
  await endSessions(trx, userId, null)
  await lockUser(trx, userId)
  await rejectNewSessions(trx, userId, null)
  // somebody else may have reset it meanwhile
  if (!(await removeFactors(trx, userId))) return false
  await noteFactorReset(trx, userId, by)
  await writeSecurityEvent(trx, caller, { action: 'user.factor-reset', userId, actorId: caller.userId })
  return true
}

export async function nameOf(db: Db, userId: number): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('user_name')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return user?.user_name ?? ''
}
