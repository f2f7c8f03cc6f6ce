import type { CSSProperties } from 'react'
import { cellClass, type Column } from './columns'

/** Rows as blocks of two lines, for narrow frames. Each list has its own, in its `columns.tsx`. */
export interface FoldedRows {
  /** In pixels, of the table's frame. */
  below: number
  /** Column keys as in `grid-template-areas`; a column may span both. Actions and checkboxes are added. */
  lines: readonly [string, string]
  /** As in `grid-template-columns`. */
  places: string
}

const ACTIONS_AREA = 'actions'
const SELECT_AREA = 'select'
/** In pixels: as high as a chip. */
const LINE_HEIGHT = 24

export const areaOf = <Row>({ key, pinned }: Column<Row>): string => (pinned === 'right' ? ACTIONS_AREA : key)

export function foldTemplate<Row>({ lines, places }: FoldedRows, columns: readonly Column<Row>[]): string {
  const has = (area: string) => columns.some((column) => areaOf(column) === area)
  const around = (middle: string, first: string, last: string) =>
    [has(SELECT_AREA) && first, middle, has(ACTIONS_AREA) && last].filter(Boolean).join(' ')
  const rows = lines.map((line) => `"${around(line, SELECT_AREA, ACTIONS_AREA)}" ${LINE_HEIGHT}px`)
  return `${rows.join(' ')} / ${around(places, 'auto', 'auto')}`
}

export const foldedColumns = <Row>(
  { lines }: FoldedRows,
  columns: readonly Column<Row>[],
  width: number,
): Column<Row>[] =>
  columns.filter((column) =>
    areaOf(column) === ACTIONS_AREA ? isShownAt(column, width) : lines.some((line) => isIn(line, column)),
  )

export const isShownAt = <Row>({ hideBelow = 0, hideFrom = Infinity }: Column<Row>, width: number): boolean =>
  hideBelow <= width && width < hideFrom

const isIn = <Row>(line: string, column: Column<Row>): boolean => line.split(' ').includes(column.key)

export function cellArea<Row>(
  column: Column<Row>,
  fold: FoldedRows | undefined,
): { className: string | undefined; style?: CSSProperties } {
  const className = cellClass(column)
  if (!fold) return { className }
  const inSecond = isIn(fold.lines[1], column)
  const line = inSecond && (isIn(fold.lines[0], column) ? 'both-lines' : 'second-line')
  return {
    className: [className, line].filter(Boolean).join(' ') || undefined,
    style: { gridArea: areaOf(column) },
  }
}
