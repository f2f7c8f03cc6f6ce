import { afterEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { addMonthsAhead } from '../src/db/movementMonths'
import { profitCents } from '../src/services/lists'
import { detachMonths } from '../src/services/reports/detachMonths'
import type { InstantRange } from '../src/services/reports/instantRange'
import { EVERYTHING } from '../src/services/reports/reports'
import { rollUpDays } from '../src/services/reports/rollUpDays'
import { nextChunk, totalsOf } from '../src/services/reports/totals'
import { emptyDatabase, insertMachines } from '../testing/database'
import { monthTablesOf } from '../testing/months'
import { snapshotsOf } from '../testing/snapshots'

const MADRID = 'Europe/Madrid'
const MACHINES = 7
let db: Db
afterEach(() => db?.destroy())

const { rowsOf, rowsByMonth, monthTables, insert } = monthTablesOf(() => db)

describe('detached months', () => {
  const FIGURES = sql`key, movements, in_cents::bigint, out_cents::bigint`
  const sums = (from: string, to: string) => {
    const range: InstantRange = { from: new Date(from), to: new Date(to) }
    return snapshotsOf(db)(async (trx) => {
      const query = { range, types: [1, 2, 3, 4, 5, 6], scope: EVERYTHING, chunkMachines: 1_000 }
      const chunk = await nextChunk(trx, query, 0)
      return (await sql`select ${FIGURES} from (${totalsOf(query, chunk!)}) t order by key`.execute(trx)).rows
    })
  }
  const profits = () =>
    rowsOf(sql`select m.key, ${profitCents}::bigint as cents from machines m order by m.key`)
  const rolledUp = async () => (await rowsOf(sql`select ends_at from closed_days`)).length

  /** Half a year: in January every machine moves daily, later too few do for most days to be rolled up. */
  async function fill(): Promise<void> {
    db = await emptyDatabase()
    await insertMachines(db, MACHINES)
    await sql`
      insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
      select m.id, v.type, v.at, case when v.type = 3 then 0 else v.n end, case when v.type = 2 then 0 else v.n * 2 end
      from (
        select n, 1 + n % 6 as type, 1 + n % ${MACHINES} as key,
          case when n <= 310 then '2024-01-01T06:00Z'::timestamptz + n * interval '2 hours 20 minutes'
            else '2024-02-01T06:00Z'::timestamptz + (n - 310) * interval '19 hours 33 minutes' end as at
        from generate_series(1, 500) n
      ) v join machines m on m.key = v.key`.execute(db)
    await addMonthsAhead(db)
    await rollUpDays(db, MADRID)
  }

  /** Whole Madrid days, in and around the detached months. */
  const DAYS: [from: string, to: string][] = [
    ['2000-01-01T00:00Z', '2089-12-31T23:00Z'],
    ['2000-01-01T00:00Z', '2024-01-16T23:00Z'],
    ['2024-01-09T23:00Z', '2024-01-10T23:00Z'],
    ['2024-01-31T23:00Z', '2024-02-29T23:00Z'],
    // too few movements to be rolled up before the month is detached
    ['2024-02-11T23:00Z', '2024-02-12T23:00Z'],
    ['2024-03-30T23:00Z', '2024-03-31T22:00Z'],
    ['2024-02-12T23:00Z', '2024-05-10T12:34Z'],
    ['2024-05-03T11:00Z', '2024-05-20T12:34Z'],
    ['1990-01-01T12:00Z', '1999-01-01T12:00Z'],
  ]
  const allSums = () => Promise.all(DAYS.map(([from, to]) => sums(from, to)))

  test('whole-day reports return the same results, even after the detached tables are dropped', async () => {
    await fill()
    const [before, profitsBefore, rolledUpBefore] = [await allSums(), await profits(), await rolledUp()]
    expect(await detachMonths(db, new Date('2024-04-01T00:00Z'))).toEqual(
      ['01', '02', '03'].map((month) => `movements_2024_${month}`),
    )
    expect(await monthTables('detached_movements')).toHaveLength(3)
    expect((await rowsByMonth())[0]?.month).toBe('2024_04')
    expect(await rolledUp()).toBeGreaterThan(rolledUpBefore)
    expect(await allSums()).toEqual(before)
    expect(await profits()).toEqual(profitsBefore)
    await sql`drop schema detached_movements cascade`.execute(db)
    expect(await allSums()).toEqual(before)

    // again, later: another month is detached, and days continue to be rolled up
    await insert('2024-07-20T12:00Z', 700).execute(db)
    const withJuly = await allSums()
    await rollUpDays(db, MADRID)
    expect(await detachMonths(db, new Date('2024-05-01T00:00Z'))).toEqual(['movements_2024_04'])
    expect(await detachMonths(db, new Date('2024-05-01T00:00Z'))).toEqual([])
    expect(await allSums()).toEqual(withJuly)
    expect(
      await rowsOf(sql`select action, subject, after ->> 'before' as before from audit order by id`),
    ).toEqual([
      ...['2024-04-01T00:00:00.000Z', '2024-05-01T00:00:00.000Z'].map((before) => ({
        action: 'movements.detach',
        subject: 'movements detached',
        before,
      })),
    ])
  })

  test('reports on parts of their days are rejected, never wrong', async () => {
    await fill()
    await detachMonths(db, new Date('2024-04-01T00:00Z'))
    for (const [from, to] of [
      ['2024-01-10T12:00Z', '2024-01-12T23:00Z'],
      ['2024-01-09T23:00Z', '2024-01-10T12:00Z'],
      ['2024-02-12T12:00Z', '2024-06-01T00:00Z'],
      ['2000-01-01T00:00Z', '2024-01-10T12:00Z'],
      ['2024-01-10T12:00Z', '2024-01-10T13:00Z'],
    ] as const) {
      await expect(sums(from, to)).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('anteriores al 2024-04-01 00:00 UTC'),
      })
    }
  })

  test('their totals stay when the time zone changes and when days are reopened', async () => {
    await fill()
    const before = await allSums()
    await detachMonths(db, new Date('2024-04-01T00:00Z'))
    await rollUpDays(db, 'Asia/Kathmandu')
    expect(await allSums()).toEqual(before)
    expect(
      await rowsOf(sql`select count(*) as n from closed_days where ends_at::text like '%18:15:00%'`),
    ).not.toEqual([{ n: 0 }])
    await rollUpDays(db, MADRID)
    expect(await allSums()).toEqual(before)
  })

  async function expectRejected(why: string): Promise<void> {
    const state = async () => [
      await monthTables(),
      await rowsOf(sql`select * from closed_days order by 1`),
      await rowsOf(sql`select * from machine_totals order by 1, 2`),
      await rowsOf(sql`select * from app_state order by 1`),
      await rowsOf(sql`select action from audit`),
    ]
    const before = await state()
    await expect(detachMonths(db, new Date('2024-04-01T00:00Z'))).rejects.toThrow(why)
    expect(await state()).toEqual(before)
    await expect(sums('2024-01-10T12:00Z', '2024-01-12T23:00Z')).resolves.not.toEqual([])
  }

  test('months whose totals lack a movement are not detached', async () => {
    await fill()
    await sql`alter table movements disable trigger user`.execute(db)
    await insert('2024-02-12T12:00Z').execute(db)
    await sql`alter table movements enable trigger user`.execute(db)
    // its own day is rolled up only now and includes it; the next day rolled up earlier lacks it
    await expectRejected('on 2024-02-14 the stored totals differ from the movements, machines: 1')
  })

  test('months are not detached if the totals of a day within them are wrong, and the day is named', async () => {
    await fill()
    // the totals of the days before and after are right
    await sql`update machine_totals set bet_cents = bet_cents + 1, win_cents = win_cents - 1
      where ends_at = '2024-01-16T23:00Z' and machine_key in (2, 3)`.execute(db)
    await expectRejected('on 2024-01-16 the stored totals differ from the movements, machines: 2')
  })

  test('months are not detached if a day within them lacks the totals of a machine', async () => {
    await fill()
    await sql`delete from machine_totals where ends_at = '2024-01-16T23:00Z' and machine_key = 4`.execute(db)
    await expectRejected('on 2024-01-16 the stored totals differ from the movements, machines: 1')
  })

  test('a command that was interrupted before detaching can be run again', async () => {
    await fill()
    const before = await allSums()
    await sql`create schema detached_movements create table movements_2024_03 (blocker integer)`.execute(db)
    await expect(detachMonths(db, new Date('2024-04-01T00:00Z'))).rejects.toThrow('already exists')
    expect(await allSums()).toEqual(before)
    await expect(sums('2024-01-10T12:00Z', '2024-01-12T23:00Z')).rejects.toMatchObject({ status: 400 })
    await sql`drop table detached_movements.movements_2024_03`.execute(db)
    expect(await detachMonths(db, new Date('2024-04-01T00:00Z'))).toHaveLength(3)
    expect(await allSums()).toEqual(before)
  })
})
