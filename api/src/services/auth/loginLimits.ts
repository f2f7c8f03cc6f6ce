import { createHash } from 'node:crypto'
import { networkOf } from '@console/shared-kernel/schemas'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import { tooMany } from '../../foundation/httpError'

export interface LoginAttempt {
  /** Folded, so that all spellings of a name share one count. */
  name: string
  address: string
  /** Failures of the name, from all addresses, before further attempts are delayed; 10 by default. */
  undelayed?: number
  /** Failures of the name, from all addresses, before only addresses that the user knows may try again. */
  cap?: { failures: number; userId: number }
}

/** `found: null` is a wrong password; `locked` is the counter that it exhausted. */
type Outcome<T> = { found: T } | { found: null; locked: Counter | null }

export interface Counter {
  kind: 'pair' | 'address' | 'name'
  key: string
  /** The number of attempts at which it is full. */
  limit: number
  /**
   * How many parts the window is divided into; attempts within one part share an entry, so that rows stay
   * short.
   */
  parts: number | null
  /** SQL: whether a name's attempt is allowed although the counter is full. */
  spared?: RawBuilder<boolean>
}

const PAIR_FAILURES = 10
const ADDRESS_FAILURES = 300
/** One IPv6 customer may have many /64 networks, so larger networks have counters of their own. */
const NETWORKS = [
  { bits: 64, factor: 1, parts: null },
  { bits: 56, factor: 4, parts: 15 },
  { bits: 48, factor: 16, parts: 15 },
] as const
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 5_000
/** How many times a name's delay doubles; further attempts do not extend it. */
const NAME_DELAYS = 6
/** A user is not delayed at an address that they have signed in from within this time. */
export const KNOWN_ADDRESS_DAYS = 30

/** Milliseconds. Wrong passwords across addresses only cause a delay, so that strangers cannot lock a user out. */
export const delayAfter = (failures: number, undelayed = PAIR_FAILURES): number =>
  failures < undelayed ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(10, failures - undelayed))

/** Hashed: a typed name may be a password, and NFKC makes some names too long for an index. */
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Always locked in this order, to prevent deadlocks between attempts. The smallest network comes first. */
function countersOf({ name, address, undelayed = PAIR_FAILURES, cap }: LoginAttempt): Counter[] {
  const hash = hashed(name)
  // an IPv4 address is one network
  const networks = new Map(
    NETWORKS.toReversed().map(({ bits, ...counted }) => [networkOf(address, bits), counted]),
  )
  const inOrder = [...networks].toReversed()
  return [
    ...inOrder.map(([network, { factor, parts }]) => ({
      kind: 'pair' as const,
      key: `${network} ${hash}`,
      limit: PAIR_FAILURES * factor,
      parts,
    })),
    ...inOrder.map(([key, { factor, parts }]) => ({
      kind: 'address' as const,
      key,
      limit: ADDRESS_FAILURES * factor,
      parts,
    })),
    {
      kind: 'name',
      key: hash,
      limit: cap?.failures ?? undelayed + NAME_DELAYS,
      parts: null,
      spared: cap ? isKnownAddress(address, sql`${cap.userId}::int`) : sql`true`,
    },
  ]
}

/**
 * Forgets a user's attempts from all addresses: a new password must not be delayed by attempts with the old
 * one. Locks in the same order as attempts.
 * @param name folded
 * @returns the number of counters deleted
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

interface LockedAddress {
  address: string
  until: Date
}

/** Networks from which no user may sign in, the longest lock first. @param windowSeconds how long a lock lasts */
export async function lockedAddresses(db: Db, windowSeconds: number): Promise<LockedAddress[]> {
  const factors = NETWORKS.map(({ bits, factor }) => sql`when ${sql.lit(`${bits}`)} then ${sql.lit(factor)}`)
  const { rows } = await sql<LockedAddress>`
    select key as address, until
    from login_attempts a, lateral (
      select attempts[cardinality(attempts)] + ${windowSeconds}::float8 * interval '1 second' as until) ends
    where kind = 'address' and until > now() and ${TOTAL}
      >= ${sql.lit(ADDRESS_FAILURES)} * case substring(key from '/(\\d+)$') ${sql.join(factors, sql` `)} else 1 end
    order by until desc, key`.execute(db)
  return rows
}

/** Forgets known addresses after a new password: they are then delayed like any other. */
export const forgetAddresses = (db: Db, userId: number): Promise<unknown> =>
  db.deleteFrom('login_addresses').where('user_id', '=', userId).execute()

/** SQL: whether the user, by default `u`, has recently signed in from the address. */
export const isKnownAddress = (address: string, userId = sql`u.user_id`) => sql<boolean>`exists (
  select from login_addresses k where k.user_id = ${userId} and k.address = ${networkOf(address)}
    and k.last_at > now() - ${sql.lit(KNOWN_ADDRESS_DAYS)} * interval '1 day')`

const CLOCK = sql`(select at from clock)`
/** Elements beyond `counts` are one attempt each, as servers of an earlier build write them. */
const ENTRIES = sql`(select t, coalesce(n, 1) as n from unnest(a.attempts, a.counts) as e (t, n))`
const TOTAL = sql`(select coalesce(sum(n), 0)::int from ${ENTRIES} e)`

/**
 * Counted in the database, so that a restart forgets nothing. An attempt is counted before its password is
 * compared, and a success takes it back. `attempts` is newest first; `counts` has the number at each time.
 * Only a name's counter can exceed its limit, so the last element of any other full one is the attempt at the
 * limit.
 * @param windowSeconds how long a failure (or its part of the window) counts, and how long a lock lasts
 */
export function createLoginLimits(db: Db, windowSeconds: number) {
  const window = sql`(${windowSeconds}::float8 * interval '1 second')`

  /** The time that an attempt is stored under. */
  const timeOf = ({ parts }: Counter, at: RawBuilder<unknown>) =>
    parts === null ? at : sql`date_bin(${window} / ${sql.lit(parts)}, ${at}, 'epoch')`

  /** Both arrays with one attempt added or removed, and without those before the window. */
  const withOne = (counter: Counter, at: RawBuilder<unknown>, change: 1 | -1) => sql`(
    select coalesce(array_agg(t order by t desc), '{}'), coalesce(array_agg(n order by t desc), '{}') from (
      select t, sum(n)::int as n
      from (select * from ${ENTRIES} e union all select ${timeOf(counter, at)}, ${sql.lit(change)}) e
      where t > ${at} - ${window} group by t having sum(n) > 0 order by t desc limit ${sql.lit(counter.limit)}) e)`

  const isFree = ({ kind, limit, spared = sql`false` }: Counter) => {
    const last = kind === 'pair' ? sql`a.attempts[1]` : sql`a.attempts[cardinality(a.attempts)]`
    return sql`(${spared} or ${TOTAL} < ${sql.lit(limit)} or ${last} <= ${CLOCK} - ${window})`
  }

  const add = (counter: Counter, index: number) => sql`${sql.ref(`c${index + 1}`)} as (
    insert into login_attempts as a (kind, key, attempts, counts)
    select ${counter.kind}, ${counter.key}, array[${timeOf(counter, sql`clock.at`)}], array[1] from clock
    where exists (select from ${sql.ref(index === 0 ? 'clock' : `c${index}`)})
    on conflict (kind, key) do update set (attempts, counts) = ${withOne(counter, CLOCK, 1)}
    where ${isFree(counter)}
    returning ${TOTAL} as total)`

  /**
   * Counts the attempt on each counter, as long as all before it are free. Uses the database's clock, since
   * those of the server processes may differ.
   * @returns how many attempts each counter has now; shorter than `counters` if one is full
   */
  async function reserve(counters: readonly Counter[]): Promise<{ at: Date; counts: number[] }> {
    const counts = counters.map((_, index) => sql`(select total from ${sql.ref(`c${index + 1}`)})`)
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
    const limits = counters.map(
      ({ kind, key, limit, spared = sql`false` }) =>
        sql`(${kind}::text, ${key}::text, ${limit}::int, ${spared})`,
    )
    const { rows } = await sql<{ seconds: number | null }>`
      select max(extract(epoch from ${window} - (statement_timestamp() - case
        when l.kind = 'pair' then attempts[1] else attempts[cardinality(attempts)] end)))::float8 as seconds
      from login_attempts a join (values ${sql.join(limits)}) l (kind, key, most, spared)
        on a.kind = l.kind and a.key = l.key and not l.spared and ${TOTAL} >= l.most`.execute(db)
    return Math.max(0, rows[0]?.seconds ?? 0)
  }

  /** One row per statement: the order in which a statement locks several rows is not defined. */
  async function uncount(counters: readonly Counter[], at: Date): Promise<void> {
    const time = sql`${at}::timestamptz`
    for (const counter of counters)
      await sql`
        update login_attempts a set (attempts, counts) = ${withOne(counter, time, -1)}
        where kind = ${counter.kind} and key = ${counter.key} and ${timeOf(counter, time)} = any(attempts)`.execute(
        db,
      )
  }

  /** Clears the name's failures from this network, and this attempt from all other counters. */
  async function settle(login: LoginAttempt, at: Date): Promise<void> {
    const [pair, ...others] = countersOf(login)
    await db
      .deleteFrom('login_attempts')
      .where('kind', '=', 'pair')
      .where('key', '=', pair?.key ?? '')
      .execute()
    // other attempts on the address, the name and the larger networks still count
    await uncount(others, at)
  }

  /**
   * @param compare receives the delay in milliseconds and the time of the attempt; null is a wrong password
   * @param isDone if it returns false, the attempt stays counted until `settle`
   * @throws HttpError 429 if the network is locked, or the name is locked on this network or on unknown ones
   */
  async function attempt<T>(
    login: LoginAttempt,
    compare: (delay: number, at: Date) => Promise<T | null>,
    isDone: (found: T) => boolean = () => true,
  ): Promise<Outcome<T>> {
    const counters = countersOf(login)
    const seconds = await lockedFor(counters)
    if (seconds > 0) throw tooMany(seconds, 'sign-ins')
    const { at, counts } = await reserve(counters)
    if (counts.length < counters.length) {
      await uncount(counters.slice(0, counts.length), at)
      throw tooMany(await lockedFor(counters), 'sign-ins')
    }
    let found: T | null
    try {
      found = await compare(delayAfter((counts.at(-1) ?? 1) - 1, login.undelayed), at)
    } catch (error) {
      await uncount(counters, at)
      throw error
    }
    if (found === null) {
      const locked = counters.find(({ kind, limit }, index) => kind !== 'name' && counts[index] === limit)
      return { found: null, locked: locked ?? null }
    }
    if (isDone(found)) await settle(login, at)
    return { found }
  }

  async function rememberAddress(userId: number, address: string): Promise<void> {
    await sql`
      insert into login_addresses (user_id, address, last_at) values (${userId}, ${networkOf(address)}, now())
      on conflict (user_id, address) do update set last_at = excluded.last_at`.execute(db)
  }

  return { attempt, settle, rememberAddress, windowSeconds }
}

export type LoginLimits = ReturnType<typeof createLoginLimits>
