import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../../db/schema'
import { HttpError } from '../../../foundation/httpError'
import type { FactorKey } from './factorKey'

const ISSUER = 'Info Center'
const PERIOD_MS = 30_000
/** A phone's clock may be behind or ahead by this many steps. */
const STEPS_AROUND = 1
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 10

/** Supported by every authenticator app: SHA-1, six digits, 30 seconds. */
const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_MS / 1000,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

interface NewSecret {
  bytes: Uint8Array
  /** The secret as shown: as text (base32), and as the URI that apps read from a QR code. */
  shown: { secret: string; uri: string }
}

/** 160 random bits. */
export function newSecret(userName: string): NewSecret {
  const bytes = new Uint8Array(randomBytes(20))
  const totp = totpOf(bytes, userName)
  return { bytes, shown: { secret: totp.secret.base32, uri: totp.toString() } }
}

const withoutBlanks = (typed: string): string => typed.replace(/[\s-]/g, '')

/** The time step that a code belongs to, among those around now. @returns null for a wrong code */
export function stepOf(secret: Uint8Array, typed: string, now = Date.now()): number | null {
  if (!isAppCode(typed)) return null
  const token = withoutBlanks(typed)
  const delta = totpOf(secret).validate({ token, timestamp: now, window: STEPS_AROUND })
  return delta === null ? null : Math.floor(now / PERIOD_MS) + delta
}

export const isAppCode = (typed: string): boolean => /^\d{6}$/.test(withoutBlanks(typed))

/**
 * Accepts each code from the app and each recovery code only once. Locks what it uses until the transaction
 * ends.
 * @throws HttpError 503 if the secret was sealed with the key of another process
 */
export const consumeCode = (trx: Db, key: FactorKey, userId: number, typed: string): Promise<boolean> =>
  isAppCode(typed) ? takeTotp(trx, key, userId, typed) : takeRecoveryCode(trx, userId, typed)

async function takeTotp(trx: Db, key: FactorKey, userId: number, typed: string): Promise<boolean> {
  const factor = await trx
    .selectFrom('totp_factors')
    .select(['secret', 'last_step'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!factor) return false
  const secret = key.open(userId, factor.secret)
  if (!secret) throw new HttpError(503, 'Este servidor no puede comprobar códigos. Avisa a su administrador.')
  const step = stepOf(secret, typed)
  if (step === null || step <= Number(factor.last_step)) return false
  await trx.updateTable('totp_factors').set({ last_step: step }).where('user_id', '=', userId).execute()
  return true
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 80 random bits, as four groups of four letters and digits (base32). */
function newRecoveryCode(): string {
  let bits = BigInt(`0x${randomBytes(RECOVERY_BYTES).toString('hex')}`)
  let text = ''
  for (let count = 0; count < (RECOVERY_BYTES * 8) / 5; count += 1) {
    text += ALPHABET[Number(bits & 31n)]
    bits >>= 5n
  }
  return text.replace(/(.{4})(?=.)/g, '$1-')
}

const hashOf = (typed: string): string =>
  createHash('sha256').update(withoutBlanks(typed).toUpperCase()).digest('hex')

async function takeRecoveryCode(trx: Db, userId: number, typed: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()`, is_kept: true })
    .where('user_id', '=', userId)
    .where('hash', '=', hashOf(typed))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Invalidates earlier codes. @returns the only copy of the new ones */
export async function renewRecoveryCodes(trx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashOf(code), used_at: null, is_kept: false })))
    .execute()
  return codes
}

/**
 * Confirms that the answer with the codes reached the user.
 * @param codes defaults to the current ones
 * @throws HttpError 409 if another window has created new ones since
 */
export async function confirmRecoveryCodes(
  trx: Db,
  userId: number,
  codes?: readonly string[],
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_codes')
    .set({ is_kept: true })
    .where('user_id', '=', userId)
    .$if(codes !== undefined, (query) => query.where(sql<boolean>`hash = any(${codes!.map(hashOf)})`))
    .executeTakeFirstOrThrow()
  if (codes && Number(numUpdatedRows) < RECOVERY_CODES)
    throw new HttpError(409, 'Estos códigos ya no valen: después se crearon otros. No los guardes.')
}

/** A used code proves that all were saved. True without codes. */
export const areCodesKept = (userId: number) => sql<boolean>`
  (select coalesce(bool_or(is_kept), true) from recovery_codes where user_id = ${userId})`
