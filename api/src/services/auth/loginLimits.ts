import { createHash } from 'node:crypto'
import { networkOf } from '@console/shared-kernel/schemas'
import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { tooMany } from '../../foundation/httpError'

export interface LoginAttempt {
  /** Folded, so that all spellings of a name share one count. */
  readonly name: string
  readonly address: string
}

/** `found: null` is a wrong password; `locked` is the counter that it exhausted. */
type Outcome<T> = { readonly found: T } | { readonly found: null; readonly locked: Counter | null }

export interface Counter {
  readonly kind: 'pair' | 'address' | 'name'
  readonly key: string
  /** Attempts at which it is full. */
  readonly limit: number
}

const PAIR_FAILURES = 10
const ADDRESS_FAILURES = 300
/** One customer of IPv6 may have many networks of 64 bits: larger ones have counts of their own. */
const NETWORKS = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
] as const
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

/** Hashed: a typed name may be a password, and NFKC makes some names too long for an index. */
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Always locked in this order, to prevent deadlocks between attempts. The smallest network comes first. */
function countersOf({ name, address }: LoginAttempt): Counter[] {
  const hash = hashed(name)
  // an IPv4 address is one network
  const networks = new Map(
    NETWORKS.toReversed().map(({ bits, factor }) => [networkOf(address, bits), factor]),
  )
  const inOrder = [...networks].toReversed()
  return [
    ...inOrder.map(([network, factor]) => ({
      kind: 'pair' as const,
      key: `${network} ${hash}`,
      limit: PAIR_FAILURES * factor,
    })),
    ...inOrder.map(([key, factor]) => ({ kind: 'address' as const, key, limit: ADDRESS_FAILURES * factor })),
    { kind: 'name', key: hash, limit: NAME_ATTEMPTS },
  ]
}

/**
 * Of all addresses: a new password must not wait for attempts with the old one. Locks in the order of attempts.
 * @param name folded
 * @returns how many counters there were
 */
export async function forgetAttempts(db: Db, name: string): Promise<number> {
  const key = hashed(name)
  const { numAffectedRows } = await sql`
    delete from login_attempts where (kind, key) in (
      select kind, key from login_attempts
      where (kind = 'name' and key = ${key}) or (kind = 'pair' and key like ${`% ${key.replaceAll('_', '\\_')}`})
      order by kind desc, coalesce(substring(key from '/(\\d\\d) ')::int, 64) desc, key
      for update)`.execute(db)
  return Number(numAffectedRows)
}

/** After a new password: whoever knew the old one waits like a stranger. */
export const forgetAddresses = (db: Db, userId: number): Promise<unknown> =>
  db.deleteFrom('login_addresses').where('user_id', '=', userId).execute()

export const isKnownAddress = (userId: string, address: string) => sql<boolean>`exists (
  select from login_addresses k where k.user_id = ${sql.ref(userId)} and k.address = ${networkOf(address)}
    and k.last_at > now() - ${sql.lit(KNOWN_ADDRESS_DAYS)} * interval '1 day')`

/**
 * Counted in the database, so that a restart forgets nothing. An attempt is counted before its password is
 * compared, and a success takes it back. `attempts` is newest first and cut to the limit, so a full counter's
 * last element tells when it was exhausted.
 * @param windowSeconds how long a failure counts, and how long a lock lasts
 */
export function createLoginLimits(db: Db, windowSeconds: number) {
  const window = sql`(${windowSeconds}::float8 * interval '1 second')`
  const start = sql`excluded.attempts[1] - ${window}`

  const isFree = ({ kind, limit }: Counter) => {
    if (kind === 'name') return sql`true`
    const last = sql`a.attempts[${sql.lit(limit)}]`
    return kind === 'pair'
      ? sql`(${last} is null or a.attempts[1] <= ${start})`
      : sql`coalesce(${last} <= ${start}, true)`
  }

  const add = (counter: Counter, index: number) => sql`${sql.ref(`c${index + 1}`)} as (
    insert into login_attempts as a (kind, key, attempts)
    select ${counter.kind}, ${counter.key}, array[clock.at] from clock
    where exists (select from ${sql.ref(index === 0 ? 'clock' : `c${index}`)})
    on conflict (kind, key) do update set attempts = array(
      select t from unnest(a.attempts || excluded.attempts) t
      where t > ${start} order by t desc limit ${sql.lit(counter.limit)})
    where ${isFree(counter)}
    returning attempts)`

  /**
   * Each counter only if all before it are free. By the database's clock: the clocks of its processes may differ.
   * @returns how many attempts each has now; shorter than `counters` where one is full
   */
  async function reserve(counters: readonly Counter[]): Promise<{ at: Date; counts: number[] }> {
    const counts = counters.map(
      (_, index) => sql`(select cardinality(attempts) from ${sql.ref(`c${index + 1}`)})`,
    )
    const { rows } = await sql<{ at: Date; counts: (number | null)[] }>`
      with clock as (select date_trunc('milliseconds', statement_timestamp()) as at),
        ${sql.join(counters.map(add))}
      select clock.at, array[${sql.join(counts)}] as counts from clock`.execute(db)
    const [row] = rows
    if (!row) throw new Error('A reservation answers with one row')
    return { at: row.at, counts: row.counts.filter((count) => count !== null) }
  }

  /** @returns seconds until the next attempt, or 0 */
  async function lockedFor(counters: readonly Counter[]): Promise<number> {
    const limits = counters
      .filter(({ kind }) => kind !== 'name')
      .map(({ kind, key, limit }) => sql`(${kind}::text, ${key}::text, ${limit}::int)`)
    const { rows } = await sql<{ seconds: number | null }>`
      select max(extract(epoch from ${window} - (statement_timestamp() - case
        when l.kind = 'address' then attempts[l.most]
        when attempts[l.most] is not null then attempts[1] end)))::float8 as seconds
      from login_attempts a join (values ${sql.join(limits)}) l (kind, key, most)
        on a.kind = l.kind and a.key = l.key`.execute(db)
    return Math.max(0, rows[0]?.seconds ?? 0)
  }

  /** One row per statement: the order in which a statement locks several rows is not defined. */
  async function giveBack(counters: readonly Counter[], at: Date): Promise<void> {
    const place = sql`array_position(attempts, ${at}::timestamptz)`
    for (const { kind, key } of counters)
      await sql`
        update login_attempts set attempts = attempts[:${place} - 1] || attempts[${place} + 1:]
        where kind = ${kind} and key = ${key} and ${place} is not null`.execute(db)
  }

  /**
   * @param compare gets the delay in milliseconds; null is a wrong password
   * @throws HttpError 429 where the name from this network, or the network, may not try
   */
  async function attempt<T>(
    who: LoginAttempt,
    compare: (delay: number) => Promise<T | null>,
  ): Promise<Outcome<T>> {
    const counters = countersOf(who)
    const seconds = await lockedFor(counters)
    if (seconds > 0) throw tooMany(seconds, 'sign-ins')
    const { at, counts } = await reserve(counters)
    if (counts.length < counters.length) {
      await giveBack(counters.slice(0, counts.length), at)
      throw tooMany(await lockedFor(counters), 'sign-ins')
    }
    let found: T | null
    try {
      found = await compare(delayAfter((counts.at(-1) ?? 1) - 1))
    } catch (error) {
      await giveBack(counters, at)
      throw error
    }
    if (found === null) {
      const locked = counters.find(({ kind, limit }, index) => kind !== 'name' && counts[index] === limit)
      return { found: null, locked: locked ?? null }
    }
    // other attempts on the address, the name and the larger networks still count
    const [pair, ...others] = counters
    await db
      .deleteFrom('login_attempts')
      .where('kind', '=', 'pair')
      .where('key', '=', pair?.key ?? '')
      .execute()
    await giveBack(others, at)
    return { found }
  }

  async function rememberAddress(userId: number, address: string): Promise<void> {
    await sql`
      insert into login_addresses (user_id, address, last_at) values (${userId}, ${networkOf(address)}, now())
      on conflict (user_id, address) do update set last_at = excluded.last_at`.execute(db)
  }

  return { attempt, rememberAddress, windowSeconds }
}

export type LoginLimits = ReturnType<typeof createLoginLimits>
