import { sql } from 'kysely'
import type { Db } from '../../../db/schema'
import { areCodesKept } from './codes'

interface HeldFactors {
  totp: boolean
  passkeys: number
  recoveryCodes: number
  recoveryCodesKept: boolean
}

const hasTotp = (userId: number) => sql<boolean>`
  exists (select from totp_factors where user_id = ${userId} and confirmed_at is not null)`

export async function factorsOf(db: Db, userId: number): Promise<HeldFactors> {
  const { rows } = await sql<HeldFactors>`
    select ${hasTotp(userId)} as totp,
      (select count(*)::int from passkeys where user_id = ${userId}) as passkeys,
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as "recoveryCodes",
      ${areCodesKept(userId)} as "recoveryCodesKept"`.execute(db)
  return rows[0] ?? { totp: false, passkeys: 0, recoveryCodes: 0, recoveryCodesKept: true }
}

export const hasFactor = ({ totp, passkeys }: HeldFactors): boolean => totp || passkeys > 0

/** How a user can prove a factor. Empty without one. */
export function methodsOf(held: HeldFactors): string[] {
  if (!hasFactor(held)) return []
  return [
    ...(held.totp ? ['totp'] : []),
    ...(held.passkeys > 0 ? ['passkey'] : []),
    ...(held.recoveryCodes > 0 ? ['recovery'] : []),
  ]
}

/** {@link hasFactor} as a column of a query. */
export const hasFactorColumn = (userId: number) => sql<boolean>`
  (${hasTotp(userId)} or exists (select from passkeys where user_id = ${userId}))`
