import { describe, expect, it } from '@jest/globals'
import { csvPieces } from '@console/shared-kernel/domain'
import { strFromU8, unzipSync } from 'fflate'
import { internalData } from '../definitions'
import { comparisonOf } from '../filters/comparisons'
import { cellsOf, totalTable, type ExportedTable } from './exportFile'
import { emptyOutcome, readOutcome } from './outcome'
import { workbook } from './workbook'

const csvOf = ({ columns, rows, heading }: ExportedTable) => [...csvPieces(columns, rows, heading)].join('')

const FILTERS = [
  ['Client/Player', '=client & "son"'],
  ['From', '01-11-2026 00:00'],
  ['To', '21-11-2026 14:05'],
] as const
const outcome = readOutcome(
  [
    { machineName: '<Slot> & 1', totalBet: 1234.56, totalWin: 2000, numMovements: 7, totalProfit: -765.44 },
    { machineName: '=2+2', totalBet: 0.1, totalWin: 0.07, numMovements: 1, totalProfit: 0.03 },
  ],
  'Total',
)
const described = { definition: internalData, name: 'Internal Data', words: FILTERS }
type Total = Parameters<typeof totalTable>[0]['outcome']
const table = totalTable({ ...described, outcome: outcome as Total, comparison: null })

describe('a saved result', () => {
  it('as CSV has the filters at the top, the number of rows, all rows, and numbers as numbers', () =>
    expect(csvOf(table).replace('\uFEFF', '').split('\r\n')).toEqual([
      'Internal Data',
      `Client/Player,"'=client & ""son"""`,
      'From,01-11-2026 00:00',
      'To,21-11-2026 14:05',
      'Rows,2',
      '',
      'Name machine,Num. movements,Bet (EUR),Win (EUR),Profit (EUR),% return',
      `<Slot> & 1,7,1234.56,2000,-765.44,162`,
      `'=2+2,1,0.1,0.07,0.03,70`,
      '',
    ]))

  it('as a workbook holds the same, text never as a formula', () => {
    const parts = unzipSync(workbook(cellsOf(table)))
    const parse = (name: string) =>
      new DOMParser().parseFromString(strFromU8(parts[name]!), 'application/xml')
    for (const name of Object.keys(parts)) {
      expect([name, parse(name).querySelector('parsererror')]).toEqual([name, null])
    }
    const rows = [...parse('xl/sheet1.xml').querySelectorAll('row')].map((row) =>
      [...row.querySelectorAll('c')].map((cell) =>
        cell.getAttribute('t') === 'inlineStr' ? cell.textContent : Number(cell.textContent),
      ),
    )
    expect(rows.slice(0, 5)).toEqual([['Internal Data'], ...FILTERS, ['Rows', 2]])
    expect(rows.slice(6)).toEqual([
      ['Name machine', 'Num. movements', 'Bet (EUR)', 'Win (EUR)', 'Profit (EUR)', '% return'],
      ['<Slot> & 1', 7, 1234.56, 2000, -765.44, 162],
      ['=2+2', 1, 0.1, 0.07, 0.03, 70],
      ['Total', 8, 1234.66, 2000.07, -765.41, 161.99],
    ])
    const formats = [...parse('xl/styles.xml').querySelectorAll('numFmt')]
    expect(formats.map((format) => format.getAttribute('formatCode'))).toEqual(['#,##0', '#,##0.00', '0.00'])
  })

  it('that is compared has each value of before, and the difference, of machines by their id', () => {
    const before = readOutcome(
      [{ machineName: '=2+2', totalBet: 1, totalWin: 0.5, numMovements: 4, totalProfit: 0.5 }],
      'Total',
    ) as Total
    const period = { dateFrom: '2026-10-01', timeFrom: '00:00', dateTo: '2026-10-21', timeTo: '14:05' }
    const comparison = { comparison: comparisonOf('lastMonth')!, period, before }
    const cells = cellsOf(totalTable({ ...described, outcome: outcome as Total, comparison }))
    const rows = cells.map((row) => row.map(({ value }) => value))
    expect(rows).toContainEqual(['Compared with last month', '01-10-2026 00:00 to 21-10-2026 14:05'])
    const head = rows.find(([first]) => first === 'Name machine')!
    const at = (name: string, header: string) => rows.find(([first]) => first === name)![head.indexOf(header)]
    expect(at('=2+2', 'Bet, Last month (EUR)')).toBe(1)
    expect(at('=2+2', 'Bet, difference (EUR)')).toBe(-0.9)
    expect(at('=2+2', '% return, difference, points')).toBe(20)
    expect(at('<Slot> & 1', 'Profit, Last month (EUR)')).toBe(0)
    expect(at('Total', 'Num. movements, difference')).toBe(4)
  })

  it('without rows is its heading alone', () => {
    const empty = emptyOutcome('Total')
    const none = totalTable({ ...described, outcome: empty as Total, comparison: null })
    expect(csvOf(none)).toContain('Rows,0')
  })
})
