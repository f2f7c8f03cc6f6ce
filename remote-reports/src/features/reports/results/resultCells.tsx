import type { ReactNode } from 'react'
import { formatCount, formatPercent, formatProfit } from '@console/shared-kernel/domain'
import { sortRows } from '@console/shared-kernel/rules'
import type { Column, FoldedRows, Sort } from '@console/shared-kernel/table'
import type { ResultColumn } from '../definitions'

const FORMAT: Readonly<Record<ResultColumn<never>['kind'], (value: string | number) => string>> = {
  text: String,
  count: (value) => formatCount(Number(value)),
  euros: (value) => formatProfit(Number(value)),
  percent: (value) => formatPercent(Number(value)),
}
const MIN_FOR_SHARES = 2
/** In pixels: the width of a digit, a cell's horizontal padding, and the sort arrow. */
const DIGIT = 7.8
const PADDING = 18
const ARROW = 26
/** In characters; longer headers wrap. */
const SHORT_HEAD = 8
/** In pixels; longer names are cut off, with a tooltip. */
const NAME_WIDTH = 120
const TEXT_WIDTH = 130

/** In pixels: room for the header's longest word and for the largest amount with its mark. */
function columnWidth<Row>({ kind, header, read }: ResultColumn<Row>, rows: readonly Row[], index: number) {
  if (kind === 'text') return index === 0 ? NAME_WIDTH : TEXT_WIDTH
  const values = rows.map((row) => Number(read(row)))
  const largest = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  const isMarked = kind === 'euros' && values.some((value) => value < 0)
  const { length: letters } = FORMAT[kind](isMarked ? -largest : largest)
  const words = header.length > SHORT_HEAD ? header.split(' ') : [header]
  const word = Math.max(...words.map(({ length }) => length))
  return Math.ceil(Math.max(letters * DIGIT, word * DIGIT + ARROW) + PADDING)
}

/** The widths of a table's columns, in pixels. */
export const neededWidths = <Row,>(columns: readonly ResultColumn<Row>[], rows: readonly Row[]): number[] =>
  columns.map((column, index) => columnWidth(column, rows, index))

export const formatValue = (kind: ResultColumn<never>['kind'], value: string | number) => FORMAT[kind](value)

/** A loss is red and marked with '▼' instead of a minus sign. */
export function Value({ kind, value }: { kind: ResultColumn<never>['kind']; value: string | number }) {
  const formatted = FORMAT[kind](value)
  if (kind !== 'euros' || Number(value) >= 0) return formatted
  return <span className="loss">{formatted}</span>
}

/** An amount above a bar that shows its share of the column's largest. */
function Share({ cents, largest }: { cents: number; largest: number }) {
  return (
    <span className="share">
      <Value kind="euros" value={cents} />
      <span
        className={cents < 0 ? 'bar negative' : 'bar'}
        style={{ width: `${largest === 0 ? 0 : (Math.abs(cents) / largest) * 100}%` }}
      />
    </span>
  )
}

/** In pixels. In narrower containers, such as on a phone, rows have two lines. */
const FOLD_BELOW = 600

/** Rows of two lines, with the name and the main amount in the first one. */
export function foldedRows(columns: readonly { key: string }[], widths: readonly number[]): FoldedRows {
  const needed = widths.reduce((sum, width) => sum + width, 0)
  const below = Math.max(FOLD_BELOW, needed)
  const [first, , , text, amount, last = text] = columns.map(({ key }) => key)
  if (first === 'name')
    return {
      below,
      lines: ['name name profit profit', 'movements inflow outflow return'],
      places: 'minmax(0, 1fr) auto auto minmax(48px, auto)',
    }
  return {
    below,
    lines: [`machine machine machine ${amount}`, `date hour ${text} ${last}`],
    places: 'auto auto minmax(0, 1fr) auto',
  }
}

/** What a folded row, which has no header, shows next to a number. */
function labelOf({ kind, header }: Pick<ResultColumn<never>, 'kind' | 'header'>) {
  if (kind === 'euros') return { 'data-label': header }
  return kind === 'count' && { 'data-unit': 'mov.' }
}

/** Renders cells as links, by column; false for no link. */
export type CellLinks<Row> = Readonly<Record<string, (row: Row, text: string) => ReactNode>>

interface Drawn<Row> {
  shares: boolean
  links: CellLinks<Row> | undefined
  /** The widths of the columns, in pixels. */
  widths: readonly number[]
}

export function toTableColumns<Row>(
  columns: readonly ResultColumn<Row>[],
  rows: readonly Row[],
  { shares, links = {}, widths }: Drawn<Row>,
): Column<Row>[] {
  return columns.map(({ key, header, kind, read }, index) => {
    const hasShares = shares && kind === 'euros' && rows.length >= MIN_FOR_SHARES
    const largest = hasShares ? rows.reduce((max, row) => Math.max(max, Math.abs(Number(read(row)))), 0) : 0
    return {
      key,
      header,
      sortable: true,
      align: kind === 'text' ? 'left' : 'right',
      minWidth: widths[index]!,
      ...(index === 0 && kind === 'text' && { pinned: 'left' as const }),
      cell: (row) => (
        <span {...labelOf({ kind, header })}>
          {hasShares ? (
            <Share cents={Number(read(row))} largest={largest} />
          ) : (
            links[key]?.(row, formatValue(kind, read(row))) || <Value kind={kind} value={read(row)} />
          )}
        </span>
      ),
    }
  })
}

/** Keeps the server's order if the sort names no column. */
export function sortBy<Row>(rows: readonly Row[], columns: readonly ResultColumn<Row>[], sort: Sort): Row[] {
  const column = columns.find(({ key }) => key === sort.key)
  if (!column) return [...rows]
  const kind = column.order ? 'text' : column.kind === 'text' ? 'name' : 'number'
  return sortRows(rows, { kind, read: column.order ?? column.read }, sort.direction)
}
