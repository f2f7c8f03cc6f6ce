import { afterEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { migrate } from '../src/db/migrations/migrate'
import { addMonths, addMonthsAhead } from '../src/db/movementMonths'
import { rollUpDays } from '../src/services/reports/rollUpDays'
import { databaseOfBuild, emptyDatabase, insertMachines } from '../testing/database'
import { monthTablesOf } from '../testing/months'

const MADRID = 'Europe/Madrid'
const MACHINES = 7
let db: Db
afterEach(() => db?.destroy())

const { rowsOf, rowsByMonth, monthTables, insert } = monthTablesOf(() => db)

describe('a database of an earlier build', () => {
  const everything = () =>
    rowsOf(sql`
      select id, machine_id, type, occurred_at::text, in_cents, out_cents, game_id, reference, state
      from movements order by id`)

  async function filled(): Promise<void> {
    db = await databaseOfBuild('0021-all-types-in-totals')
    await insertMachines(db, MACHINES)
    await sql`
      insert into movements (machine_id, type, occurred_at, in_cents, out_cents, game_id, reference, state)
      select m.id, 1 + n % 6, '2024-01-15T00:00Z'::timestamptz + n * interval '3 hours 7 minutes 0.123456 s',
        case when n % 6 = 2 then 0 else n end, case when n % 6 = 1 then 0 else n * 2 end, n % 40, 'no ' || n, 'Paid'
      from generate_series(1, 1000) n join machines m on m.key = 1 + n % ${MACHINES}`.execute(db)
    // the first and last instants of a month, the far future, and infinity
    for (const at of ['2024-03-01T00:00Z', '2024-02-29T23:59:59.999999Z', '2099-01-01T00:00Z', 'infinity']) {
      await insert(at).execute(db)
    }
  }

  test('keeps every movement, with its id, in the month that it belongs to', async () => {
    await filled()
    const before = await everything()
    await migrate(db)
    expect(await everything()).toEqual(before)
    const months = await rowsByMonth()
    expect(months.map(({ month }) => month)).toEqual([
      ...['2024_01', '2024_02', '2024_03', '2024_04', '2024_05', '2099_01', 'default'],
    ])
    expect(months.at(-1)).toEqual({ month: 'default', rows: 1 })
    expect(
      await rowsOf(sql`
      select count(*) as n from movements
      where tableoid = 'movements_2024_03'::regclass and not (
        occurred_at >= '2024-03-01T00:00Z' and occurred_at < '2024-04-01T00:00Z')`),
    ).toEqual([{ n: 0 }])
    await insert('2024-06-20T12:00Z').execute(db)
    expect(await rowsOf(sql`select max(id) as last, count(*) as n from movements`)).toEqual([
      { last: 1005, n: 1005 },
    ])
    expect(await rowsOf(sql`select to_regclass('movements_before') as old`)).toEqual([{ old: null }])
  })

  test('keeps movements that exceed a bound but predate it, and rejects new ones', async () => {
    db = await databaseOfBuild('0013-names')
    await insertMachines(db, 1)
    await insert('2024-01-01T00:00Z', 5e12).execute(db)
    await insert('2099-01-01T00:00Z', 6e12).execute(db)
    await migrate(db)
    expect(await rowsOf(sql`select in_cents as cents from movements order by id`)).toEqual([
      { cents: 5e12 },
      { cents: 6e12 },
    ])
    await expect(insert('2024-01-01T00:00Z', 5e12).execute(db)).rejects.toThrow('movements_bounds')
  })
})

describe('a movement', () => {
  test('within the next 24 hours is accepted; a later or infinite one is rejected, even by a partition', async () => {
    db = await emptyDatabase()
    await insertMachines(db, 1)
    const hence = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    for (const late of [hence(24.1), '2099-01-01T00:00Z', 'infinity', '-infinity']) {
      await expect(insert(late).execute(db)).rejects.toThrow('later than a day from now')
    }
    await expect(
      sql`insert into movements_default (id, machine_id, type, occurred_at, in_cents, out_cents)
        overriding system value
        select 1, id, 1, 'infinity', 100, 0 from machines`.execute(db),
    ).rejects.toThrow('later than a day from now')
    await insert(hence(23.9)).execute(db)
    await insert('2024-01-01T00:00Z').execute(db)
  })

  test('that is too far ahead but predates the rule stays, and may be moved into its month', async () => {
    db = await databaseOfBuild('0024-final-totals')
    await insertMachines(db, 1)
    await insert('2031-05-01T00:00Z').execute(db)
    await insert('infinity').execute(db)
    await migrate(db)
    await addMonthsAhead(db)
    expect(await rowsByMonth()).toContainEqual({ month: '2031_05', rows: 1 })
    expect(await rowsByMonth()).toContainEqual({ month: 'default', rows: 1 })
    await expect(insert('2031-05-01T00:00Z').execute(db)).rejects.toThrow('later than a day from now')
  })
})

describe('month tables', () => {
  test('exist for this month and the next; a movement of any other month is kept and moved later', async () => {
    db = await emptyDatabase()
    await insertMachines(db, 1)
    const [names] = await rowsOf<{ all: string[] }>(sql`select array[
      'movements_' || to_char(now() at time zone 'UTC', 'YYYY_MM'),
      'movements_' || to_char((now() + interval '1 month') at time zone 'UTC', 'YYYY_MM'),
      'movements_default'] as all`)
    expect(await monthTables()).toEqual(names?.all)
    await insert('2024-01-31T23:59:59Z').execute(db)
    await insert('2024-02-01T00:00:00Z').execute(db)
    expect(await rowsByMonth()).toEqual([{ month: 'default', rows: 2 }])
    await addMonthsAhead(db)
    expect(await rowsByMonth()).toEqual([
      { month: '2024_01', rows: 1 },
      { month: '2024_02', rows: 1 },
    ])
    // run again, including an empty month in between
    await addMonths(db, new Date('2024-02-10T00:00Z'), new Date('2024-04-01T00:00Z'))
    expect((await monthTables()).slice(0, 4)).toEqual(
      ['01', '02', '03', '04'].map((month) => `movements_2024_${month}`),
    )
  })

  test('are rejected for times when no movement is expected', async () => {
    db = await emptyDatabase()
    await expect(addMonths(db, new Date(), new Date('2999-01-01T00:00Z'))).rejects.toThrow('are expected')
    await expect(addMonths(db, new Date('1900-01-01T00:00Z'), new Date())).rejects.toThrow('are expected')
  })

  test('are append-only and reject movements of a rolled-up day, even if a statement names the month table', async () => {
    db = await emptyDatabase()
    await insertMachines(db, 1)
    await insert('2024-01-31T12:00Z').execute(db)
    await insert('2024-02-02T12:00Z').execute(db)
    await addMonthsAhead(db)
    await rollUpDays(db, MADRID)
    for (const table of ['movements', 'movements_2024_01', 'movements_default']) {
      for (const change of [
        sql`update ${sql.table(table)} set in_cents = 0`,
        sql`delete from ${sql.table(table)}`,
      ]) {
        await expect(change.execute(db)).rejects.toThrow('append-only')
      }
      await expect(sql`truncate ${sql.table(table)}`.execute(db)).rejects.toThrow('append-only')
    }
    await expect(
      sql`insert into movements_2024_01 (id, machine_id, type, occurred_at, in_cents, out_cents)
        overriding system value
        select 7, id, 1, '2024-01-31T12:00Z', 1, 0 from machines`.execute(db),
    ).rejects.toThrow('days that are closed')
  })
})
