import { beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { rollUpDays, reopenDays } from '../src/services/reports/rollUpDays'
import { profitCents } from '../src/services/lists'
import { rollupSum } from '../src/services/reports/runningTotals'
import { instantsOf } from '../src/services/reports/instantRange'
import { EVERYTHING } from '../src/services/reports/reports'
import { countMovements, INTERNAL_FIELDS, type MachineScope, totalJson } from '../src/services/reports/totals'
import { withDatabase } from '../testing/database'
import { addedUp, fromTotals, type FigureRow } from '../testing/machineTotals'
import { allOf, snapshotsOf } from '../testing/snapshots'

const MADRID = 'Europe/Madrid'
const MACHINES = 12
let db: Db
withDatabase(async (empty) => {
  db = empty
  // around both clock changes in Madrid; some exactly at the start of a day
  for (const first of ['2024-03-28', '2024-10-24']) {
    await sql`
      insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
      select m.id, v.type, v.at, case when v.type = 3 then 0 else v.amount end,
        case when v.type = 2 then 0 else v.amount / 2 end
      from (
        select 1 + floor(random() * ${MACHINES - 1})::int as key, 1 + floor(random() * 6)::int as type,
          floor(random() * 10000)::int as amount,
          case when n % 20 = 0 then (${first}::date + n % 8)::timestamp at time zone ${MADRID}
            else ${first}::date + random() * interval '8 days' end as at
        from generate_series(1, 1500) n
      ) v join machines m on m.key = v.key`.execute(db)
  }
}, MACHINES)

const rolledUpDays = async (): Promise<string[]> =>
  (await db.selectFrom('closed_days').select('ends_at').orderBy('ends_at').execute()).map(({ ends_at }) =>
    ends_at.toISOString(),
  )

const day = fc.integer({ min: 0, max: 9 })
const minute = fc.oneof(
  fc.constantFrom('00:00', '01:59', '02:00', '02:30', '03:00', '23:59'),
  fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
)
const season = fc.constantFrom('2024-03-27', '2024-10-23')
const plusDays = (date: string, days: number): string => {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number)
  const sum = new Date(Date.UTC(year, month - 1, dayOfMonth + days))
  return [sum.getUTCFullYear(), sum.getUTCMonth() + 1, sum.getUTCDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
const period = fc
  .tuple(season, season, day, day, minute, minute)
  .map(([one, other, a, b, timeFrom, timeTo]) => {
    const [dateFrom = '', dateTo = ''] = [plusDays(one, a), plusDays(other, b)].sort()
    return { dateFrom, timeFrom, dateTo, timeTo }
  })
const types = fc.subarray([1, 2, 3, 4, 5, 6], { minLength: 1 })
const scopes: MachineScope[] = [
  EVERYTHING,
  sql<boolean>`m.owner_path >= 'a.1' and m.owner_path < 'a.1/'`,
  sql<boolean>`m.key = 5`,
  sql<boolean>`false`,
]

const totalsAreRight = (runs: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(period, types, fc.constantFrom(...scopes), async (asked, which, scope) => {
      const range = await instantsOf(db, asked, MADRID)
      expect(await fromTotals(db, range, which, scope)).toEqual(await addedUp(db, range, which, scope))
    }),
    { numRuns: runs },
  )

const FIGURES = ['movements', 'in_cents', 'out_cents'] as const

describe('totals equal the sum of the movements', () => {
  beforeEach(() => reopenDays(db, new Date(0)))

  test('while no day is rolled up', async () => {
    expect(await rolledUpDays()).toEqual([])
    await totalsAreRight(50)
  })

  test('with every day rolled up, across both clock changes', async () => {
    await rollUpDays(db, MADRID)
    expect((await rolledUpDays()).length).toBeGreaterThan(14)
    await totalsAreRight(200)
  })

  test('with some days rolled up, and movements after the last of them', async () => {
    await rollUpDays(db, MADRID)
    await db.transaction().execute((trx) => reopenDays(trx, new Date('2024-10-28T12:00Z')))
    expect((await rolledUpDays()).at(-1)).toBe('2024-10-27T23:00:00.000Z')
    await totalsAreRight(100)
  })

  test('with days rolled up in another zone', async () => {
    await rollUpDays(db, 'Asia/Kathmandu')
    expect((await rolledUpDays()).every((end) => end.endsWith('T18:15:00.000Z'))).toBe(true)
    await totalsAreRight(50)
    await rollUpDays(db, MADRID)
    expect((await rolledUpDays()).some((end) => end.endsWith('T18:15:00.000Z'))).toBe(false)
  })

  test('for each rolled-up day, type by type', async () => {
    await rollUpDays(db, MADRID)
    for (const type of [1, 2, 3, 4, 5, 6]) {
      const kept = FIGURES.map(
        (figure) => sql`${rollupSum('t', [type], figure)}::bigint as ${sql.ref(figure)}`,
      )
      const { rows: rollups } = await sql<FigureRow>`
        select t.ends_at, t.machine_key as key, ${sql.join(kept)}
        from machine_totals t order by t.ends_at, t.machine_key`.execute(db)
      const { rows: plain } = await sql<FigureRow>`
        select t.ends_at, t.machine_key as key, count(v.id) as movements,
          coalesce(sum(v.in_cents), 0)::bigint as in_cents, coalesce(sum(v.out_cents), 0)::bigint as out_cents
        from machine_totals t join machines m on m.key = t.machine_key
        left join movements v on v.machine_id = m.id and v.type = ${type} and v.occurred_at < t.ends_at
        group by t.ends_at, t.machine_key order by t.ends_at, t.machine_key`.execute(db)
      expect(rollups).toEqual(plain)
      expect(plain.at(-2)?.movements).toBeGreaterThan(10)
    }
  })

  test('[ENTITY-14] a machine’s profit is cash in minus cash out, with and without rolled-up days', async () => {
    const profits = async (): Promise<unknown[]> =>
      (await sql`select m.key, ${profitCents}::bigint as cents from machines m order by m.key`.execute(db))
        .rows
    const { rows: expected } = await sql`
      select m.key, coalesce(sum(in_cents - out_cents) filter (where type in (2, 3)), 0)::bigint as cents
      from machines m left join movements v on v.machine_id = m.id group by m.key order by m.key`.execute(db)
    expect(await profits()).toEqual(expected)
    await rollUpDays(db, MADRID)
    expect(await profits()).toEqual(expected)
    await reopenDays(db, new Date('2024-04-01T00:00Z'))
    expect(await profits()).toEqual(expected)
  })
})

describe('rolling up days', () => {
  beforeEach(async () => {
    await reopenDays(db, new Date(0))
    await rollUpDays(db, MADRID)
  })

  test('starts at the day of the first movement, and ends each day at midnight of the zone', async () => {
    const days = await rolledUpDays()
    expect(days.slice(0, 6)).toEqual([
      '2024-03-27T23:00:00.000Z',
      '2024-03-28T23:00:00.000Z',
      '2024-03-29T23:00:00.000Z',
      '2024-03-30T23:00:00.000Z',
      '2024-03-31T22:00:00.000Z',
      '2024-04-01T22:00:00.000Z',
    ])
  })

  test('a second time changes nothing', async () => {
    const rows = () =>
      db.selectFrom('machine_totals').selectAll().orderBy('ends_at').orderBy('machine_key').execute()
    const before = await rows()
    await rollUpDays(db, MADRID)
    expect(await rows()).toEqual(before)
  })

  test('postpones a day with fewer movements than machines', async () => {
    const last = (await rolledUpDays()).at(-1) ?? ''
    const insert = (count: number, hours: number) =>
      sql`
      insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
      select id, 2, ${last}::timestamptz + ${hours} * interval '1 hour', 1, 0
      from machines order by key limit ${count}`.execute(db)
    const { since } = await db
      .selectFrom('movements')
      .select(({ fn }) => fn.countAll<number>().as('since'))
      .where('occurred_at', '>=', new Date(last))
      .executeTakeFirstOrThrow()
    await insert(MACHINES - 1 - since, 10)
    await rollUpDays(db, MADRID)
    expect((await rolledUpDays()).at(-1)).toBe(last)
    await insert(1, 30)
    await rollUpDays(db, MADRID)
    expect(Date.parse((await rolledUpDays()).at(-1) ?? '') - Date.parse(last)).toBe(48 * 3_600_000)
  })

  test('makes later movements of that day fail, because the totals would lack them', async () => {
    const insert = sql`insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
      select id, 2, '2024-03-30T12:00Z', 1, 0 from machines where key = 1`
    await expect(insert.execute(db)).rejects.toThrow('days that are closed')
  })

  test('relies on the database’s clock at the insert, not at the start of its transaction', async () => {
    const { rows } = await db.transaction().execute(async (trx) => {
      await sql`select pg_sleep(0.05)`.execute(trx)
      return sql`
        insert into movements (machine_id, type, in_cents, out_cents)
        select id, 2, 1, 0 from machines where key = 1 returning occurred_at > now() as later`.execute(trx)
    })
    expect(rows).toEqual([{ later: true }])
  })
})

describe('the rows of a report on more machines than one read returns', () => {
  const CROWD = 26
  const read = async (): Promise<{ names: string[]; movements: number }> => {
    const range = await instantsOf(
      db,
      { dateFrom: '2025-01-01', timeFrom: '00:00', dateTo: '2025-01-01', timeTo: '23:59' },
      MADRID,
    )
    const query = { range, types: [1], scope: EVERYTHING, chunkMachines: 5 }
    const chunks = await allOf(await totalJson(snapshotsOf(db), query, INTERNAL_FIELDS))
    expect(chunks.length).toBeGreaterThan(2)
    const rows = JSON.parse(`[${chunks.join()}]`) as { machineName: string }[]
    const names = rows.map(({ machineName }) => machineName)
    return { names, movements: await countMovements(snapshotsOf(db), query) }
  }

  test('are in the order in which machines were created, even after changes, and are all counted', async () => {
    await reopenDays(db, new Date(0))
    await sql`
      insert into machines (id, name, owner_id, owner_path, status, is_connected, location, ip_address, security_level)
      select gen_random_uuid(), 'Crowd ' || n, 1, 'a.9', '', true, '', '', ''
      from generate_series(1, ${CROWD}) n`.execute(db)
    // an updated row is stored again, after the rest
    await sql`update machines set credit_version = credit_version + 1 where key % 3 = 0`.execute(db)
    await sql`
      insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
      select id, 1, '2025-01-01T12:00Z', 100, 50
      from machines, generate_series(1, 3) where owner_path = 'a.9' order by random()`.execute(db)
    const inOrder = Array.from({ length: CROWD }, (_, index) => `Crowd ${index + 1}`)
    const expected = { names: inOrder, movements: 3 * CROWD }
    expect(await read()).toEqual(expected)
    await rollUpDays(db, MADRID)
    expect(await read()).toEqual(expected)
  })

  test('are never read with a cursor, which would hold a connection while a client reads', async () => {
    await expect(db.selectFrom('machines').select('key').stream().next()).rejects.toThrow('not by a cursor')
  })
})
