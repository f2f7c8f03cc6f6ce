import type { FastifyBaseLogger } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../db/connection/database'
import { closeRefusals } from './auth/refusals'
import { endDueBlocks } from './blockEnds'
import { addMonthsAhead } from '../db/movementMonths'
import type { Db } from '../db/schema'
import { refreshFindings } from './attention/findings'
import { KNOWN_ADDRESS_DAYS } from './auth/loginLimits'
import type { OutageLog } from './outage'
import { rollUpDays, type DaysAhead } from './reports/rollUpDays'

const MINUTE_MS = 60_000
/** An hour that nearly every zone has exactly once each day, with few players. */
const QUIET_HOUR = 4

interface Household {
  database: Database
  /** Seconds. */
  loginWindow: number
  timeZone: string
  outage: Pick<OutageLog, 'note'>
  log: FastifyBaseLogger
  /** Also run at startup. */
  hourly?: readonly Task[]
}

type Task = () => Promise<unknown>

/** Safe to run in several processes. @returns a stop function, which resolves when no task is running */
export function startHousekeeping({
  database,
  loginWindow,
  timeZone,
  outage,
  log,
  hourly: others = [],
}: Household): () => Promise<void> {
  const stopping = new AbortController()
  const db = database.dbs.background

  const removal = async (): Promise<void> => {
    const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
    const [{ now }] = rows as [{ now: Date }]
    await removeExpired(db, { now, loginWindow, signal: stopping.signal })
  }
  const maintenance = async (): Promise<void> => {
    if (hourIn(timeZone, new Date()) !== QUIET_HOUR) return
    const start = performance.now()
    const isDone = await database.maintain()
    if (isDone) log.info({ ms: Math.round(performance.now() - start) }, 'database tidied')
  }
  const run = async (...tasks: Task[]): Promise<void> => {
    for (const task of tasks) {
      if (stopping.signal.aborted) return
      try {
        await task()
      } catch (error) {
        if (!outage.note(error)) log.error({ err: error }, 'housekeeping failed')
      }
    }
  }

  const everyMinute = [
    () => endDueBlocks(db),
    () => closeRefusals(db, loginWindow),
    () => database.limitLog(),
    () => refreshFindings(db, { timeZone, loginWindow }),
  ]
  const hourly = [...others, () => addMonthsAhead(db), removal, maintenance]
  let running = run(...everyMinute, ...hourly)
  const checkClock = watchClock((seconds) =>
    log.warn(
      { seconds },
      'the clock of this machine was set back: sessions last longer, locks of failed sign-ins may end early',
    ),
  )
  let minutes = 0
  const timer = setInterval(() => {
    minutes += 1
    checkClock()
    const tasks = minutes % 60 === 0 ? hourly : []
    running = running.then(() => run(...everyMinute, ...tasks))
  }, MINUTE_MS).unref()
  return async () => {
    stopping.abort()
    clearInterval(timer)
    await running
  }
}

const hourIn = (timeZone: string, now: Date): number =>
  Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now))

/** Clients repeat a write within minutes. */
const IDEMPOTENCY_KEY_DAYS = 7
/** Only kept for operators to look up: deleted users never come back. */
const DELETED_USER_SETTINGS_DAYS = 30
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
    ['sign_in_challenges', sql`expires_at < ${now}::timestamptz`],
    // an hour late, as for sessions
    ['used_passkey_challenges', sql`expires_at < ${ago(1, 'hour')}`],
    ['login_addresses', sql`last_at <= ${ago(KNOWN_ADDRESS_DAYS, 'day')}`],
    ['idempotency_keys', sql`created_at < ${ago(IDEMPOTENCY_KEY_DAYS, 'day')}`],
    [
      'game_settings',
      sql`user_id in (select user_id from users
        where deleted_at < ${ago(DELETED_USER_SETTINGS_DAYS, 'day')})`,
    ],
  ]
}

/** Removes in small transactions. Skips locked rows, as waiting for them could deadlock. */
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

/** NTP corrections are far smaller. */
const TOLERANCE_MS = 5_000

/**
 * Compares the wall clock with the monotonic one, which cannot be set.
 * @param onSetBack receives how many seconds the clock was set back since the last check
 * @returns a check function
 */
export function watchClock(
  onSetBack: (seconds: number) => void,
  now = (): number => Date.now(),
  monotonic = (): number => performance.now(),
): () => void {
  let offset = now() - monotonic()
  return () => {
    const before = offset
    offset = now() - monotonic()
    if (before - offset > TOLERANCE_MS) onSetBack(Math.round((before - offset) / 1000))
  }
}

const INTERVAL_MS = 5 * 60_000

interface RollUpJob {
  /** Resolves even if rolling up failed. */
  firstRun: Promise<void>
  /** Resolves when the day that is being rolled up is done. */
  stop(): Promise<void>
}

/** @param onSuccess awaited at the end of each run that leaves no day due */
export function startRollUpJob(
  db: Db,
  timeZone: string,
  onSuccess: () => Promise<void>,
  outage: Pick<OutageLog, 'note'>,
  log: FastifyBaseLogger,
): RollUpJob {
  const stopping = new AbortController()
  const onAhead = ({ until, reopened }: DaysAhead): void => {
    const why =
      'days that are not over have totals: the clock of the database was ahead, or is behind now (docs/database.md)'
    if (reopened) log.warn({ until }, `${why}. They take movements again, and get totals when they are over`)
    else log.error({ until }, `${why}. They stay as they are, and take no movements until they are over`)
  }
  const run = (): Promise<void> =>
    rollUpDays(db, timeZone, { signal: stopping.signal, onAhead }).then(
      (isDone) => (isDone ? onSuccess() : undefined),
      (error: unknown) => {
        if (!outage.note(error)) log.error({ err: error }, 'rolling up days failed')
      },
    )
  const firstRun = run()
  let running = firstRun
  const timer = setInterval(() => {
    running = running.then(run)
  }, INTERVAL_MS).unref()
  const stop = async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
  return { firstRun, stop }
}
