import { describe, expect, test } from '@jest/globals'
import { csvPieces } from '@console/shared-kernel/domain'
import type { Sort } from '@console/shared-kernel/table'
import { externalData, internalData, queryTypeOf } from '../definitions'
import { comparisonOf } from '../filters/comparisons'
import { movementTable, totalTable, type ExportedTable } from './exportFile'
import { computeTotal, readResult, type MovementsResult, type TotalsResult } from './reportResult'

const csvOf = async ({ columns, settled, heading }: ExportedTable) =>
  [...csvPieces(columns, await settled(), heading)].join('')

const FILTERS = [
  ['Client/Player', '=client & "son"'],
  ['From', '01-11-2026 00:00'],
  ['To', '21-11-2026 14:05'],
] as const
const UNSORTED: Sort = { key: '', direction: 'asc' }
const described = { definition: internalData, name: ['Internal Data'], words: FILTERS, sort: UNSORTED }

const totals = (wire: readonly object[]) => readResult(wire, internalData.queryTypes[0]) as TotalsResult
const movements = (queryType: string, wire: readonly object[], sort = UNSORTED) => {
  const rows = wire.map((row) => ({ machine: 'm', ...row }))
  const result = readResult(rows, queryTypeOf(externalData, queryType)!) as MovementsResult
  return movementTable({ ...described, sort, result })
}
const row = (machineName: string, totalBet: number, totalWin: number, numMovements: number) => ({
  machineName,
  totalBet,
  totalWin,
  numMovements,
  totalProfit: totalBet - totalWin,
})
const result = totals([row('<Slot> & 1', 1234.56, 2000, 7), row('=2+2', 0.1, 0.07, 1)])

/** The table of totals, compared with last month. */
function compared(before: readonly object[], sort = UNSORTED) {
  const period = { dateFrom: '2026-10-01', timeFrom: '00:00', dateTo: '2026-10-21', timeTo: '14:05' }
  const comparison = { comparison: comparisonOf('lastMonth')!, period, before: totals(before) }
  const table = totalTable({ ...described, sort, result, comparison })
  const column = (header: string) => table.columns.find((each) => each.header === header)!
  return {
    ...table,
    values: (header: string) => table.rows.map((each) => column(header).value(each)),
    total: (header: string) => column(header).total!(table.rows),
  }
}

describe('an exported result', () => {
  test('as CSV has the filters, the number of rows, all rows, and plain numbers', async () =>
    expect(
      (await csvOf(totalTable({ ...described, result, comparison: null })))
        .replace('\uFEFF', '')
        .split('\r\n'),
    ).toEqual([
      'Internal Data',
      `Client/Player,"'=client & ""son"""`,
      'From,01-11-2026 00:00',
      'To,21-11-2026 14:05',
      'Rows,2',
      '',
      'Name machine,Num. movements,Bet (EUR),Win (EUR),Profit (EUR),% return',
      `<Slot> & 1,7,1234.56,2000,-765.44,162`,
      `'=2+2,1,0.1,0.07,0.03,70`,
      'Total,8,1234.66,2000.07,-765.41,161.99',
      '',
    ]))

  test('of movements ends with the sums of their amounts', async () => {
    const detail = movements('Detail', [
      { type: 'Play', in: 0.1, out: 3 },
      { type: 'Play', in: 0.2, out: 0 },
    ])
    expect((await csvOf(detail)).trim().split('\r\n').at(-1)).toBe('Total,,,,0.3,3')
  })

  test.each([
    [
      'POS',
      'Machine,Date,Hour,Operation,Amount (EUR)',
      ['m,,,Payout,4', 'm,,,Charge,0.1', 'm,,,,8', 'm,,,Charge,0.2'],
      ['Total without Operation,,,,8', 'Total Charge,,,,0.3', 'Total Payout,,,,4'],
    ],
    [
      'Tickets',
      'Machine,Date,Hour,Ticket,Amount (EUR),State',
      ['m,,,,4,Paid', 'm,,,,0.1,Expired', 'm,,,,8,', 'm,,,,0.2,Expired'],
      ['Total without State,,,,8,', 'Total Expired,,,,0.3,', 'Total Paid,,,,4,'],
    ],
  ])(
    'of %s ends with one total for each kind of amount, and no overall total',
    async (queryType, head, rows, sums) => {
      const table = movements(queryType, [
        { operation: 'Payout', state: 'Paid', amount: 4 },
        { operation: 'Charge', state: 'Expired', amount: 0.1 },
        { amount: 8 },
        { operation: 'Charge', state: 'Expired', amount: 0.2 },
      ])
      const lines = (await csvOf(table)).trimEnd().split('\r\n')
      expect(lines.slice(4)).toEqual(['Rows,4', '', head, ...rows, ...sums])
      // totals are not rows of the result
      expect(table.rows).toHaveLength(4)
    },
  )

  test.each<[Sort, string[]]>([
    [{ key: 'date', direction: 'asc' }, ['30-11-2026', '01-12-2026', '02-12-2026']],
    [{ key: 'amount', direction: 'desc' }, ['02-12-2026', '30-11-2026', '01-12-2026']],
    [{ key: 'profit', direction: 'asc' }, ['01-12-2026', '30-11-2026', '02-12-2026']],
  ])('of movements is sorted as on the screen, above its totals: %j', async (sort, days) => {
    const pos = [
      { date: '01-12-2026', operation: 'Charge', amount: 1 },
      { date: '30-11-2026', operation: 'Charge', amount: 2 },
      { date: '02-12-2026', operation: 'Charge', amount: 10 },
    ]
    const { columns, settled } = movements('POS', pos, sort)
    expect((await settled()).map((each) => columns[1]!.value(each))).toEqual([...days, ''])
  })

  test('with a comparison has the earlier values and the differences, matched by machine', () => {
    const { heading, values, total } = compared([row('=2+2', 1, 0.5, 4)])
    expect(heading).toContainEqual(['Compared with last month', '01-10-2026 00:00 to 21-10-2026 14:05'])
    expect(values('Bet, Last month (EUR)')).toEqual([0, 1])
    expect(values('Bet, difference (EUR)')).toEqual([1234.56, -0.9])
    expect(total('Num. movements, difference')).toBe(4)
  })

  test('with a comparison has the machines of the earlier period too, so its column adds up to its total', () => {
    const { values, total } = compared([row('=2+2', 1, 0.5, 4), row('gone', 10, 5, 6)])
    expect(values('Name machine')).toEqual(['<Slot> & 1', '=2+2', 'gone'])
    expect(values('Profit (EUR)')).toEqual([-765.44, 0.03, 0])
    expect(values('Profit, Last month (EUR)')).toEqual([0, 0.5, 5])
    expect(total('Profit, Last month (EUR)')).toBe(5.5)
    // without movements there is no percentage to compare with
    expect(values('% return, difference, points')).toEqual(['–', 20, '–'])
    expect(values('Profit, difference (EUR)')).toEqual([-765.44, -0.47, -5])
  })

  test.each<[Sort, string[]]>([
    [{ key: 'profit', direction: 'desc' }, ['=2+2', '<Slot> & 1', 'gone 2', 'gone 1']],
    [{ key: 'name', direction: 'asc' }, ['<Slot> & 1', '=2+2', 'gone 1', 'gone 2']],
  ])('of machines is sorted as on the screen, and ends with those that are gone: %j', async (sort, names) => {
    const { columns, settled } = compared([row('gone 2', 10, 5, 6), row('gone 1', 10, 5, 6)], sort)
    expect((await settled()).map((each) => columns[0]!.value(each))).toEqual(names)
  })

  test('has the sums and shares of all branches above the machines, with the path to each', async () => {
    const none = { ...computeTotal([]), machineName: 'none', key: '4', userId: 4, branches: [] }
    const sub = { ...result.total, machineName: 'sub', key: '3', userId: 3, branches: [] }
    const branches = [{ ...sub, machineName: 'admin', key: '2', userId: 2, branches: [sub, none] }]
    const lines = (await csvOf(totalTable({ ...described, result, comparison: null, branches }))).split(
      '\r\n',
    )
    expect(lines.slice(4, 11)).toEqual([
      'Rows,2',
      '',
      'Total per branch,Num. movements,Bet (EUR),Win (EUR),Profit (EUR),% return,Share of Bet',
      'admin,8,1234.66,2000.07,-765.41,161.99,100',
      'admin / sub,8,1234.66,2000.07,-765.41,161.99,100',
      'admin / none,0,0,0,0,0,0',
      '',
    ])
  })

  test('without rows has only its heading', async () =>
    expect(await csvOf(totalTable({ ...described, result: totals([]), comparison: null }))).toContain(
      'Rows,0',
    ))
})
