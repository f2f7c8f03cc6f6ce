import type { CSSProperties, ReactNode } from 'react'
import type { CsvColumn } from '../../domain/csv'
import { ACTION_GAP, ACTION_SIZE, RowActions, type RowAction } from './RowActions'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /**
   * Whether the column can be sorted. Its key is then also used in the view's `sort`, and is one of the sort
   * keys of the rows, which `ListView` of `/core` lists for users and machines.
   */
  sortable?: boolean
  align?: 'left' | 'right'
  /** Its cells are `BranchCell`s, and the header is aligned with their text. */
  branches?: boolean
  /** The minimum width in pixels; spare width is shared among the columns that grow. */
  minWidth: number
  /** The maximum width in pixels. */
  maxWidth?: number
  /** The column never grows. */
  fixed?: boolean
  /** The column stays at this edge when the table scrolls. */
  pinned?: 'left' | 'right'
  /** The column is not printed. */
  screenOnly?: boolean
  tip?: (row: Row) => string
  /** The placeholder of a loading cell; by default one line of text. */
  skeleton?: 'chip' | 'two-lines'
  /** The width on paper in pixels, so that words are not broken. */
  printedWidth?: number
  /** The column is hidden in frames narrower than this, in pixels. */
  hideBelow?: number
  /** The column is hidden in frames at least this wide, in pixels. */
  hideFrom?: number
}

export const cellClass = <Row,>({ align, branches, pinned, screenOnly }: Column<Row>): string | undefined =>
  [align, branches && 'branches', pinned && `pinned-${pinned}`, screenOnly && 'screen-only']
    .filter(Boolean)
    .join(' ') || undefined

const minWidthOf = (columns: readonly { minWidth: number }[]): number =>
  columns.reduce((sum, { minWidth }) => sum + minWidth, 0)

/**
 * Widths in pixels: spare width goes to columns in proportion to their minimum, up to their maximum, then to
 * the column pinned to the right edge. The sum may exceed the frame.
 */
export function columnWidths<Row>(columns: readonly Column<Row>[], frameWidth: number): number[] {
  let remaining = Math.max(0, frameWidth - minWidthOf(columns))
  let growing = columns.filter(({ fixed }) => !fixed)
  const full = new Map<Column<Row>, number>()
  const grown = ({ minWidth }: Column<Row>) =>
    minWidth + Math.floor((remaining * minWidth) / minWidthOf(growing))
  for (;;) {
    const reached = growing.filter(
      (column) => column.maxWidth !== undefined && grown(column) > column.maxWidth,
    )
    if (reached.length === 0) break
    for (const column of reached) {
      full.set(column, column.maxWidth!)
      remaining -= column.maxWidth! - column.minWidth
    }
    growing = growing.filter((column) => !full.has(column))
  }
  const spare = growing.length === 0 ? remaining : 0
  return columns.map((column) => {
    const width = full.get(column) ?? (column.fixed ? column.minWidth : grown(column))
    return column.pinned === 'right' ? width + spare : width
  })
}

/** Whether pinned columns leave room to read the others; otherwise the left ones are not pinned. */
export function pinsLeft<Row>(
  columns: readonly Column<Row>[],
  widths: readonly number[],
  frameWidth: number,
): boolean {
  const pinned = columns.reduce((sum, column, index) => sum + (column.pinned ? widths[index]! : 0), 0)
  return pinned <= frameWidth / 2
}

/** Rows as blocks of two lines, for narrow frames. */
export interface FoldedRows {
  /** The width of the table's frame, in pixels, below which rows fold. */
  below: number
  /**
   * Column keys as in `grid-template-areas`; a key may be in both lines. Actions and checkboxes are added.
   */
  lines: readonly [string, string]
  /** The grid's columns, as for `grid-template-columns`. */
  places: string
}

const ACTIONS_AREA = 'actions'
const SELECT_AREA = 'select'
/** A line's height in pixels: that of a chip. */
const LINE_HEIGHT = 24

const areaOf = <Row,>({ key, pinned }: Column<Row>): string => (pinned === 'right' ? ACTIONS_AREA : key)

export function foldTemplate<Row>({ lines, places }: FoldedRows, columns: readonly Column<Row>[]): string {
  const has = (area: string) => columns.some((column) => areaOf(column) === area)
  const around = (middle: string, first: string, last: string) =>
    [has(SELECT_AREA) && first, middle, has(ACTIONS_AREA) && last].filter(Boolean).join(' ')
  const rows = lines.map((line) => `"${around(line, SELECT_AREA, ACTIONS_AREA)}" ${LINE_HEIGHT}px`)
  return `${rows.join(' ')} / ${around(places, 'auto', 'auto')}`
}

export const foldedColumns = <Row,>(
  { lines }: FoldedRows,
  columns: readonly Column<Row>[],
  width: number,
): Column<Row>[] =>
  columns.filter((column) =>
    areaOf(column) === ACTIONS_AREA ? isShownAt(column, width) : lines.some((line) => isIn(line, column)),
  )

export const isShownAt = <Row,>(
  { hideBelow = 0, hideFrom = Infinity }: Column<Row>,
  width: number,
): boolean => hideBelow <= width && width < hideFrom

const isIn = <Row,>(line: string, column: Column<Row>): boolean => line.split(' ').includes(column.key)

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

interface ActionOptions<Row> {
  name: (row: Row) => string
  actionsOf: (row: Row) => readonly (RowAction | null)[]
  /** The maximum number of actions of a row. */
  most: number
  /** A width in pixels; narrower frames have one menu per row. */
  buttonsFrom: number
}

const PADDING = 16
/** At most two of a row's buttons are set apart from the others. */
const GAPS = 2 * ACTION_GAP
/** The width of the menu column's header, in pixels. */
const MENU_WIDTH = 62

const buttonsWidth = (actions: number) =>
  Math.max(MENU_WIDTH, PADDING + actions * ACTION_SIZE + (actions > 1 ? GAPS : 0))

/** The last column of a table: buttons, or one menu per row in a narrow frame. */
export function actionColumns<Row>({
  name,
  actionsOf,
  most,
  buttonsFrom,
}: ActionOptions<Row>): Column<Row>[] {
  const column = {
    header: 'Actions',
    align: 'right',
    fixed: true,
    pinned: 'right',
    screenOnly: true,
  } as const
  const cell = (compact: boolean) => (row: Row) => (
    <RowActions name={name(row)} actions={actionsOf(row)} compact={compact} />
  )
  return [
    {
      ...column,
      key: 'actions',
      minWidth: buttonsWidth(most),
      hideBelow: buttonsFrom,
      cell: cell(false),
    },
    { ...column, key: 'actionsMenu', minWidth: MENU_WIDTH, hideFrom: buttonsFrom, cell: cell(true) },
  ]
}

/** A column on screen, in files, or in both. @typeParam SortKey the keys by which the rows can be sorted */
export type ListColumn<Row, SortKey extends string = string> = (
  | (Column<Row> & ({ sortable?: false } | { sortable: true; key: SortKey }))
  | { header: string; cell?: never; sortable?: never }
) & {
  /** The column is shown if the frame has room for it and, unless `'wide'`, the user chose it. */
  optional?: boolean | 'wide'
  /** Its cell in files; absent for columns that are only on the screen. */
  file?: CsvColumn<Row>['value'] | Omit<CsvColumn<Row>, 'header'>
  /** Its place in a two-line row; columns without one are hidden in narrow frames. */
  narrow?: {
    line: 1 | 2 | 'both'
    /** The place, counted from the left and from 1; two numbers for a cell that spans several. */
    at: number | readonly [from: number, to: number]
    /** The width of that place, as for `grid-template-columns`. */
    width?: string
  }
}

/** The sort keys of the columns, as `sortPart` expects them. */
export const sortKeys = <SortKey extends string>(columns: readonly ListColumn<never, SortKey>[]): SortKey[] =>
  columns.flatMap((column) => (column.sortable ? [column.key] : []))

/** A column that users may choose. */
export interface OptionalColumn {
  key: string
  header: string
  /** In pixels: the column is shown in frames at least this wide, in addition to those already shown. */
  from: number
}

const isShown = <Row,>(column: ListColumn<Row>): column is ListColumn<Row> & Column<Row> =>
  column.cell !== undefined

type ListOptions<Row> = {
  /** Keys of the chosen optional columns. */
  chosen?: readonly string[]
} & (
  | (Pick<ActionOptions<Row>, 'name' | 'actionsOf'> & {
      /** The maximum number of actions of a row. */
      maxActions: number
      /** As in `actionColumns`; by default, the smallest width at which the buttons fit. */
      buttonsFrom?: number
    })
  | { actionsOf?: never }
)

/**
 * Everything that a list derives from its columns: the columns for the screen and for files, and the folded
 * rows for frames too narrow for the columns and a menu. Buttons replace the menu if they fit too, or from
 * `buttonsFrom`. Without `actionsOf`, there is neither.
 */
export function listColumns<Row>(
  all: readonly ListColumn<Row>[],
  options: ListOptions<Row> = {},
): { columns: Column<Row>[]; files: CsvColumn<Row>[]; fold: FoldedRows; optional: OptionalColumn[] } {
  const { chosen = [] } = options
  const onScreen = all.filter(isShown)
  const always = onScreen.filter((column) => !column.optional)
  const buttonsFrom = minWidthOf(always) + (options.actionsOf ? buttonsWidth(options.maxActions) : 0)
  const optional: OptionalColumn[] = []
  let usedWidth = buttonsFrom
  const columns = onScreen.flatMap((column): Column<Row>[] => {
    if (!column.optional) return [column]
    const { key, header } = column
    const from = usedWidth + column.minWidth
    if (column.optional !== 'wide') {
      optional.push({ key, header, from })
      if (!chosen.includes(key)) return []
    }
    usedWidth = from
    return [{ ...column, hideBelow: from }]
  })
  return {
    columns: options.actionsOf
      ? [...columns, ...actionColumns({ buttonsFrom, ...options, most: options.maxActions })]
      : columns,
    optional,
    files: all.flatMap(({ header, file }) =>
      file ? [typeof file === 'function' ? { header, value: file } : { header, ...file }] : [],
    ),
    fold: {
      below: minWidthOf(always.filter(({ narrow }) => narrow)) + (options.actionsOf ? MENU_WIDTH : 0),
      lines: [lineOf(always, 1), lineOf(always, 2)],
      places: placesOf(always),
    },
  }
}

const rangeOf = ({ at }: { at: number | readonly [number, number] }) =>
  typeof at === 'number' ? ([at, at] as const) : at

function lineOf<Row>(columns: readonly (ListColumn<Row> & Column<Row>)[], line: 1 | 2): string {
  const places: string[] = []
  for (const { key, narrow } of columns) {
    if (!narrow || (narrow.line !== line && narrow.line !== 'both')) continue
    const [from, to] = rangeOf(narrow)
    for (let place = from; place <= to; place += 1) places[place - 1] = key
  }
  return places.join(' ')
}

function placesOf<Row>(columns: readonly ListColumn<Row>[]): string {
  const widths: string[] = []
  for (const { narrow } of columns) if (narrow?.width) widths[rangeOf(narrow)[0] - 1] = narrow.width
  return widths.join(' ')
}
