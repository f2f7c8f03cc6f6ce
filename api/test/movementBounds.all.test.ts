import { beforeAll, describe, expect, test } from '@jest/globals'
import { sql as query } from 'kysely'
import { externalTotalRow, internalTotalRow, type MachineResponse } from '@console/shared-kernel/schemas'
import { rollUpDays } from '../src/services/reports/rollUpDays'
import { machineList } from '../src/services/lists'
import { instantsOf } from '../src/services/reports/instantRange'
import { EVERYTHING } from '../src/services/reports/reports'
import { EXTERNAL_FIELDS, totalJson } from '../src/services/reports/totals'
import { emptyDatabase, insertMachines } from '../testing/database'
import { demoFolder } from '../testing/demo'
import { get } from '../testing/http'
import { meetPeople } from '../testing/people'
import { startApi } from '../testing/server'
import { allOf, snapshotsOf } from '../testing/snapshots'
import { sql } from '../testing/sql'

const BOUND = 'alter table movements drop constraint movements_bounds'
const BOUND_AGAIN = `alter table movements add constraint movements_bounds
  check (in_cents <= 1000000000000 and out_cents <= 1000000000000) not valid`
/** The largest bigint, so it may have been stored: adding or multiplying it by 100 overflows a bigint. */
const LARGEST = '9223372036854775807'

/** Skips the trigger that rejects movements over a day ahead: these use a date that nothing else uses. */
const WITHOUT_TRIGGERS = 'set session_replication_role = replica'
const insert = (type: number, inCents: string, outCents: string, machine = 'key = 1') =>
  `insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
    select id, ${type}, '2089-06-01 12:00Z', ${inCents}, ${outCents} from machines where ${machine}`

test('a movement is limited to 1e12 cents in and out', async () => {
  const folder = await demoFolder()
  sql(folder, WITHOUT_TRIGGERS, insert(1, '1000000000000', '1000000000000'))
  for (const [inCents, outCents] of [
    ['1000000000001', '0'],
    ['0', '1000000000001'],
  ] as const) {
    expect(() => sql(folder, WITHOUT_TRIGGERS, insert(1, inCents, outCents))).toThrow('movements_bounds')
  }
})

describe('movements stored before there was a limit', () => {
  type Report = (path: string) => Promise<Record<string, unknown>[]>
  let machine: MachineResponse
  let machines: MachineResponse[]
  let report: Report
  const PERIOD = 'dateFrom=2089-06-01&dateTo=2089-06-01&timeFrom=00:00&timeTo=23:59'

  beforeAll(async () => {
    const folder = await demoFolder()
    sql(
      folder,
      WITHOUT_TRIGGERS,
      BOUND,
      insert(1, '500000000000000', '250000000000000'),
      insert(2, LARGEST, '0'),
      insert(2, LARGEST, '0'),
      insert(3, '0', '500000000000000'),
      insert(5, LARGEST, LARGEST),
      insert(6, LARGEST, LARGEST),
      BOUND_AGAIN,
    )
    const api = await startApi({ DATA_DIR: folder })
    const { master } = await meetPeople(api.url)
    const list = await get<MachineResponse[]>(`${api.url}/api/Machines`, master)
    machines = list.body
    const [{ id }] = sql<{ id: string }>(folder, 'select id from machines where key = 1') as [{ id: string }]
    machine = machines.find(({ idMachine }) => idMachine === id) as MachineResponse
    report = async (path) => {
      const url = path.startsWith('/api/internal') ? api.url : api.externalUrl
      const answer = await get<Record<string, unknown>[]>(`${url}${path}`, master)
      expect(answer.status).toBe(200)
      return answer.body
    }
  })

  test('are summed correctly in reports, with their percentages', async () => {
    const inside = await report(`/api/internal/query?queryType=Total&${PERIOD}`)
    expect(inside).toHaveLength(1)
    expect(internalTotalRow.parse(inside[0])).toMatchObject({
      totalBet: 5e12,
      totalWin: 2.5e12,
      totalProfit: 2.5e12,
      returnPercentage: 50,
      perdido: 2.5e12,
    })
    const outside = await report(`/api/external/query?queryType=Total&${PERIOD}`)
    expect(externalTotalRow.parse(outside[0])).toMatchObject({
      numMovements: 3,
      pago: 184467440737095516.14,
      cobro: 5e12,
    })
    const all = PERIOD.replace('2089', '1900')
    expect((await report(`/api/internal/query?queryType=Total&${all}`)).length).toBeGreaterThan(1)
  })

  test.each([
    ['Detail', 'IN', 92233720368547758.07],
    ['Tickets', 'Amount', 184467440737095516.14],
    ['POS', 'Amount', 184467440737095516.14],
  ])('appear in the %s list', async (queryType, column, amount) => {
    const rows = await report(`/api/external/query?queryType=${queryType}&${PERIOD}`)
    expect(rows[0]).toMatchObject({ [column]: amount })
  })

  test('count towards the profit in the machine list', () => {
    expect(machines.length).toBeGreaterThan(1)
    expect(machine.profit / 184467435737095516.14).toBeCloseTo(1)
  })
})

test('large movements are rolled up while the totals fit, and reports are right either way', async () => {
  const db = await emptyDatabase()
  await insertMachines(db, 1)
  await query.raw(BOUND).execute(db)
  const add = (day: string, cents: string) =>
    query`insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
      select id, 2, ${`${day} 12:00Z`}::timestamptz, ${cents}::bigint, 0 from machines`.execute(db)
  const period = { dateFrom: '2024-01-01', timeFrom: '00:00', dateTo: '2024-01-09', timeTo: '23:59' }
  const range = await instantsOf(db, period, 'UTC')
  const profits = async () => {
    const query = { range, types: [2], scope: EVERYTHING, chunkMachines: 1_000 }
    const [totals = ''] = await allOf(await totalJson(snapshotsOf(db), query, EXTERNAL_FIELDS))
    let machines = ''
    for await (const chunk of await machineList(snapshotsOf(db), { userId: 1, level: 1, path: 'a' }))
      machines += chunk
    return [/"totalProfit":(\d+)e-2/.exec(totals)?.[1], /"profit" : (\d+\.\d\d)/.exec(machines)?.[1]]
  }
  await add('2024-01-02', '500000000000000')
  await add('2024-01-03', '1')
  expect(await profits()).toEqual(['500000000000001', '5000000000000.01'])
  await rollUpDays(db, 'UTC')
  expect(await profits()).toEqual(['500000000000001', '5000000000000.01'])
  await add('2024-01-05', LARGEST)
  const expected = ['9223872036854775808', '92238720368547758.08']
  expect(await profits()).toEqual(expected)
  await expect(rollUpDays(db, 'UTC')).rejects.toThrow('out of range')
  expect(await profits()).toEqual(expected)
  await db.destroy()
})
