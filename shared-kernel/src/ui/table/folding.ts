import type { CSSProperties } from 'react'
import { cellClass, type Column } from './columns'

/**
 * How rows look in a frame that is too narrow for their columns: each is a block of two lines, in which its cells
 * stand.
 */
export interface FoldedRows {
  /** Rows are folded where the table's frame is narrower than this, in pixels. */
  below: number
  /**
   * Of each line the keys of its columns, separated by spaces, as `grid-template-areas` has them. A column may take
   * several places, and both lines. Actions and checkboxes are added; other columns are left out.
   */
  lines: readonly [string, string]
  /** How wide these places are, as `grid-template-columns` has them. */
  places: string
}

const ACTIONS_AREA = 'actions'
const SELECT_AREA = 'select'
/** In pixels: as high as a chip. */
const LINE_HEIGHT = 24

/** The place of a cell in a folded row. */
export const areaOf = <Row>({ key, pinned }: Column<Row>): string => (pinned === 'right' ? ACTIONS_AREA : key)

/** The `grid-template` of folded rows that have these columns. */
export function foldTemplate<Row>({ lines, places }: FoldedRows, columns: readonly Column<Row>[]): string {
  const has = (area: string) => columns.some((column) => areaOf(column) === area)
  const around = (middle: string, first: string, last: string) =>
    [has(SELECT_AREA) && first, middle, has(ACTIONS_AREA) && last].filter(Boolean).join(' ')
  const rows = lines.map((line) => `"${around(line, SELECT_AREA, ACTIONS_AREA)}" ${LINE_HEIGHT}px`)
  return `${rows.join(' ')} / ${around(places, 'auto', 'auto')}`
}

/** The columns of a folded row, in their order; of several for one place the one for this width. */
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

/** The class of a cell, and its place. */
export function cellPlace<Row>(
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
