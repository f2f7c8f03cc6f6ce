import type { CsvValue } from '@console/shared-kernel/domain'
import type { ResultColumn } from './resultColumns'
import type { Cell } from './workbook'

/** A result as a file holds it: what it is about, then all of its rows. */
export interface ExportedTable {
  /** The file's name without its ending. */
  name: string
  heading: readonly (readonly CsvValue[])[]
  columns: readonly ExportedColumn[]
  rows: readonly never[]
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

export function toExportedTable<Row>(
  title: string,
  filters: readonly (readonly [label: string, value: string])[],
  columns: readonly ResultColumn<Row>[],
  rows: readonly Row[],
): ExportedTable {
  const [from, to] = ['From', 'To'].map((name) => filters.find(([label]) => label === name)?.[1].slice(0, 10))
  return {
    name: `${title} ${from} to ${to}`,
    heading: [[title], ...filters, ['Rows', rows.length], []],
    columns: columns.map(exported),
    rows: rows as readonly unknown[] as readonly never[],
  }
}

/** A result as the rows of a workbook: numbers with their formats, the headers bold. */
export function cellsOf({ columns, rows, heading }: ExportedTable): Cell[][] {
  return [
    ...heading.map((cells) => cells.map((value) => ({ value }))),
    columns.map(({ header }) => ({ value: header, bold: true })),
    ...rows.map((row) => columns.map(({ value, format }) => ({ value: value(row), format }))),
  ]
}
