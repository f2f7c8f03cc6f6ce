import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { findWrongTotals } from '../src/services/reports/detachMonths'
import { reopenDays, rollUpDays, rollUpEachDay, type DaysAhead } from '../src/services/reports/rollUpDays'
import { lastRolledUp } from '../src/services/reports/runningTotals'
import { EVERYTHING } from '../src/services/reports/reports'
import { forgetMovements, withDatabase } from '../testing/database'
import { addedUp, fromTotals } from '../testing/machineTotals'

const UTC = 'UTC'
const MACHINES = 4
const ALL = [1, 2, 3, 4]
const TYPES = [1, 2, 3, 4, 5, 6]
const START = Date.UTC(2025, 0, 29)
const DAY_MS = 86_400_000
let db: Db
withDatabase((empty) => (db = empty), MACHINES)

const at = (day: number, hour = 0): Date => new Date(START + day * DAY_MS + hour * 3_600_000)

const startOver = () => forgetMovements(db)

/** Four movements each: a day with fewer movements than machines would not be rolled up yet. */
const play = (keys: readonly number[], day: number, on: Db = db) =>
  sql`
    insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
    select id, v.type, ${at(day)}::timestamptz + v.hour * interval '1 hour',
      case when v.type = 3 then 0 else m.key * 100 + ${day} end, case when v.type = 2 then 0 else m.key end
    from machines m, (values (1, 3), (2, 9), (3, 15), (4, 21)) v (type, hour)
    where m.key in (${sql.join([0, ...keys])})`.execute(on)

const playDays = async (keys: readonly number[], from: number, to: number): Promise<void> => {
  for (let day = from; day < to; day += 1) await play(keys, day)
}

const retire = (key: number, day: number) =>
  db
    .updateTable('machines')
    .set({ retired_at: at(day, 12) })
    .where('key', '=', key)
    .where('retired_at', 'is', null)
    .execute()

const lastEnd = async (): Promise<Date | null> =>
  (await sql<{ end: Date | null }>`select ${lastRolledUp} as end`.execute(db)).rows[0]?.end ?? null

/** How many days each machine has totals for. */
const daysOf = async (...keys: number[]): Promise<number[]> => {
  const { rows } = await sql<{ days: number }>`
    select count(t.machine_key)::int as days from unnest(array[${sql.join(keys)}]::int[]) k
      left join machine_totals t on t.machine_key = k group by k order by k`.execute(db)
  return rows.map(({ days }) => days)
}

/** Keeps only the last days of months, like a command of earlier versions, whose databases are still read. */
async function thin(before: string): Promise<void> {
  const thinned = sql`select ends_at from (
      select ends_at, min(ends_at) over () as first,
        max(ends_at) over (partition by date_trunc('month', ends_at - interval '1 microsecond', 'UTC')) as last
      from closed_days
    ) days where ends_at not in (first, last) and ends_at < ${before}::timestamptz`
  await sql`delete from machine_totals where ends_at in (${thinned})`.execute(db)
  await sql`delete from closed_days where ends_at in (${thinned})`.execute(db)
}

const days = fc.integer({ min: 0, max: 20 })
const keys = fc.subarray([1, 2, 3, 4])
const action = fc.oneof(
  { weight: 5, arbitrary: keys.map((who) => ({ kind: 'play' as const, who })) },
  { weight: 2, arbitrary: fc.constantFrom(1, 2, 3, 4).map((key) => ({ kind: 'retire' as const, key })) },
  { weight: 4, arbitrary: fc.constant({ kind: 'roll up' as const }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 6 }).map((back) => ({ kind: 'reopen' as const, back })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('2025-02', '2025-03').map((month) => ({ kind: 'thin' as const, month })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'each day' as const }) },
)

/** Checks whole days; minutes are tested in totals.test. */
async function reportsAreRight(ranges: readonly (readonly [number, number])[]): Promise<void> {
  for (const [one, other] of ranges) {
    const range = { from: at(Math.min(one, other)), to: at(Math.max(one, other) + 1) }
    expect(await fromTotals(db, range, TYPES, EVERYTHING)).toEqual(
      await addedUp(db, range, TYPES, EVERYTHING),
    )
  }
  const end = await lastEnd()
  if (end) expect(await findWrongTotals(db, { from: null, until: end })).toBeNull()
}

test('reports are right after any sequence of play, retirement, roll-up, reopened and thinned days', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 5, maxLength: 25 }),
      fc.array(fc.tuple(days, days), { minLength: 6, maxLength: 6 }),
      async (actions, ranges) => {
        await startOver()
        await play(ALL, 0)
        let day = 1
        for (const done of actions) {
          if (done.kind === 'play') {
            await play(done.who, day)
            day += 1
          } else if (done.kind === 'retire') await retire(done.key, day)
          else if (done.kind === 'roll up') await rollUpDays(db, UTC)
          else if (done.kind === 'thin') await thin(`${done.month}-01`)
          else if (done.kind === 'each day') {
            const end = await lastEnd()
            if (end) await db.transaction().execute((trx) => rollUpEachDay(trx, end))
          } else {
            await reopenDays(db, at(day - done.back))
            // a machine that was offline sends its stored movements
            const end = await lastEnd()
            if (end) await play([1, 3], Math.round((end.getTime() - START) / DAY_MS))
          }
          await reportsAreRight(ranges)
        }
      },
    ),
    { numRuns: process.env['CONSOLE_TEST_ALL'] ? 40 : 3 },
  )
})

test('a retired machine has no totals for later days, and gets them when it plays again', async () => {
  await startOver()
  await playDays(ALL, 0, 4)
  await retire(4, 3)
  await playDays([1, 2, 3], 4, 10)
  await rollUpDays(db, UTC)
  expect(await daysOf(3, 4)).toEqual([10, 4])
  await play(ALL, 10)
  await rollUpDays(db, UTC)
  expect(await daysOf(3, 4)).toEqual([11, 11])
  await reportsAreRight([
    [0, 10],
    [3, 9],
    [9, 10],
    [4, 4],
  ])
})

test('a retired machine whose last days are reopened gets new final totals', async () => {
  await startOver()
  await playDays(ALL, 0, 4)
  await retire(4, 3)
  await playDays([1, 2, 3], 4, 8)
  await rollUpDays(db, UTC)
  await reopenDays(db, at(2))
  await play([4], 2)
  await rollUpDays(db, UTC)
  expect(await daysOf(4)).toEqual([4])
  await reportsAreRight([
    [0, 7],
    [2, 2],
    [3, 7],
  ])
})

test('days that were rolled up before their end are reopened by the next run, and reports stay right', async () => {
  await startOver()
  const today = Math.floor((Date.now() - START) / DAY_MS)
  await playDays(ALL, today - 3, today + 1)
  await db.transaction().execute(async (trx) => {
    // more than a day ahead, as a clock that is ahead would accept
    await sql`set local session_replication_role = replica`.execute(trx)
    await play(ALL, today + 1, trx)
  })
  await retire(4, today - 2)
  await rollUpDays(db, UTC)
  // as if the clock were two days ahead
  await db.transaction().execute((trx) => rollUpEachDay(trx, at(today + 2, 1)))
  expect(await lastEnd()).toEqual(at(today + 2))
  await expect(play(ALL, today)).rejects.toThrow('days that are closed')
  const reported: DaysAhead[] = []
  const onAhead = (ahead: DaysAhead): void => void reported.push(ahead)
  expect(await rollUpDays(db, UTC, { onAhead })).toBe(true)
  expect([reported, await lastEnd()]).toEqual([[{ until: at(today + 2), reopened: true }], at(today)])
  await play(ALL, today)
  expect(await rollUpDays(db, UTC, { onAhead })).toBe(true)
  expect(reported).toHaveLength(1)
  await reportsAreRight([
    [today - 3, today + 2],
    [today, today],
    [today - 1, today + 1],
  ])
})

test('days far ahead are left unchanged, because the clock may have been reset', async () => {
  await startOver()
  const today = Math.floor((Date.now() - START) / DAY_MS)
  await playDays(ALL, today - 2, today)
  await rollUpDays(db, UTC)
  await db
    .insertInto('closed_days')
    .values({ ends_at: at(today + 101) })
    .execute()
  const reported: DaysAhead[] = []
  await rollUpDays(db, UTC, { onAhead: (ahead) => void reported.push(ahead) })
  expect([reported, await lastEnd()]).toEqual([
    [{ until: at(today + 101), reopened: false }],
    at(today + 101),
  ])
  await db.deleteFrom('closed_days').where('ends_at', '>', new Date()).execute()
})
