import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { externalReportQuery, internalReportQuery } from '@console/shared-kernel/schemas'
import { sql } from 'kysely'
import { ClientGone } from '../src/db/failures'
import type { Db } from '../src/db/schema'
import { transactOn, type Transact } from '../src/db/transact'
import type { ListPart } from '../src/services/lists/listPage'
import { createReports, type ReportPart } from '../src/services/reports/reports'
import { emptyDatabase, insertMachines } from '../testing/database'
import { allOf, snapshotsOf } from '../testing/snapshots'

type Row = Record<string, unknown>

describe('a report that is longer than one statement reads', () => {
  const MACHINES = 450
  const TICKETS = 100_500
  const everything = { userId: 1, level: 1, path: 'a' }
  const branch = { userId: 2, level: 5, path: 'a.1' }
  const never = new AbortController().signal
  const times = { dateFrom: '2024-05-05', timeFrom: '00:00', dateTo: '2024-05-05', timeTo: '23:59' }
  const total = internalReportQuery.parse({ ...times, queryType: 'Total' })
  const tickets = externalReportQuery.parse({ ...times, queryType: 'Tickets' })
  let db: Db

  beforeAll(async () => {
    db = await emptyDatabase()
    await insertMachines(db, MACHINES)
    // every third machine of each branch; seven tickets at each instant, by turns of all machines
    await sql`
      insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
      select id, 1, '2024-05-05 12:00Z', key, 1 from machines where key % 9 < 3`.execute(db)
    await sql`
      insert into movements (machine_id, type, occurred_at, in_cents, out_cents, reference, state)
      select m.id, 5, '2024-05-05 12:00Z'::timestamptz + n / 7 * interval '50 microseconds', 0, 1, n, ''
      from generate_series(1, ${TICKETS}::int) n
      join machines m on m.key = case when n > ${TICKETS} - 3 then ${MACHINES} else 1 + n % (${MACHINES} - 1) end
      order by n`.execute(db)
    // the server does so by itself; without statistics PostgreSQL sorts all tickets for each page
    await sql`analyze`.execute(db)
  })
  afterAll(() => db?.destroy())

  const reportsOf = (transactFor: (signal: AbortSignal) => Transact = () => snapshotsOf(db)) =>
    createReports({ db, transactFor, hasOneSession: true }, 'UTC')
  const rowsOf = async ({ pieces }: ListPart): Promise<Row[]> =>
    JSON.parse(`[${(await allOf(pieces)).join()}]`) as Row[]

  async function pagesOf(readPart: (part: ReportPart) => Promise<ListPart>, limit: number): Promise<Row[]> {
    const rows: Row[] = []
    for (let cursor: string | undefined; ;) {
      const part = await readPart({ limit, cursor })
      rows.push(...(await rowsOf(part)))
      if (part.next === null) return rows
      cursor = part.next
    }
  }

  test('totals in pages of any length are the whole report', async () => {
    const reports = reportsOf()
    for (const caller of [everything, branch]) {
      const whole = await rowsOf(await reports.internal(caller, total, never))
      expect(whole).toHaveLength(caller === everything ? MACHINES / 3 : MACHINES / 9)
      for (const limit of [7, 50, 149, 150]) {
        const paged = await pagesOf((part) => reports.internal(caller, { ...total, ...part }, never), limit)
        expect(paged).toEqual(whole)
      }
    }
  })

  test('more than 100,000 movements are refused as a whole, and read in pages', async () => {
    const reports = reportsOf()
    await expect(reports.external(everything, tickets, never)).rejects.toMatchObject({ status: 400 })
    const query = { ...tickets, fields: ['Ticket'] }
    const paged = await pagesOf((part) => reports.external(everything, { ...query, ...part }, never), 1000)
    expect(paged.map(({ Ticket }) => Number(Ticket))).toEqual(
      Array.from({ length: TICKETS }, (_, index) => index + 1),
    )
  }, 60_000)

  test('what precedes a cursor does not count as too long', async () => {
    const reports = reportsOf()
    const { next } = await reports.external(everything, { ...tickets, limit: 1000 }, never)
    const rest = await rowsOf(await reports.external(everything, { ...tickets, cursor: next ?? '' }, never))
    expect(rest.map(({ Ticket }) => Number(Ticket))).toEqual(
      Array.from({ length: TICKETS - 1000 }, (_, index) => index + 1001),
    )
  }, 60_000)

  test('a search finds what is behind many others', async () => {
    const reports = reportsOf()
    const query = { ...tickets, search: `machine ${MACHINES}`, limit: 2 }
    const first = await reports.external(everything, query, never)
    const second = await reports.external(everything, { ...query, cursor: first.next ?? '' }, never)
    const found = [...(await rowsOf(first)), ...(await rowsOf(second))].map(({ Ticket }) => Number(Ticket))
    expect([found, second.next]).toEqual([[TICKETS - 2, TICKETS - 1, TICKETS], null])
    const totalsFound = await reports.internal(
      everything,
      { ...total, search: 'machine 44', limit: 9 },
      never,
    )
    expect((await rowsOf(totalsFound)).map(({ machineName }) => machineName)).toEqual([
      'Machine 441',
      'Machine 442',
      'Machine 443',
    ])
  }, 60_000)

  test('parts that are asked for at the same time are not mixed up', async () => {
    const reports = reportsOf()
    const parts: ReportPart[] = [{}, { search: 'machine 44' }, { fields: ['totalBet'] }, { limit: 4 }, {}]
    const ask = async (part: ReportPart) =>
      rowsOf(await reports.internal(everything, { ...total, ...part }, never))
    const together = await Promise.all(parts.map(ask))
    const [whole = [], found, bets, page, again] = together
    expect(found).toEqual(whole.filter(({ machineName }) => String(machineName).startsWith('Machine 44')))
    expect(bets).toEqual(whole.map(({ machineId, totalBet }) => ({ machineId, totalBet })))
    expect([page, again]).toEqual([whole.slice(0, 4), whole])
  })

  test('a page ends when its client goes', async () => {
    const gone = new AbortController()
    let chunks = 0
    const reports = reportsOf((signal) => {
      const transact = transactOn(db, 'reports', { signal, cancelWith: null, elsewhere: db })
      return (task) => {
        chunks += 1
        if (chunks === 2) gone.abort()
        return transact(task)
      }
    })
    const nothing = { ...total, search: 'nothing', limit: 5 }
    await expect(reports.internal(everything, nothing, gone.signal)).rejects.toThrow(ClientGone)
    expect(chunks).toBe(2)
  })
})
