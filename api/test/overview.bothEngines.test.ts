import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { createOverview } from '../src/services/reports/overview'
import { writeAttachedFrom } from '../src/services/reports/detachedMovements'
import { reopenDays, rollUpDays } from '../src/services/reports/rollUpDays'
import { forgetMovements, insertAmount, withMachines } from '../testing/database'
import { snapshotsOf } from '../testing/snapshots'

const HOUR_MS = 3_600_000
const ZONE = 'Europe/Madrid'
const MASTER = { userId: 1, level: 1, path: 'a' }
/** The second machine is below it. */
const BRANCH = { userId: 2, level: 2, path: 'a.1' }
/** A Wednesday afternoon, in a week without a clock change. */
const NOW = new Date('2026-06-17T15:30:00Z')

let db: Db
let ids: string[]
withMachines(12, (opened, machines) => {
  db = opened
  ids = machines
})

const startOver = () => forgetMovements(db)

interface Movement {
  machine: number
  type: number
  hoursAgo: number
  cents: number
}
const insert = ({ machine, type, hoursAgo, cents }: Movement) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await insertAmount(trx, ids[machine]!, type, new Date(NOW.getTime() - hoursAgo * HOUR_MS), cents)
  })

const createIn = (timeZone: string) => createOverview(() => snapshotsOf(db, 'lists'), timeZone)
const createFor = (timeZone: string) => createIn(timeZone).read
const overview = (caller: typeof MASTER) => createFor(ZONE)(caller, NOW)

const dayOf = (at: number): string => new Date(at).toLocaleDateString('sv-SE', { timeZone: ZONE })

/** The expected figures, computed naively from all movements. */
function pencilled(movements: readonly Movement[], machines: readonly number[]) {
  const cash = movements.filter(
    ({ machine, type }) => machines.includes(machine) && (type === 2 || type === 3),
  )
  const sumOf = (counted: readonly Movement[]) => ({
    inCents: counted.reduce((sum, { type, cents }) => sum + (type === 2 ? cents : 0), 0),
    outCents: counted.reduce((sum, { type, cents }) => sum + (type === 3 ? cents : 0), 0),
  })
  const at = ({ hoursAgo }: Movement) => NOW.getTime() - hoursAgo * HOUR_MS
  const days = Array.from({ length: 14 }, (_, index) => dayOf(NOW.getTime() - (13 - index) * 24 * HOUR_MS))
  const sums = days.map((day) => ({ day, ...sumOf(cash.filter((one) => dayOf(at(one)) === day)) }))
  const { day: _, ...today } = sums.at(-1)!
  const weekAgo = NOW.getTime() - 7 * 24 * HOUR_MS
  return {
    days: sums,
    today,
    weekAgo: sumOf(cash.filter((one) => dayOf(at(one)) === dayOf(weekAgo) && at(one) < weekAgo)),
  }
}

const movement: fc.Arbitrary<Movement> = fc.record({
  machine: fc.nat(2),
  type: fc.constantFrom(1, 2, 2, 3),
  // a quarter of an hour off every boundary
  hoursAgo: fc.integer({ min: 0, max: 20 * 24 }).map((hours) => hours + 0.25),
  cents: fc.integer({ min: 1, max: 100_000 }),
})

test('days, today and the same weekday up to now match a naive computation, however many days are rolled up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(movement, { maxLength: 30 }), fc.boolean(), async (movements, isRolledUp) => {
      await startOver()
      for (const one of movements) await insert(one)
      if (isRolledUp) await rollUpDays(db, ZONE)
      const { prepare, read } = createIn(ZONE)
      await prepare(NOW)
      for (const each of [read, createFor(ZONE)])
        expect(await each(MASTER, NOW)).toMatchObject(pencilled(movements, [0, 1, 2]))
      const below = (await db.selectFrom('machines').select(['id', 'owner_path']).execute())
        .filter(({ owner_path }) => owner_path === BRANCH.path)
        .map(({ id }) => ids.indexOf(id))
      expect(await overview(BRANCH)).toMatchObject(pencilled(movements, below))
    }),
    { numRuns: 12 },
  )
})

describe('past days', () => {
  /** One movement a day, of three machines in turn: too few for every day to have totals. */
  const fill = async () => {
    await startOver()
    const movements = Array.from({ length: 20 }, (_, day): Movement => ({
      machine: day % 3,
      type: day % 2 === 0 ? 2 : 3,
      hoursAgo: 24 * day + 1.25,
      cents: 1_000 + day,
    }))
    for (const one of movements.toReversed()) await insert(one)
    return movements
  }
  const forget = () =>
    db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`delete from movements where occurred_at < (select max(ends_at) from closed_days)`.execute(trx)
    })

  test('that no longer accept movements are read once, even those without totals of their own', async () => {
    const movements = await fill()
    await rollUpDays(db, ZONE)
    const ends = await db.selectFrom('closed_days').selectAll().execute()
    expect(ends.length).toBeLessThan(10)
    const read = createFor(ZONE)
    // concurrent calls share one read
    const [first, second] = await Promise.all([read(MASTER, NOW), read(MASTER, NOW)])
    expect(first).toMatchObject(pencilled(movements, [0, 1, 2]))
    expect(second).toEqual(first)
    await forget()
    expect((await read(MASTER, NOW)).days.slice(0, -1)).toEqual(first.days.slice(0, -1))
    // each scope is cached separately
    expect((await createFor(ZONE)(MASTER, NOW)).days).not.toEqual(first.days)
    expect((await read(BRANCH, NOW)).days).not.toEqual(first.days)
  })

  test('are read again after being reopened', async () => {
    const movements = await fill()
    await rollUpDays(db, ZONE)
    const read = createFor(ZONE)
    await read(MASTER, NOW)
    await reopenDays(db, null)
    const late: Movement = { machine: 0, type: 2, hoursAgo: 50, cents: 777 }
    await insert(late)
    await rollUpDays(db, ZONE)
    expect(await read(MASTER, NOW)).toMatchObject(pencilled([...movements, late], [0, 1, 2]))
  })

  test('are prepared for users who see the whole tree', async () => {
    const movements = await fill()
    await rollUpDays(db, ZONE)
    const { prepare, read } = createIn(ZONE)
    await prepare(NOW)
    const before = await read(BRANCH, NOW)
    await forget()
    expect((await read(MASTER, NOW)).days).toEqual(pencilled(movements, [0, 1, 2]).days)
    expect((await createFor(ZONE)(MASTER, NOW)).days).not.toEqual((await read(MASTER, NOW)).days)
    expect((await read(BRANCH, NOW)).days).toEqual(before.days)
  })

  test('that still accept movements are read again, even if other days were prepared', async () => {
    const movements = await fill()
    const { prepare, read } = createIn(ZONE)
    await prepare(NOW)
    await read(MASTER, NOW)
    const late: Movement = { machine: 0, type: 2, hoursAgo: 50, cents: 777 }
    await insert(late)
    expect(await read(MASTER, NOW)).toMatchObject(pencilled([...movements, late], [0, 1, 2]))
  })

  test('whose movements are detached are rejected unless they have totals', async () => {
    await fill()
    await writeAttachedFrom(db, new Date(NOW.getTime() - 3 * 24 * HOUR_MS))
    await expect(overview(MASTER)).rejects.toMatchObject({ status: 400 })
  })
})

test('the figures of a week ago end at this time of day, even if the clocks skipped it', async () => {
  await startOver()
  // on March 29 the day began at 01:00 in Beirut, which was 22:00 UTC
  const moved = new Date('2026-03-28T22:10:00Z')
  await insert({ machine: 0, type: 2, hoursAgo: (NOW.getTime() - moved.getTime()) / HOUR_MS, cents: 500 })
  const weekAgo = async (now: string) =>
    (await createFor('Asia/Beirut')(MASTER, new Date(now))).weekAgo.inCents
  expect(await weekAgo('2026-04-04T21:30:00Z')).toBe(0)
  expect(await weekAgo('2026-04-04T22:09:30Z')).toBe(0)
  expect(await weekAgo('2026-04-04T22:15:00Z')).toBe(500)
})

describe('the machines of the day', () => {
  test('a single machine with a loss is only among the worst', async () => {
    await startOver()
    await insert({ machine: 1, type: 3, hoursAgo: 2, cents: 900 })
    await insert({ machine: 2, type: 2, hoursAgo: 2, cents: 900 })
    await insert({ machine: 2, type: 3, hoursAgo: 1, cents: 900 })
    const { best, worst } = await overview(MASTER)
    expect([best, worst.map(({ profitCents }) => profitCents)]).toEqual([[], [-900]])
  })

  test('are the best and the worst, each once', async () => {
    await startOver()
    await insert({ machine: 0, type: 2, hoursAgo: 1, cents: 500 })
    await insert({ machine: 1, type: 3, hoursAgo: 2, cents: 900 })
    await insert({ machine: 2, type: 2, hoursAgo: 30, cents: 700 })
    const { best, worst } = await overview(MASTER)
    expect(
      [...best, ...worst].map(({ machineId, profitCents }) => [ids.indexOf(machineId), profitCents]),
    ).toEqual([
      [0, 500],
      [1, -900],
    ])
    expect(worst).toEqual([{ machineId: ids[1], name: 'Machine 2', userName: 'owner', profitCents: -900 }])
  })

  test('are at most five of each, the most extreme first', async () => {
    await startOver()
    const profits = ids.map((_, machine) => (machine - 6) * 100 + 50)
    for (const [machine, profit] of profits.entries())
      await insert({ machine, type: profit > 0 ? 2 : 3, hoursAgo: 1, cents: Math.abs(profit) })
    const { best, worst } = await overview(MASTER)
    expect(best.map(({ profitCents }) => profitCents)).toEqual([550, 450, 350, 250, 150])
    expect(worst.map(({ profitCents }) => profitCents)).toEqual([-550, -450, -350, -250, -150])
  })

  test('exclude retired machines, and so does the count', async () => {
    await startOver()
    await insert({ machine: 0, type: 2, hoursAgo: 1, cents: 500 })
    await insert({ machine: 1, type: 3, hoursAgo: 2, cents: 900 })
    await sql`update machines set retired_at = now() where id = ${ids[1]!}`.execute(db)
    await sql`update machines set credit_cents = 250, is_connected = key % 2 = 1`.execute(db)
    const { worst, machines, today } = await overview(MASTER)
    expect(worst).toEqual([])
    expect(machines).toMatchObject({ total: 11, creditCents: 2_750 })
    // the cash of a retired machine stays in the sums, as in External Data
    expect(today).toEqual({ inCents: 500, outCents: 900 })
  })
})
