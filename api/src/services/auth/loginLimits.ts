import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { tooMany } from '../../foundation/httpError'

export interface LoginAttempt {
  /** Folded, so that all spellings of a name share one count. */
  readonly name: string
  readonly address: string
}

/** `found: null` is a wrong password; `locked` says which limit it exhausted. */
export type Outcome<T> =
  | { readonly found: T }
  | { readonly found: null; readonly locked: 'pair' | 'address' | null }

const PAIR_FAILURES = 10
const ADDRESS_FAILURES = 300
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 5_000
/** Further attempts on a name make the delay no longer. */
const NAME_ATTEMPTS = 16
/** A user is not delayed at an address of a sign-in within this time. */
export const KNOWN_ADDRESS_DAYS = 30

/** Milliseconds. Across addresses there is only a delay, so that strangers cannot lock a user out. */
export const delayAfter = (failures: number): number =>
  failures < PAIR_FAILURES
    ? 0
    : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(10, failures - PAIR_FAILURES))

type Kind = 'pair' | 'address' | 'name'

/** Hashed: a typed name may be a password, and NFKC makes some names too long for an index. */
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url')

const keysOf = ({ name, address }: LoginAttempt): Readonly<Record<Kind, string>> => ({
  pair: `${address} ${hashed(name)}`,
  address,
  name: hashed(name),
})

/** Of all addresses: a new password must not wait for attempts with the old one. @param name folded */
export async function forgetAttempts(db: Db, name: string): Promise<void> {
  const key = hashed(name)
  await sql`
    delete from login_attempts
    where (kind = 'name' and key = ${key}) or (kind = 'pair' and key like ${`% ${key.replaceAll('_', '\\_')}`})`.execute(
    db,
  )
}

export const isKnownAddress = (userId: string, address: string) => sql<boolean>`exists (
  select from login_addresses k where k.user_id = ${sql.ref(userId)} and k.address = ${address}
    and k.last_at > now() - ${sql.lit(KNOWN_ADDRESS_DAYS)} * interval '1 day')`

/**
 * Counted in the database, so that a restart forgets nothing. An attempt is counted before its password is
 * compared, and a success takes it back. `attempts` is newest first and cut to the limit, so a full counter's
 * last element tells when it was exhausted.
 * @param windowSeconds how long a failure counts, and how long a lock lasts
 */
export function createLoginLimits(db: Db, windowSeconds: number) {
  const window = sql`(${windowSeconds}::float8 * interval '1 second')`

  /** By the database's clock: the clocks of its processes may differ. */
  async function reserve(keys: Readonly<Record<Kind, string>>) {
    const add = (kind: Kind, most: number, after: string, isFree: ReturnType<typeof sql>) => sql`
      insert into login_attempts as a (kind, key, attempts)
      select ${kind}, ${keys[kind]}, array[clock.at] from clock where exists (select from ${sql.table(after)})
      on conflict (kind, key) do update set attempts = array(
        select t from unnest(a.attempts || excluded.attempts) t
        where t > excluded.attempts[1] - ${window} order by t desc limit ${sql.lit(most)})
      where ${isFree}
      returning attempts`
    const start = sql`excluded.attempts[1] - ${window}`
    const pairIsFree = sql`(a.attempts[${sql.lit(PAIR_FAILURES)}] is null or a.attempts[1] <= ${start})`
    const addressIsFree = sql`coalesce(a.attempts[${sql.lit(ADDRESS_FAILURES)}] <= ${start}, true)`
    // always in this order, to prevent deadlocks between attempts
    const { rows } = await sql<{
      at: Date
      pair: number | null
      address: number | null
      name: number | null
    }>`
      with clock as (select date_trunc('milliseconds', statement_timestamp()) as at),
        pair as (${add('pair', PAIR_FAILURES, 'clock', pairIsFree)}),
        address as (${add('address', ADDRESS_FAILURES, 'pair', addressIsFree)}),
        name as (${add('name', NAME_ATTEMPTS, 'address', sql`true`)})
      select clock.at, (select cardinality(attempts) from pair) as pair,
        (select cardinality(attempts) from address) as address,
        (select cardinality(attempts) from name) as name
      from clock`.execute(db)
    const [row] = rows
    if (!row) throw new Error('A reservation answers with one row')
    return row
  }

  /** @returns seconds until the next attempt, or 0 */
  async function lockedFor({ pair, address }: Readonly<Record<Kind, string>>): Promise<number> {
    const { rows } = await sql<{ seconds: number | null }>`
      select max(extract(epoch from ${window} - (statement_timestamp() - case
        when kind = 'address' then attempts[${sql.lit(ADDRESS_FAILURES)}]
        when attempts[${sql.lit(PAIR_FAILURES)}] is not null then attempts[1] end)))::float8 as seconds
      from login_attempts
      where (kind = 'pair' and key = ${pair}) or (kind = 'address' and key = ${address})`.execute(db)
    return Math.max(0, rows[0]?.seconds ?? 0)
  }

  /** One row per statement: the order in which a statement locks several rows is not defined. */
  async function giveBack(kind: Kind, key: string, at: Date): Promise<void> {
    const place = sql`array_position(attempts, ${at}::timestamptz)`
    await sql`
      update login_attempts set attempts = attempts[:${place} - 1] || attempts[${place} + 1:]
      where kind = ${kind} and key = ${key} and ${place} is not null`.execute(db)
  }

  /**
   * @param compare gets the delay in milliseconds; null is a wrong password
   * @throws HttpError 429 where the pair or the address may not try
   */
  async function attempt<T>(
    who: LoginAttempt,
    compare: (delay: number) => Promise<T | null>,
  ): Promise<Outcome<T>> {
    const keys = keysOf(who)
    const seconds = await lockedFor(keys)
    if (seconds > 0) throw tooMany(seconds, 'sign-ins')
    const { at, pair, address, name } = await reserve(keys)
    if (pair === null || address === null || name === null) {
      if (pair !== null) await giveBack('pair', keys.pair, at)
      throw tooMany(await lockedFor(keys), 'sign-ins')
    }
    let found: T | null
    try {
      found = await compare(delayAfter(name - 1))
    } catch (error) {
      await giveBack('pair', keys.pair, at)
      await giveBack('address', keys.address, at)
      await giveBack('name', keys.name, at)
      throw error
    }
    if (found === null) {
      return {
        found: null,
        locked: pair === PAIR_FAILURES ? 'pair' : address === ADDRESS_FAILURES ? 'address' : null,
      }
    }
    // other attempts on the address and the name still count
    await db.deleteFrom('login_attempts').where('kind', '=', 'pair').where('key', '=', keys.pair).execute()
    await giveBack('address', keys.address, at)
    await giveBack('name', keys.name, at)
    return { found }
  }

  async function rememberAddress(userId: number, address: string): Promise<void> {
    await sql`
      insert into login_addresses (user_id, address, last_at) values (${userId}, ${address}, now())
      on conflict (user_id, address) do update set last_at = excluded.last_at`.execute(db)
  }

  return { attempt, rememberAddress, windowSeconds }
}

export type LoginLimits = ReturnType<typeof createLoginLimits>
