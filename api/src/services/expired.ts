import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/schema'
import { KNOWN_ADDRESS_DAYS } from './auth/loginLimits'

/** Clients repeat a write within minutes. */
const DAYS_A_KEY_IS_KNOWN = 7
/** Only kept for operators to look up: deleted users never come back. */
const DAYS_SETTINGS_OUTLIVE_THEIR_USER = 30
/** Few enough that statements waiting for the locks are hardly delayed. */
const BATCH = 1_000

export interface Expiry {
  /** By the database's clock. */
  now: Date
  /** Seconds. */
  loginWindow: number
  signal?: AbortSignal
}

/** docs/operations/README.md lists these times for operators. */
const conditions = ({ now, loginWindow }: Expiry): [table: string, isExpired: RawBuilder<boolean>][] => {
  const ago = (amount: number, unit: 'second' | 'hour' | 'day') =>
    sql`(${now}::timestamptz - ${sql.lit(amount)} * interval '1 ${sql.raw(unit)}')`
  return [
    // an hour late: a server's clock may be behind the database's
    ['sessions', sql`expires_at < ${ago(1, 'hour')}`],
    // attempts in the future, from before the clock was set back, would lock until then
    [
      'login_attempts',
      sql`attempts[1] is null or attempts[1] <= ${ago(loginWindow, 'second')}
        or attempts[1] > ${ago(-60, 'second')}`,
    ],
    ['login_addresses', sql`last_at <= ${ago(KNOWN_ADDRESS_DAYS, 'day')}`],
    ['idempotency_keys', sql`created_at < ${ago(DAYS_A_KEY_IS_KNOWN, 'day')}`],
    [
      'game_settings',
      sql`user_id in (select user_id from users
        where deleted_at < ${ago(DAYS_SETTINGS_OUTLIVE_THEIR_USER, 'day')})`,
    ],
  ]
}

/** In small transactions. Skips locked rows, as waiting for them could deadlock. */
export async function removeExpired(db: Db, expiry: Expiry): Promise<void> {
  for (const [table, isExpired] of conditions(expiry)) {
    let removed = BATCH
    while (removed === BATCH && !expiry.signal?.aborted) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${isExpired} limit ${sql.lit(BATCH)}
          for update skip locked))`.execute(db)
      removed = Number(numAffectedRows)
    }
  }
}
