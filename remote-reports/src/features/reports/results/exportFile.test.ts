import { describe, expect, it } from '@jest/globals'
import { csvPieces } from '@console/shared-kernel/domain'
import { strFromU8, unzipSync } from 'fflate'
import { internalData } from '../definitions'
import { cellsOf, toExportedTable, type ExportedTable } from './exportFile'
import { emptyOutcome, readOutcome } from './outcome'
import { machineColumns } from './resultColumns'
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
const machines = outcome.kind === 'total' ? outcome.machines : []
const table = toExportedTable('Internal Data', FILTERS, machineColumns(internalData), machines)

describe('a saved result', () => {
  it('is named by its report and days', () =>
    expect(table.name).toBe('Internal Data 01-11-2026 to 21-11-2026'))

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
    ])
    const formats = [...parse('xl/styles.xml').querySelectorAll('numFmt')]
    expect(formats.map((format) => format.getAttribute('formatCode'))).toEqual(['#,##0', '#,##0.00', '0.00'])
  })

  it('without rows is its heading alone', () => {
    const empty = emptyOutcome('Total')
    const none = toExportedTable(
      'Internal Data',
      FILTERS,
      machineColumns(internalData),
      empty.kind === 'total' ? empty.machines : [],
    )
    expect(csvOf(none)).toContain('Rows,0')
  })
})
