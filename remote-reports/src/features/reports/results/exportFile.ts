import type { MovementRow, ReportRow } from '@console/shared-kernel/contracts'
import type { CsvValue } from '@console/shared-kernel/domain'
import type { QueryType, ReportDefinition } from '../definitions'
import { describePeriod } from '../filters/describeFilters'
import type { Period } from '../filters/ranges'
import { machineKey, type MachineSums, type Outcome } from './outcome'
import { machineColumns, movementColumns, type ResultColumn } from './resultColumns'
import type { ShownComparison } from './useComparison'
import type { Cell } from './workbook'

/** A result as a file holds it: what it is about, then all of its rows. */
export interface ExportedTable {
  /** The file's name without its ending. */
  name: string
  heading: readonly (readonly CsvValue[])[]
  columns: readonly ExportedColumn[]
  rows: readonly never[]
  /** Below the rows. */
  total?: readonly CsvValue[]
}

interface ExportedColumn {
  header: string
  /** How a spreadsheet shows its numbers; null for text. */
  format: string | null
  value: (row: never) => CsvValue
}

const FORMATS = { text: null, count: '#,##0', euros: '#,##0.00', percent: '0.00' } as const

const exported = <Row>({ header, kind, read }: ResultColumn<Row>): ExportedColumn => ({
  header: kind === 'euros' ? `${header} (EUR)` : header,
  format: FORMATS[kind],
  // cents become the euros that a spreadsheet counts in; a division by 100 reads back as the same cents
  value: (row: Row) => {
    if (kind === 'euros') return Number(read(row)) / 100
    return kind === 'percent' ? Math.round(Number(read(row)) * 100) / 100 : read(row)
  },
})

interface Described {
  definition: ReportDefinition
  /** The file's name without its ending. */
  name: string
  words: readonly (readonly [label: string, value: string])[]
}

const tableOf = <Row>(
  { definition, name, words }: Described,
  rows: readonly Row[],
  columns: readonly ExportedColumn[],
  more: readonly (readonly CsvValue[])[] = [],
): ExportedTable => ({
  name,
  heading: [[definition.title], ...words, ...more, ['Rows', rows.length], []],
  columns,
  rows: rows as readonly unknown[] as readonly never[],
})

interface Movements extends Described {
  queryType: QueryType
  rows: readonly MovementRow[]
}

/** Movements, and below the sums of their amounts. */
export function movementTable({ queryType, rows, ...described }: Movements): ExportedTable {
  const columns = movementColumns(queryType)
  const sums = columns.map((column, place): CsvValue => {
    if (place === 0) return 'Total'
    if (column.kind !== 'euros') return null
    return rows.reduce((sum, row) => sum + Number(column.read(row)), 0) / 100
  })
  const table = tableOf(described, rows, columns.map(exported))
  return rows.length === 0 ? table : { ...table, total: sums }
}

interface Totals extends Described {
  outcome: Extract<Outcome, { kind: 'total' }>
  comparison: (Pick<ShownComparison, 'comparison' | 'before'> & { period: Period }) | null
}

/** Machines, and below the total; of what they are compared with, each value and the difference. */
export function totalTable({ outcome, comparison, ...described }: Totals): ExportedTable {
  const columns = machineColumns(described.definition)
  const before = comparison?.before ?? null
  const earlier = new Map(before?.machines.map((row) => [machineKey(row), row]))
  const compared = !comparison
    ? []
    : columns
        .filter(({ kind }) => kind !== 'text')
        .flatMap((column) => {
          const none = { ...column, read: () => 0 }
          const was = (row: ReportRow) => {
            const found = row === outcome.total ? before?.total : earlier.get(machineKey(row as MachineSums))
            return Number((found ? column : none).read(found ?? row))
          }
          const { header } = comparison.comparison
          const points = column.kind === 'percent' ? ', points' : ''
          return [
            { ...column, header: `${column.header}, ${header}`, read: was },
            {
              ...column,
              header: `${column.header}, difference${points}`,
              read: (row: ReportRow) => Number(column.read(row)) - was(row),
            },
          ]
        })
  const all = [...columns, ...compared].map(exported)
  const more = comparison ? [[comparison.comparison.title, describePeriod(comparison.period)]] : []
  const table = tableOf(described, outcome.machines, all, more)
  if (outcome.machines.length === 0) return table
  const [, ...sums] = all.map(({ value }) => value(outcome.total as never))
  return { ...table, total: ['Total', ...sums] }
}

/** A result as the rows of a workbook: numbers with their formats, the headers and the total bold. */
export function cellsOf({ columns, rows, heading, total }: ExportedTable): Cell[][] {
  return [
    ...heading.map((cells) => cells.map((value) => ({ value }))),
    columns.map(({ header }) => ({ value: header, bold: true })),
    ...rows.map((row) => columns.map(({ value, format }) => ({ value: value(row), format }))),
    ...(total ? [total.map((value, place) => ({ value, format: columns[place]!.format, bold: true }))] : []),
  ]
}
