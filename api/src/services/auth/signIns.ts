import { type LastSignIn, networkOf } from '@console/shared-kernel/schemas'
import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { maskAddress } from './device'
import { areCodesKept } from './factors/codes'
import { hasFactorColumn } from './factors/heldFactors'
import { KNOWN_ADDRESS_DAYS } from './loginLimits'

/** @returns the notice about the previous sign-in; null for the first */
export async function noteSignIn(trx: Db, userId: number, address: string): Promise<LastSignIn | null> {
  const before = await trx
    .selectFrom('sign_ins')
    .select(['at', 'address', 'refused', 'factor_reset_at', 'factor_reset_by'])
    .select(areCodesKept(userId).as('recoveryCodesKept'))
    // users whose level requires a factor enrol before they see the notice
    .select(hasFactorColumn(userId).as('hasFactor'))
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  await sql`
    insert into sign_ins (user_id, at, address) values (${userId}, now(), ${address})
    on conflict (user_id) do update set at = excluded.at, address = excluded.address, refused = 0,
      factor_reset_at = null, factor_reset_by = null`.execute(trx)
  if (!before) return null
  const { at, refused, recoveryCodesKept, hasFactor } = before
  const { factor_reset_at: resetAt, factor_reset_by: resetBy } = before
  return {
    refused,
    ...(at && { at: at.toISOString(), address: maskAddress(before.address ?? '') }),
    ...(resetAt && {
      factorReset: { at: resetAt.toISOString(), by: resetBy ?? '', ...(hasFactor && { hasFactor }) },
    }),
    ...(!recoveryCodesKept && { recoveryCodesKept }),
  }
}

/**
 * Whether no sign-in of the last 30 days was from this network. Reads the audit, since a new password forgets
 * known addresses.
 */
export async function isNewNetwork(trx: Db, userId: number, address: string): Promise<boolean> {
  const { rows } = await sql<{ address: string }>`
    select distinct after ->> 'address' as address from audit
    where subject_path = (select path from users where user_id = ${userId}) and subject_user_id = ${userId}
      and at > now() - make_interval(days => ${sql.lit(KNOWN_ADDRESS_DAYS)})
      and action = 'session.start' and after ? 'address'`.execute(trx)
  const network = networkOf(address)
  return rows.every((known) => networkOf(known.address) !== network)
}

/** One statement: during an attack it is run for each guess. */
export async function noteRefusedSignIn(db: Db, userId: number): Promise<void> {
  await sql`
    insert into sign_ins as s (user_id, refused) values (${userId}, 1)
    on conflict (user_id) do update set refused = s.refused + 1`.execute(db)
}

/** @param by the name of the user who did it */
export async function noteFactorReset(trx: Db, userId: number, by: string): Promise<void> {
  await sql`
    insert into sign_ins (user_id, factor_reset_at, factor_reset_by) values (${userId}, now(), ${by})
    on conflict (user_id) do update
      set factor_reset_at = excluded.factor_reset_at, factor_reset_by = excluded.factor_reset_by`.execute(trx)
}
