import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { externalReportQuery, internalReportQuery } from '@console/shared-kernel/schemas'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { createReports, type Reports } from '../src/services/reports/reports'
import { emptyDatabase, insertMachines } from '../testing/database'
import { allOf, snapshotsOf } from '../testing/snapshots'

describe('a report that is longer than one statement reads', () => {
  const MACHINES = 450
  const [FIRST_HOUR, TICKETS] = [12_000, 100_500]
  const everything = { userId: 1, level: 1, path: 'a' }
  const branch = { userId: 2, level: 5, path: 'a.1' }
  const never = new AbortController().signal
  const times = { dateFrom: '2024-05-05', timeFrom: '00:00', dateTo: '2024-05-05', timeTo: '23:59' }
  const total = internalReportQuery.parse({ ...times, queryType: 'Total' })
  const tickets = externalReportQuery.parse({ ...times, queryType: 'Tickets' })
  let db: Db
  let reports: Reports

  beforeAll(async () => {
    db = await emptyDatabase()
    reports = createReports({ db, transactFor: () => snapshotsOf(db), hasOneSession: true }, 'UTC')
    await insertMachines(db, MACHINES)
    // every third machine of each branch; seven tickets at each instant, taking all machines in turn
    await sql`
      insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
      select id, 1, '2024-05-05 12:00Z', key, 1 from machines where key % 9 < 3`.execute(db)
    await sql`
      insert into movements (machine_id, type, occurred_at, in_cents, out_cents, reference, state)
      select m.id, 5, '2024-05-05 12:00Z'::timestamptz + n / 7 * interval '50 microseconds'
        + case when n > ${FIRST_HOUR} then interval '1 hour' else '0' end, 0, 1, n, ''
      from generate_series(1, ${TICKETS}::int) n join machines m on m.key = 1 + n % ${MACHINES}
      order by n`.execute(db)
    await sql`analyze`.execute(db)
  })
  afterAll(() => db?.destroy())

  type Row = Record<string, unknown>
  const rowsOf = async (chunks: AsyncIterable<string>): Promise<Row[]> =>
    JSON.parse(`[${(await allOf(chunks)).join()}]`) as Row[]

  test('totals have each machine with movements once, in order, for each caller', async () => {
    const asked = await Promise.all(
      [everything, branch].map(async (caller) => rowsOf(await reports.internal(caller, total, never))),
    )
    const names = asked.map((rows) => rows.map(({ machineName }) => String(machineName)))
    const numbers = Array.from({ length: MACHINES }, (_, index) => index + 1).filter((key) => key % 9 < 3)
    expect(names[0]).toEqual(numbers.map((number) => `Machine ${number}`))
    expect(names[1]).toEqual(
      numbers.filter((number) => number % 3 === 1).map((number) => `Machine ${number}`),
    )
  })

  test('movements are in order of time, even within one instant', async () => {
    const rows = await rowsOf(
      await reports.external(everything, { ...tickets, timeFrom: '12:00', timeTo: '12:59' }, never),
    )
    expect(rows.map(({ Ticket }) => Number(Ticket))).toEqual(
      Array.from({ length: FIRST_HOUR }, (_, index) => index + 1),
    )
  })

  test('more than 100,000 movements are rejected: the report can only be narrowed', async () => {
    await expect(reports.external(everything, tickets, never)).rejects.toMatchObject({
      status: 400,
      message:
        'La consulta tiene 100500 movimientos y el máximo es 100000. Solo se puede acotar: reduce el periodo o el filtro.',
    })
  })
})
