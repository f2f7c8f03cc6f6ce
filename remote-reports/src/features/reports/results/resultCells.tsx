import type { ReactNode } from 'react'
import { formatCount, formatEur, formatPercent } from '@console/shared-kernel/domain'
import { sortRows } from '@console/shared-kernel/rules'
import type { Column, Sort } from '@console/shared-kernel/table'
import type { ResultColumn } from './resultColumns'

const FORMAT: Readonly<Record<ResultColumn<never>['kind'], (value: string | number) => string>> = {
  text: String,
  count: (value) => formatCount(Number(value)),
  euros: (value) => formatEur(Math.abs(Number(value))),
  percent: (value) => formatPercent(Number(value)),
}
const MIN_FOR_SHARES = 2
/** In pixels: a digit of a row, what stands at both sides of a cell, and the arrow of a head that sorts. */
const DIGIT = 7.8
const PADDING = 18
const ARROW = 26
/** In letters: a head that stays in one line. */
const SHORT_HEAD = 8
/** Longer names are cut off, and read in full where the pointer rests. */
const NAME_WIDTH = 120
const TEXT_WIDTH = 130

/** In pixels, what a column needs: the longest word of its head, or its largest amount with the mark of a loss. */
function columnWidth<Row>({ kind, header, read }: ResultColumn<Row>, rows: readonly Row[], place: number) {
  if (kind === 'text') return place === 0 ? NAME_WIDTH : TEXT_WIDTH
  const values = rows.map((row) => Number(read(row)))
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const isMarked = kind === 'euros' && values.some((value) => value < 0)
  const letters = FORMAT[kind](largest).length + (isMarked ? 2 : 0)
  const words = header.length > SHORT_HEAD ? header.split(' ') : [header]
  const word = Math.max(...words.map(({ length }) => length))
  return Math.ceil(Math.max(letters * DIGIT, word * DIGIT + ARROW) + PADDING)
}

/** The widths of a table's columns: those of a total stand over those of what it sums up. */
export const neededWidths = <Row,>(columns: readonly ResultColumn<Row>[], rows: readonly Row[]): number[] =>
  columns.map((column, place) => columnWidth(column, rows, place))

export const formatValue = (kind: ResultColumn<never>['kind'], value: string | number) => FORMAT[kind](value)

/** A value as a table shows it: a loss is red and marked, and has no minus. */
export function Value({ kind, value }: { kind: ResultColumn<never>['kind']; value: string | number }) {
  const formatted = FORMAT[kind](value)
  if (kind !== 'euros' || Number(value) >= 0) return formatted
  return <span className="loss">{`▼ ${formatted}`}</span>
}

/** An amount over a quiet bar, as long as its share of the largest in the column. */
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

/** Texts of cells as links, by column; false for a row that leads nowhere. */
export type CellLinks<Row> = Readonly<Record<string, (row: Row, text: string) => ReactNode>>

interface Drawn<Row> {
  sortable?: boolean
  shares?: boolean
  links?: CellLinks<Row> | undefined
  /** Of the columns, in pixels, where they are not to be those that these rows need. */
  widths?: readonly number[] | undefined
}

/** The columns of a result as a table draws them. */
export function toTableColumns<Row>(
  columns: readonly ResultColumn<Row>[],
  rows: readonly Row[],
  { sortable = false, shares = false, links = {}, widths = neededWidths(columns, rows) }: Drawn<Row> = {},
): Column<Row>[] {
  return columns.map(({ key, header, kind, read }, place) => {
    const hasShares = shares && kind === 'euros' && rows.length >= MIN_FOR_SHARES
    const largest = hasShares ? rows.reduce((most, row) => Math.max(most, Math.abs(Number(read(row)))), 0) : 0
    return {
      key,
      header,
      sortable,
      align: kind === 'text' ? 'left' : 'right',
      minWidth: widths[place]!,
      ...(place === 0 && kind === 'text' && { pinned: 'left' as const }),
      cell: (row) =>
        hasShares ? (
          <Share cents={Number(read(row))} largest={largest} />
        ) : (
          links[key]?.(row, formatValue(kind, read(row))) || <Value kind={kind} value={read(row)} />
        ),
    }
  })
}

/** The rows by one of the columns; in the answer's order where the sort names none. */
export function sortBy<Row>(rows: readonly Row[], columns: readonly ResultColumn<Row>[], sort: Sort): Row[] {
  const column = columns.find(({ key }) => key === sort.key)
  if (!column) return [...rows]
  const kind = column.order ? 'text' : column.kind === 'text' ? 'name' : 'number'
  return sortRows(rows, { kind, read: column.order ?? column.read }, sort.direction)
}
