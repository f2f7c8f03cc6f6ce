import { sql } from 'kysely'
import type { Db } from '../../db/database'

/** Who is trying to sign in, from where. */
export interface Attempt {
  readonly nameKey: string
  readonly address: string
}

/** What stands before an attempt: seconds until the next one is looked at, or a delay in milliseconds. */
export type Verdict = { readonly lockedFor: number } | { readonly delay: number }

const PAIR_FAILURES = 10
const ADDRESS_FAILURES = 300
const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 5_000

/**
 * A user is never locked out by strangers elsewhere: across addresses there is only a growing delay.
 * @returns milliseconds
 */
export const delayAfter = (failures: number): number =>
  failures < PAIR_FAILURES
    ? 0
    : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(10, failures - PAIR_FAILURES))

/**
 * Failed logins, counted in the database so that a restart forgets none of them.
 * @param window seconds a failure counts, and a lock of user and address lasts
 */
export function createLoginLimits(db: Db, window: number) {
  const windowStart = (now: number): Date => new Date(now - window * 1000)

  async function check({ nameKey, address }: Attempt): Promise<Verdict> {
    const now = Date.now()
    const { rows } = await sql<{
      locked_until: Date | null
      of_name: number
      of_address: number
      freed_at: Date | null
    }>`
      select
        (select locked_until from login_locks where name_key = ${nameKey} and address = ${address}) as locked_until,
        (select count(*) from login_failures
          where name_key = ${nameKey} and failed_at > ${windowStart(now)}) as of_name,
        (select count(*) from login_failures
          where address = ${address} and failed_at > ${windowStart(now)}) as of_address,
        (select failed_at from login_failures
          where address = ${address} and failed_at > ${windowStart(now)}
          order by failed_at desc offset ${ADDRESS_FAILURES - 1} limit 1) as freed_at`.execute(db)
    const found = rows[0]
    if (!found) return { delay: 0 }
    const lockedFor = ((found.locked_until?.getTime() ?? 0) - now) / 1000
    if (lockedFor > 0) return { lockedFor }
    // free again when so many have left the window that fewer than the limit are in it
    if (found.freed_at) return { lockedFor: (found.freed_at.getTime() - now) / 1000 + window }
    return { delay: delayAfter(found.of_name) }
  }

  /** @returns seconds that the pair is locked from now on, or null. */
  async function recordFailure({ nameKey, address }: Attempt): Promise<number | null> {
    const now = Date.now()
    await db
      .insertInto('login_failures')
      .values({ name_key: nameKey, address, failed_at: new Date(now) })
      .execute()
    const { failures } = await db
      .selectFrom('login_failures as f')
      .leftJoin('login_locks as l', (join) =>
        join
          .onRef('l.name_key', '=', 'f.name_key')
          .onRef('l.address', '=', 'f.address')
          // one in force was set by another process meanwhile: this attempt is locked as well
          .on('l.locked_until', '<=', new Date(now)),
      )
      .select(({ fn }) => fn.countAll<number>().as('failures'))
      .where('f.name_key', '=', nameKey)
      .where('f.address', '=', address)
      .where('f.failed_at', '>', windowStart(now))
      // what led to an earlier lock has been paid for
      .where(({ or, eb }) =>
        or([eb('l.locked_until', 'is', null), eb('f.failed_at', '>', eb.ref('l.locked_until'))]),
      )
      .executeTakeFirstOrThrow()
    if (failures < PAIR_FAILURES) return null
    const locked_until = new Date(now + window * 1000)
    await db
      .insertInto('login_locks')
      .values({ name_key: nameKey, address, locked_until })
      .onConflict((conflict) => conflict.columns(['name_key', 'address']).doUpdateSet({ locked_until }))
      .execute()
    return window
  }

  /** The right password: the pair starts from nothing. What other addresses did stays counted. */
  async function clear({ nameKey, address }: Attempt): Promise<void> {
    for (const table of ['login_failures', 'login_locks'] as const) {
      await db.deleteFrom(table).where('name_key', '=', nameKey).where('address', '=', address).execute()
    }
  }

  /** Removes what no longer counts. */
  async function purge(): Promise<void> {
    const now = Date.now()
    await db.deleteFrom('login_failures').where('failed_at', '<', windowStart(now)).execute()
    await db.deleteFrom('login_locks').where('locked_until', '<', windowStart(now)).execute()
  }

  return { check, recordFailure, clear, purge }
}

export type LoginLimits = ReturnType<typeof createLoginLimits>
