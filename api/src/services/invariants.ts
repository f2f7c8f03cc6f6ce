import { sql } from 'kysely'
import { readAppState } from '../db/appState'
import type { Db } from '../db/schema'
import { lockMovements } from '../db/transact'
import { PATH_LENGTHS } from '../db/treePath'
import { amount } from './lists'
import { findWrongTotals } from './reports/detachMonths'
import { attachedFrom } from './reports/detachedMovements'

/** How many rows or days are wrong, and which, for an operator. */
export interface InvariantResult {
  check: 'credit' | 'counts' | 'totals'
  wrong: number
  text: string
  /** The end of the day whose totals are wrong. */
  day?: string
}

/** How many wrong rows a message names: enough to start an investigation. */
const MAX_NAMED = 5

interface Options {
  /** Checks all days instead of a random one. */
  allDays?: boolean
  /** The end of a day that was wrong last time, to check instead of a random one while it has totals. */
  firstDay?: string | null
  /** Called with each result as it is found. */
  onResult?: (result: InvariantResult) => void
}

/**
 * Checks in one snapshot that the credit of each machine is that of its last audit row (0 if it was only
 * created; skipped if its rows are archived), that machine counts match the rows, and that stored daily
 * totals match the movements.
 * @returns one result for each check, and one for each further day whose totals are wrong
 */
export const checkInvariants = (db: Db, options: Options = {}): Promise<InvariantResult[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await lockMovements(trx)
      const results: InvariantResult[] = []
      const add = (result: InvariantResult) => {
        results.push(result)
        options.onResult?.(result)
      }
      add(await compareCreditWithAudit(trx))
      add(await checkCounts(trx))
      await checkTotals(trx, options, add)
      return results
    })

async function compareCreditWithAudit(trx: Db): Promise<InvariantResult> {
  const { rows } = await sql<{ wrong: number; named: string[] | null }>`
    select count(*)::int as wrong, (array_agg(named order by id))[1:${sql.lit(MAX_NAMED)}] as named from (
      select m.id, concat(m.id, ' has ', ${amount(sql`m.credit_cents`)}, ', its row ', ${amount(sql`last.cents`)}) as named
      from machines m cross join lateral (
        select coalesce((after ->> 'creditCents')::bigint, 0) as cents from audit
        where subject = 'machine ' || m.id and action in ('machine.create', 'machine.credit')
        order by id desc limit 1) last
      where m.credit_cents <> last.cents) found`.execute(trx)
  const { wrong = 0, named } = rows[0] ?? {}
  const text = `machines whose credit differs from their last audit row: ${wrong}`
  return { check: 'credit', wrong, text: named ? `${text} (${named.join('; ')})` : text }
}

async function checkCounts(trx: Db): Promise<InvariantResult> {
  const lengths = sql.join(PATH_LENGTHS.map((length) => sql.lit(length)))
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong
    from (
      select left(m.owner_path, above.length) as path, count(*)::int as machines
      from machines m join unnest(array[${lengths}]) above (length) on above.length <= length(m.owner_path)
      where m.retired_at is null group by 1
    ) found full join machine_counts kept on kept.path = found.path
    where coalesce(found.machines, 0) <> coalesce(kept.machines, 0)`.execute(trx)
  const { wrong = 0 } = rows[0] ?? {}
  return { check: 'counts', wrong, text: `users whose machine count is wrong: ${wrong}` }
}

async function checkTotals(
  trx: Db,
  { allDays = false, firstDay = null }: Options,
  add: (result: InvariantResult) => void,
): Promise<void> {
  const order = allDays
    ? sql`ends_at`
    : sql`ends_at is distinct from ${firstDay}::timestamptz, random() limit 1`
  const { rows } = await sql<{ begins_at: Date; ends_at: Date }>`
    select begins_at, ends_at from (
      select lag(ends_at) over (order by ends_at) as begins_at, ends_at from closed_days
      where ends_at >= coalesce(${attachedFrom}, '-infinity')
    ) days where begins_at is not null
    order by ${order}`.execute(trx)
  let wrongDays = 0
  for (const { begins_at: from, ends_at: until } of rows) {
    const text = await findWrongTotals(trx, { from, until })
    if (!text) continue
    wrongDays += 1
    add({ check: 'totals', wrong: 1, text, day: until.toISOString() })
  }
  if (wrongDays > 0) return
  const text = `days whose totals differ from their movements: 0 of ${rows.length}`
  add({ check: 'totals', wrong: 0, text })
}

const STARTED_KEY = 'invariants-begun'
const RESULT_KEY = 'invariants-found'

interface StoredResult {
  at: string
  wrong: Record<string, number>
  day?: string | null
}

/**
 * The hourly job, run by one of several processes. A day with wrong totals is checked until it is right.
 * @returns null if another process is running it or ran it recently
 */
export async function checkHourly(db: Db): Promise<InvariantResult[] | null> {
  const { rows } = await sql`
    insert into app_state (key, value) values (${STARTED_KEY}, to_jsonb(now()))
    on conflict (key) do update set value = excluded.value
    where (app_state.value #>> '{}')::timestamptz not between now() - interval '55 minutes' and now()
    returning key`.execute(db)
  if (rows.length === 0) return null
  const before = (await readAppState(db, RESULT_KEY)) as StoredResult | null
  const results = await checkInvariants(db, { firstDay: before?.day ?? null })
  const wrong = JSON.stringify(Object.fromEntries(results.map((result) => [result.check, result.wrong])))
  const day = results.find((result) => result.day)?.day ?? null
  await sql`
    insert into app_state (key, value)
    values (${RESULT_KEY}, jsonb_build_object('at', now(), 'wrong', ${wrong}::jsonb, 'day', ${day}::text))
    on conflict (key) do update set value = excluded.value`.execute(db)
  return results
}

/** SQL: what `checkHourly` found last, or null. */
export const storedInvariants = sql<StoredResult | null>`
  (select value from app_state where key = ${RESULT_KEY})`
