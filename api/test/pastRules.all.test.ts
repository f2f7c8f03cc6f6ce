import { beforeEach, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { isWatched, readPast, stateRules } from '../src/services/attention/rules'
import { reopenDays, rollUpDays } from '../src/services/reports/rollUpDays'
import { readLastDays } from '../src/services/reports/trend'
import { forgetMovements, withMachines } from '../testing/database'

const HOUR_MS = 3_600_000
/** So many that a day has too few movements for totals of its own; only the first machines move. */
const MACHINES = 150
const MOVING = [0, 1, 2]
const PLAYS = 100

let db: Db
let ids: string[]
withMachines(MACHINES, async (opened, machines) => {
  db = opened
  ids = machines
  await sql`update machines set config = '{"limiteInferiorProfit": 10, "limiteSuperiorProfit": 50}'`.execute(
    db,
  )
})

const startOver = () => forgetMovements(db)
beforeEach(startOver)

interface Moved {
  machine: number
  type: 1 | 2 | 3
  at: Date
  /** For type 1, what each of 100 plays that bet 100 won; otherwise the cash. */
  cents: number
}

const insert = ({ machine, type, at, cents }: Moved) =>
  sql`insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
    select ${ids[machine]!}::uuid, ${type}, ${at}::timestamptz, ${type === 1 ? PLAYS : type === 2 ? cents : 0},
      ${type === 2 ? 0 : cents} from generate_series(1, ${type === 1 ? PLAYS : 1}::int)`.execute(db)

async function found(timeZone: string, now: Date) {
  const past = await readPast(db, await readLastDays(db, { timeZone, now }))
  const findings: unknown[] = []
  for (const { kind, found: rows } of stateRules(isWatched([]), past)) {
    if (kind !== 'losing' && kind !== 'profit') continue
    const { rows: read } = await sql<{ machine_id: string; figure: number }>`
      select machine_id, figure from (${rows}) f`.execute(db)
    for (const { machine_id, figure } of read) findings.push([kind, ids.indexOf(machine_id), Number(figure)])
  }
  return findings.toSorted()
}

const dayOf = (at: Date, timeZone: string): string => at.toLocaleDateString('sv-SE', { timeZone })

/** The expected findings, computed naively by calendar day. */
function pencilled(movements: readonly Moved[], timeZone: string, now: Date) {
  const noon = Date.parse(`${dayOf(now, timeZone)}T12:00Z`)
  const daysAgo = (days: number) => dayOf(new Date(noon - days * 24 * HOUR_MS), 'UTC')
  const findings: unknown[] = []
  for (const machine of MOVING) {
    const of = (day: string) =>
      movements.filter((one) => one.machine === machine && dayOf(one.at, timeZone) === day)
    const cash = [1, 2, 3].map((days) =>
      of(daysAgo(days)).reduce(
        (sum, { type, cents }) => sum + (type === 2 ? cents : type === 3 ? -cents : 0),
        0,
      ),
    )
    if (cash.every((cents) => cents < 0))
      findings.push(['losing', machine, cash.reduce((sum, cents) => sum + cents, 0)])
    const played = [1, 2, 3, 4, 5, 6, 7].flatMap((days) => of(daysAgo(days))).filter(({ type }) => type === 1)
    const [bet, win] = [played.length * PLAYS, played.reduce((sum, { cents }) => sum + cents, 0)]
    const kept = Math.round((10_000 * (bet - win)) / bet)
    if (played.length * PLAYS >= 200 && (kept < 1_000 || kept > 5_000))
      findings.push(['profit', machine, kept])
  }
  return findings.toSorted()
}

/** Minutes before now, weighted towards the days that count. */
const minutes = fc.oneof(
  fc.integer({ min: 0, max: 4 * 96 }).map((quarters) => quarters * 15),
  fc.integer({ min: 0, max: 9 * 1440 }),
)
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      machine: fc.constantFrom(...MOVING),
      type: fc.constantFrom(2 as const, 3 as const, 3 as const, 3 as const),
      minutes,
      cents: fc.integer({ min: 1, max: 10_000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('play' as const),
      machine: fc.constantFrom(...MOVING),
      type: fc.constant(1 as const),
      minutes,
      cents: fc.constantFrom(5, 60, 97),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'roll up' as const }) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 8 }).map((days) => ({ kind: 'reopen' as const, days })),
  },
)

test.each([
  ['Europe/Madrid', 'an hour is repeated', '2026-10-27T09:30:00Z'],
  ['Asia/Beirut', 'a midnight is skipped', '2026-03-31T21:30:00Z'],
  ['America/Havana', 'the hour after midnight is repeated', '2026-11-03T04:59:00Z'],
  ['Asia/Kathmandu', 'nothing changes', '2026-11-20T18:14:00Z'],
])(
  'seven-day profits and three-day losses cover calendar days, whatever has totals, in %s, where %s',
  async (timeZone, _, instant) => {
    const now = new Date(instant)
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 18 }), async (actions) => {
        await startOver()
        const movements: Moved[] = []
        for (const done of actions) {
          if (done.kind === 'roll up') await rollUpDays(db, timeZone)
          else if (done.kind === 'reopen')
            await reopenDays(db, new Date(now.getTime() - done.days * 24 * HOUR_MS))
          else {
            const at = new Date(now.getTime() - done.minutes * 60_000)
            const { rows } = await sql<{
              end: Date | null
            }>`select max(ends_at) as end from closed_days`.execute(db)
            // the database rejects movements of a rolled-up day
            if (rows[0]?.end && at < rows[0].end) continue
            const { machine, type, cents } = done
            movements.push({ machine, type, at, cents })
            await insert({ machine, type, at, cents })
          }
        }
        expect(await found(timeZone, now)).toEqual(pencilled(movements, timeZone, now))
      }),
      { numRuns: 12 },
    )
  },
)

const ZONE = 'Europe/Madrid'
const NOW = new Date('2026-11-20T12:00:00Z')
const lose = (daysAgo: number, cents = 500) =>
  insert({ machine: 0, type: 3, at: new Date(NOW.getTime() - daysAgo * 24 * HOUR_MS), cents })

test('three-day losses are found even if no day has totals, with fewer movements than machines', async () => {
  for (const day of [3, 2, 1]) await lose(day)
  await rollUpDays(db, ZONE)
  expect(await found(ZONE, NOW)).toEqual([['losing', 0, -1_500]])
})

test('a day without movements counts as a day without a loss', async () => {
  for (const day of [9, 8, 7, 4, 3, 1]) await lose(day)
  await rollUpDays(db, ZONE)
  expect(await found(ZONE, NOW)).toEqual([])
})
