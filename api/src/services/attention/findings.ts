import { sql, type RawBuilder } from 'kysely'
import { readAppState, writeAppState } from '../../db/appState'
import type { Db } from '../../db/schema'
import { isTransient } from '../../db/failures'
import { lastRolledUp } from '../reports/runningTotals'
import { readLastDays } from '../reports/trend'
import { blockedBranches } from '../tree'
import { EVENT_HOURS, eventRules, isWatched, readPast, type Rule, stateRules, type StateRule } from './rules'

const TURN_KEY = 'attention-turn'
/** When the last successful run began. */
const CHECKED_KEY = 'attention-checked'
const PERCENTILES_KEY = 'attention-percentiles-of'
const NO_DAY = 'no day'
/** Less than a minute, so that a process that is a little late does not lose its next turn. */
const TURN_SECONDS = 50
/** Covers transactions that were still open at the last run. */
const OVERLAP = sql`interval '5 minutes'`
const PERCENTILE_DAYS = 90

/** A page that was disconnected for longer is not notified; it polls its findings in any case. */
const ANNOUNCED_HOURS = 24
/**
 * Up to this many changed paths of one rule are announced individually; more are announced to all streams.
 */
const MAX_ANNOUNCED = 500

interface Options {
  timeZone: string
  /** Seconds. */
  loginWindow: number
}

/** Part of a run. @returns the paths of the findings that it has changed */
type Step = (trx: Db) => Promise<readonly string[]>

/**
 * Runs all rules, unless another process has done so within the minute. Each rule has its own transaction, so
 * that none is open for long, and runs even if others fail.
 *
 * @returns false if it was another process's turn
 * @throws the first error of a rule; the next run then also covers the time of this one
 */
export async function refreshFindings(db: Db, { timeZone, loginWindow }: Options): Promise<boolean> {
  const turn = await takeTurn(db)
  if (turn === null) return false
  const last = await lastCheck(db)
  const days = await readLastDays(db, { timeZone, now: sql`now()` })
  const past = await readPast(db, days)
  const watched = isWatched(await blockedBranches(db, []))
  // a run that failed has covered nothing
  const from = sql<Date>`greatest(${last}::timestamptz - ${OVERLAP}, now() - interval '1 day')`
  const failures: unknown[] = []
  const hasPercentiles = ![undefined, NO_DAY].includes((await readAppState(db, PERCENTILES_KEY)) as string)
  const steps: readonly Step[] = [
    ...(hasPercentiles ? [] : [keepPercentiles]),
    ...stateRules(watched, past).map(replaceStates),
    ...eventRules(from, loginWindow).map(addEvents),
    // last, so that a payout of the day that was closed since the last run is not compared with itself
    (trx) => (failures.length > 0 ? Promise.resolve([]) : keepPercentiles(trx)),
    removeEnded,
  ]
  let { token } = turn
  for (const step of steps) {
    try {
      const next = await runStep(db, token, step)
      if (next === null) return false
      token = next
    } catch (error) {
      // the other steps would fail too
      if (isTransient(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  await writeAppState(db, CHECKED_KEY, turn.beganAt)
  return true
}

/**
 * Locks the row of the turn, so that no other process begins one however long the step takes, and notifies
 * the event streams of users whose findings changed.
 *
 * @returns the token for the next step; null if another process has the turn now
 */
const runStep = (db: Db, token: string, step: Step): Promise<string | null> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ token: string }>`
      update app_state set value = to_jsonb(clock_timestamp())
      where key = ${TURN_KEY} and value #>> '{}' = ${token} returning value #>> '{}' as token`.execute(trx)
    if (!rows[0]) return null
    const paths = new Set(await step(trx))
    await announce(trx, paths.size > MAX_ANNOUNCED ? [null] : [...paths])
    return rows[0].token
  })

const removeEnded: Step = async (trx) => {
  await sql`
    delete from finding_changes where at < now() - make_interval(hours => ${sql.lit(ANNOUNCED_HOURS)})`.execute(
    trx,
  )
  return pathsOf(
    trx,
    sql`
    delete from findings f where f.ends_at <= now()
      or f.machine_id is null and exists (
        select from users u where u.user_id = f.user_id and u.deleted_at is not null)
    returning f.path`,
  )
}

async function pathsOf(trx: Db, statement: RawBuilder<{ path: string }>): Promise<string[]> {
  const { rows } = await statement.execute(trx)
  return rows.map(({ path }) => path)
}

/** Notifies the event streams of users whose findings have changed. @param paths null for everybody's */
export async function announce(trx: Db, paths: readonly (string | null)[]): Promise<void> {
  if (paths.length === 0) return
  await sql`insert into finding_changes (path) select unnest(${paths}::text[])`.execute(trx)
}

interface Turn {
  beganAt: Date
  /** Identifies this turn and its last step. */
  token: string
}

/**
 * Only one process gets the turn, by the database's clock, and none does while another process runs a step. A
 * turn in the future dates from before the clock was set back. (Values of other keys are not times.)
 *
 * @returns null if another process has the turn
 */
async function takeTurn(db: Db): Promise<Turn | null> {
  // a conflicting insert would wait for another process's step
  await sql`
    insert into app_state (key, value) select ${TURN_KEY}, to_jsonb('-infinity'::timestamptz)
    where not exists (select from app_state where key = ${TURN_KEY}) on conflict do nothing`.execute(db)
  const { rows } = await sql<Turn>`
    update app_state set value = to_jsonb(now()) where key = (
      select key from app_state
      where key = ${TURN_KEY} and case when key = ${TURN_KEY} then (value #>> '{}')::timestamptz
        not between now() - make_interval(secs => ${sql.lit(TURN_SECONDS)}) and now() + interval '5 seconds' end
      for update skip locked)
    returning now() as "beganAt", value #>> '{}' as token`.execute(db)
  return rows[0] ?? null
}

/** When all rules last ran. @returns null before the first run */
export async function lastCheck(db: Db): Promise<Date | null> {
  const last = await readAppState(db, CHECKED_KEY)
  return typeof last === 'string' ? new Date(last) : null
}

const SUBJECT = sql`coalesce('machine ' || c.machine_id, 'user ' || c.user_id)`

/** A finding that persists keeps its id and its start; one that comes back is new. */
const replaceStates =
  ({ kind, found, since }: StateRule): Step =>
  (trx) =>
    pathsOf(
      trx,
      sql`
      with c as materialized (select *, ${SUBJECT} as subject from (${found}) c),
      ended as (
        delete from findings f where f.kind = ${kind} and f.event = ''
          and not exists (select from c where c.subject = f.subject)
        returning f.path),
      changed as (
        update findings f set figure = c.figure, bound = c.bound from c
        where f.kind = ${kind} and f.event = '' and f.subject = c.subject
          and (f.figure, f.bound) is distinct from (c.figure, c.bound)
        returning f.path),
      added as (
        insert into findings (kind, subject, machine_id, user_id, path, since, figure, bound)
        select ${kind}, f.subject, f.machine_id, f.user_id, f.path, ${since}, f.figure, f.bound from c f
        where not exists (select from findings old where old.kind = ${kind} and old.subject = f.subject)
        on conflict do nothing returning path)
      select path from ended union select path from changed union select path from added`,
    )

const addEvents =
  ({ kind, found }: Rule): Step =>
  (trx) =>
    pathsOf(
      trx,
      sql`
      insert into findings as f (kind, subject, event, machine_id, user_id, path, since, ends_at, figure, bound)
      select ${kind}, ${SUBJECT}, c.event, c.machine_id, c.user_id, c.path, c.since,
        c.since + make_interval(hours => ${sql.lit(EVENT_HOURS)}), c.figure, c.bound
      from (${found}) c where c.since > now() - make_interval(hours => ${sql.lit(EVENT_HOURS)})
      on conflict (kind, subject, event) do update set figure = excluded.figure
      where f.figure is distinct from excluded.figure
      returning f.path`,
    )

/** Recomputed when a day has been closed: the 99th percentile of each machine's payouts up to its end. */
const keepPercentiles: Step = async (trx) => {
  const { rows } = await sql<{ until: Date | null }>`select ${lastRolledUp} as until`.execute(trx)
  const until = rows[0]?.until ?? null
  const of = until?.toISOString() ?? NO_DAY
  if ((await readAppState(trx, PERCENTILES_KEY)) === of) return []
  await sql`delete from payout_percentiles`.execute(trx)
  await sql`
    insert into payout_percentiles (machine_key, p99_cents)
    select m.key, percentile_disc(0.99) within group (order by v.out_cents)
    from movements v join machines m on m.id = v.machine_id
    where v.type = 3 and v.occurred_at < ${until}::timestamptz
      and v.occurred_at >= ${until}::timestamptz - make_interval(days => ${sql.lit(PERCENTILE_DAYS)})
      and m.retired_at is null
    group by m.key`.execute(trx)
  await writeAppState(trx, PERCENTILES_KEY, of)
  return []
}
