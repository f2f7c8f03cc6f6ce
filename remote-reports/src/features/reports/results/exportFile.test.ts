import { describe, expect, test } from '@jest/globals'
import { csvPieces } from '@console/shared-kernel/domain'
import { internalData } from '../definitions'
import type { Sort } from '@console/shared-kernel/table'
import { comparisonOf } from '../filters/comparisons'
import { movementTable, totalTable, type ExportedTable } from './exportFile'
import { emptyResult, readResult } from './reportResult'

const csvOf = async ({ columns, settled, heading }: ExportedTable) =>
  [...csvPieces(columns, await settled(), heading)].join('')

const FILTERS = [
  ['Client/Player', '=client & "son"'],
  ['From', '01-11-2026 00:00'],
  ['To', '21-11-2026 14:05'],
] as const
const result = readResult(
  [
    { machineName: '<Slot> & 1', totalBet: 1234.56, totalWin: 2000, numMovements: 7, totalProfit: -765.44 },
    { machineName: '=2+2', totalBet: 0.1, totalWin: 0.07, numMovements: 1, totalProfit: 0.03 },
  ],
  'Total',
)
const UNSORTED: Sort = { key: '', direction: 'asc' }
const described = { definition: internalData, name: ['Internal Data'], words: FILTERS, sort: UNSORTED }
type Total = Parameters<typeof totalTable>[0]['result']
const table = totalTable({ ...described, result: result as Total, comparison: null })

describe('an exported result', () => {
  test('has in CSV the filters, the number of rows, all rows, and plain numbers', async () =>
    expect((await csvOf(table)).replace('\uFEFF', '').split('\r\n')).toEqual([
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
    const detail = readResult(
      [
        { machine: 'm', date: '01-11-2026', hour: '10:00', type: 'Play', in: 0.1, out: 3 },
        { machine: 'm', date: '02-11-2026', hour: '10:00', type: 'Play', in: 0.2, out: 0 },
      ],
      'Detail',
    )
    if (detail.kind !== 'movements') throw new Error('no movements')
    const movements = movementTable({ ...described, queryType: 'Detail', rows: detail.movements })
    expect((await csvOf(movements)).trim().split('\r\n').at(-1)).toBe('Total,,,,0.3,3')
  })

  test.each([
    [
      'POS',
      [
        'Machine,Date,Hour,Operation,Amount (EUR)',
        'm,,,Payout,4',
        'm,,,Charge,0.1',
        'm,,,,8',
        'm,,,Charge,0.2',
      ],
      ['Total without Operation,,,,8', 'Total Charge,,,,0.3', 'Total Payout,,,,4'],
    ],
    [
      'Tickets',
      [
        'Machine,Date,Hour,Ticket,Amount (EUR),State',
        'm,,,,4,Paid',
        'm,,,,0.1,Expired',
        'm,,,,8,',
        'm,,,,0.2,Expired',
      ],
      ['Total without State,,,,8,', 'Total Expired,,,,0.3,', 'Total Paid,,,,4,'],
    ],
  ] as const)(
    'of %s ends with one total for each kind of amount, and none of all',
    async (queryType, rows, totals) => {
      const kinds = [
        { operation: 'Payout', state: 'Paid', amount: 4 },
        { operation: 'Charge', state: 'Expired', amount: 0.1 },
        { amount: 8 },
        { operation: 'Charge', state: 'Expired', amount: 0.2 },
      ]
      const found = readResult(
        kinds.map((kind) => ({ machine: 'm', ...kind })),
        queryType,
      )
      if (found.kind !== 'movements') throw new Error('no movements')
      const movements = movementTable({ ...described, queryType, rows: found.movements })
      const lines = (await csvOf(movements)).trimEnd().split('\r\n')
      expect(lines.slice(4)).toEqual(['Rows,4', '', ...rows, ...totals])
      // totals are no rows of the result
      expect(movements.rows).toHaveLength(4)
    },
  )

  test("with a comparison has the earlier values and the differences, by the machine's id", () => {
    const before = readResult(
      [{ machineName: '=2+2', totalBet: 1, totalWin: 0.5, numMovements: 4, totalProfit: 0.5 }],
      'Total',
    ) as Total
    const period = { dateFrom: '2026-10-01', timeFrom: '00:00', dateTo: '2026-10-21', timeTo: '14:05' }
    const comparison = { comparison: comparisonOf('lastMonth')!, period, before }
    const { columns, rows, heading } = totalTable({ ...described, result: result as Total, comparison })
    expect(heading).toContainEqual(['Compared with last month', '01-10-2026 00:00 to 21-10-2026 14:05'])
    const column = (header: string) => columns.find((each) => each.header === header)!
    const at = (name: string, header: string) => {
      const row = rows.find((each) => columns[0]!.value(each) === name)!
      return column(header).value(row)
    }
    expect(at('=2+2', 'Bet, Last month (EUR)')).toBe(1)
    expect(at('=2+2', 'Bet, difference (EUR)')).toBe(-0.9)
    expect(at('=2+2', '% return, difference, points')).toBe(20)
    expect(at('<Slot> & 1', 'Profit, Last month (EUR)')).toBe(0)
    expect(column('Num. movements, difference').total!(rows)).toBe(4)
  })

  test('with a comparison has the machines of the earlier period too, so its column adds up to its total', () => {
    const before = readResult(
      [
        { machineName: '=2+2', totalBet: 1, totalWin: 0.5, numMovements: 4, totalProfit: 0.5 },
        { machineName: 'gone', totalBet: 10, totalWin: 5, numMovements: 6, totalProfit: 5 },
      ],
      'Total',
    ) as Total
    const period = { dateFrom: '2026-10-01', timeFrom: '00:00', dateTo: '2026-10-21', timeTo: '14:05' }
    const comparison = { comparison: comparisonOf('lastMonth')!, period, before }
    const { columns, rows } = totalTable({ ...described, result: result as Total, comparison })
    const column = (header: string) => columns.find((each) => each.header === header)!
    const all = (header: string) => rows.map((row) => column(header).value(row))
    expect(all('Name machine')).toEqual(['<Slot> & 1', '=2+2', 'gone'])
    expect(all('Profit (EUR)')).toEqual([-765.44, 0.03, 0])
    expect(all('Profit, Last month (EUR)')).toEqual([0, 0.5, 5])
    expect(column('Profit, Last month (EUR)').total!(rows)).toBe(5.5)
    // of nothing there is no percentage to differ from
    expect(all('% return, difference, points')).toEqual(['–', 20, '–'])
    expect(all('Profit, difference (EUR)')).toEqual([-765.44, -0.47, -5])
  })

  test.each<[Sort, string[]]>([
    [{ key: 'date', direction: 'asc' }, ['30-11-2026', '01-12-2026', '02-12-2026']],
    [{ key: 'amount', direction: 'desc' }, ['02-12-2026', '30-11-2026', '01-12-2026']],
    [{ key: 'profit', direction: 'asc' }, ['01-12-2026', '30-11-2026', '02-12-2026']],
  ])('of movements is sorted as on the screen, above its totals: %j', async (sort, days) => {
    const pos = readResult(
      [
        { machine: 'm', date: '01-12-2026', operation: 'Charge', amount: 1 },
        { machine: 'm', date: '30-11-2026', operation: 'Charge', amount: 2 },
        { machine: 'm', date: '02-12-2026', operation: 'Charge', amount: 10 },
      ],
      'POS',
    )
    if (pos.kind !== 'movements') throw new Error('no movements')
    const { columns, settled } = movementTable({ ...described, sort, queryType: 'POS', rows: pos.movements })
    const rows = await settled()
    expect(rows.map((row) => columns[1]!.value(row))).toEqual([...days, ''])
  })

  test('of machines is sorted as on the screen, and ends with those that are not there', async () => {
    const before = readResult(
      [
        { machineName: 'gone 2', totalBet: 10, totalWin: 5, numMovements: 6, totalProfit: 5 },
        { machineName: 'gone 1', totalBet: 10, totalWin: 5, numMovements: 6, totalProfit: 5 },
      ],
      'Total',
    ) as Total
    const period = { dateFrom: '2026-10-01', timeFrom: '00:00', dateTo: '2026-10-21', timeTo: '14:05' }
    const comparison = { comparison: comparisonOf('lastMonth')!, period, before }
    const namesBy = async (sort: Sort) => {
      const { columns, settled } = totalTable({ ...described, sort, result: result as Total, comparison })
      return (await settled()).map((row) => columns[0]!.value(row))
    }
    expect(await namesBy({ key: 'profit', direction: 'desc' })).toEqual([
      '=2+2',
      '<Slot> & 1',
      'gone 2',
      'gone 1',
    ])
    expect(await namesBy({ key: 'name', direction: 'asc' })).toEqual([
      '<Slot> & 1',
      '=2+2',
      'gone 1',
      'gone 2',
    ])
  })

  test('without rows has only its heading', async () => {
    const empty = emptyResult('Total')
    const none = totalTable({ ...described, result: empty as Total, comparison: null })
    expect(await csvOf(none)).toContain('Rows,0')
  })
})
