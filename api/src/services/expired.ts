import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/schema'
import { KNOWN_ADDRESS_DAYS } from './auth/loginLimits'

/** A client that sends the same write again does so within minutes. */
const DAYS_A_KEY_IS_KNOWN = 7
/** Nothing brings a deleted user back; so long an operator may still look at what was set. */
const DAYS_SETTINGS_OUTLIVE_THEIR_USER = 30
/** Few enough that what waits for one of these statements hardly notices. */
const BATCH = 1_000

export interface Expiry {
  /** By the database's clock, which all processes share. */
  readonly now: Date
  /** Seconds that a failed sign-in counts. */
  readonly loginWindow: number
  /** Stops between two batches. */
  readonly signal?: AbortSignal
}

/** Which rows of a table nothing needs any more. docs/operations/README.md says so to operators. */
const conditions = ({ now, loginWindow }: Expiry): [table: string, isExpired: RawBuilder<boolean>][] => {
  const ago = (amount: number, unit: 'second' | 'hour' | 'day') =>
    sql`(${now}::timestamptz - ${sql.lit(amount)} * interval '1 ${sql.raw(unit)}')`
  return [
    // an hour later than it ends: the clock of a server may be behind the database's
    ['sessions', sql`expires_at < ${ago(1, 'hour')}`],
    // what lies in the future was counted before the clock was set back, and would lock for as long
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

/**
 * Removes them in small transactions. Rows that others hold are left for the next time: those are locked in
 * another order elsewhere, and another process may be at the same ones.
 */
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
