import {
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type JSX,
  type PointerEvent,
} from 'react'
import { useVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual'
import type { TreePlace } from '../../domain/packedTreeRow'
import { returnFocusOnRemoval } from '../focus'
import { cellArea, type Column, type FoldedRows } from './columns'
import { MAX_PRINTED_ROWS } from './printed'
import { SelectionContext, type TableSelection } from './selection'
import { useKeptPosition, useRestoredPosition, type RowKey } from './useKeptPosition'
import { indexOfKey, useHoldRow, useScrollSpace } from './useHeldRow'
import type { Scroller } from './frame'
import { useFollowOpenRow, useOpenRow, type OpensRow } from './useOpenRow'
import { CurrentRowContext, useRowFocus, type TreeOptions } from './useRowFocus'
import { hasTip, tipProps } from './useSharedTooltip'

/** More than one notch of a mouse wheel (three rows); each row costs time on every keystroke and sort. */
const OVERSCAN = 4
const printedRows = ({ count }: Range): number[] =>
  Array.from({ length: Math.min(count, MAX_PRINTED_ROWS) }, (_, index) => index)

interface Props<Row> {
  label: string
  /** Null before mount, as `scroller` is. */
  frame: HTMLElement | null
  scroller: Scroller | null
  columns: Column<Row>[]
  fold: FoldedRows | undefined
  /** A height in pixels. */
  rowHeight: number
  wrap: boolean
  /** The height in pixels that the table head covers. */
  headHeight: number
  rows: readonly Row[]
  /** More rows are still to come. */
  arriving: boolean
  rowKey: (row: Row, index: number) => RowKey
  tinted: ((row: Row) => boolean) | undefined
  pointsAt: RowKey | null
  onOpen: ((row: Row) => void) | undefined
  opens: OpensRow<Row> | undefined
  tree: TreeOptions<Row> | undefined
  selection: TableSelection<Row> | undefined
  foundBy: string | undefined
  printing: boolean
  onEnd: (() => void) | undefined
}

/** The visible rows between two spacers. The window is state here, so scrolling re-renders only the rows. */
export function TableRows<Row>(props: Props<Row>) {
  const { label, frame, scroller, columns, fold, rowHeight, headHeight, rows, rowKey, tinted } = props
  const { arriving, pointsAt, onOpen, opens, tree, selection, foundBy, printing, onEnd, wrap } = props
  const around = useScrollSpace()
  const above = scroller?.origin ?? 0
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller?.element ?? null,
    scrollMargin: above,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    ...(printing && { rangeExtractor: printedRows }),
    ...(wrap && {
      getItemKey: (index: number) => rowKey(rows[index]!, index),
      measureElement: (row: Element) => (row as HTMLElement).offsetHeight || rowHeight,
    }),
    paddingStart: around.space.before,
    paddingEnd: around.space.after,
    scrollPaddingStart: headHeight,
    // row offsets start below the head, which takes up part of the height
    scrollPaddingEnd: headHeight,
  })
  useRowHeight(virtualizer, rowHeight)
  const position = useKeptPosition(label)
  const onSelect = selection && ((row: Row, range: boolean) => selection.toggle(row, range ? rows : null))
  const open = useOpenRow<Row>({ opens, rows, onSelect })
  const reveal = (index: number) => virtualizer.scrollToIndex(index)
  const focus = useRowFocus<Row>({
    rows,
    rowKey,
    foundBy,
    initial: position.left.row,
    reveal,
    onOpen: opens ? open.openRow : onOpen,
    onSelect,
    tree,
    follows: open.isFollowing,
  })
  usePointedRow({ pointsAt, rows, rowKey }, (index) => {
    focus.setFocused(index)
    reveal(index)
  })
  useFollowOpenRow<Row>({ open, rows, arriving, frame, focus, reveal })
  const isReturning = useRestoredPosition({ ...focus, position, frame, virtualizer, count: rows.length })
  const held = useHoldRow(around, virtualizer, {
    scroller,
    rows,
    rowKey,
    foundBy: printing ? undefined : foundBy,
    rowHeight,
    headHeight,
    isReturning,
  })
  const selecting = useMemo(
    () => selection && { selection: selection as TableSelection<unknown>, rows },
    [selection, rows],
  )
  const window = virtualizer.getVirtualItems()
  const atEnd = !printing && window.at(-1)?.index === rows.length - 1
  const end = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (atEnd) end()
  }, [atEnd, rows.length])
  const before = (window[0]?.start ?? above) - above
  const after = virtualizer.getTotalSize() - ((window.at(-1)?.end ?? above) - above)

  return (
    <tbody
      role={fold && 'rowgroup'}
      onKeyDown={focus.onKeyDown}
      onClick={open.onClick}
      onPointerOver={setTitleIfTruncated}
      {...held}
    >
      <Spacer height={before} span={columns.length} />
      <SelectionContext value={selecting ?? null}>
        {window.map(({ index }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <DataRow
              key={rowKey(row, index)}
              index={index}
              row={row}
              columns={columns}
              fold={fold}
              tinted={tinted?.(row) ?? false}
              marked={open.isOpen(row) || (pointsAt !== null && rowKey(row, index) === pointsAt)}
              focusable={index === focus.current}
              onFocus={focus.setFocused}
              tree={tree}
              measure={wrap ? virtualizer.measureElement : undefined}
            />
          )
        })}
      </SelectionContext>
      <Spacer height={after} span={columns.length} />
    </tbody>
  )
}

/** Goes to the row, and again if a refresh of the list moves it. */
function usePointedRow<Row>(
  { pointsAt, rows, rowKey }: Pick<Props<Row>, 'pointsAt' | 'rows' | 'rowKey'>,
  goTo: (index: number) => void,
): void {
  const reached = useRef(-1)
  const goToPointed = useEffectEvent(() => {
    const index = pointsAt === null ? -1 : indexOfKey({ rows, rowKey }, pointsAt, reached.current)
    if (index !== -1 && index !== reached.current) goTo(index)
    reached.current = index
  })
  useEffect(() => goToPointed(), [pointsAt, rows])
}

function setTitleIfTruncated({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest('td') : null
  if (!cell || hasTip(cell)) return
  const parts = [cell, ...cell.querySelectorAll('span')]
  if (parts.some((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0))
    cell.title = cell.textContent
  else cell.removeAttribute('title')
}

/** Keeps the top row in place when the row height changes. */
function useRowHeight(virtualizer: Virtualizer<HTMLElement, Element>, height: number): void {
  const drawn = useRef(height)
  useLayoutEffect(() => {
    const above = virtualizer.options.scrollMargin
    const rowsAbove = ((virtualizer.scrollOffset ?? 0) - above) / drawn.current
    if (drawn.current === height) return
    drawn.current = height
    virtualizer.measure()
    if (rowsAbove > 0) virtualizer.scrollToOffset(above + rowsAbove * height)
  }, [virtualizer, height])
}

function Spacer({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null
  return (
    <tr className="spacer" role="presentation" aria-hidden>
      <td colSpan={span} style={{ height }} />
    </tr>
  )
}

interface RowProps<Row> {
  index: number
  row: Row
  columns: Column<Row>[]
  fold: FoldedRows | undefined
  tinted: boolean
  /** The row is open in the panel, or was just created. */
  marked: boolean
  focusable: boolean
  onFocus: (index: number) => void
  tree: TreeOptions<Row> | undefined
  measure: ((row: HTMLElement | null) => void) | undefined
}

function PlainRow<Row>(props: RowProps<Row>) {
  const { index, row, columns, fold, tinted, marked, focusable, onFocus, tree, measure } = props
  const setRowRef = useCallback(
    (element: HTMLTableRowElement) => {
      measure?.(element)
      return returnFocusOnRemoval(element)
    },
    [measure],
  )
  // laid out as blocks, cells lose their implicit role
  const cellRole = tree ? 'gridcell' : fold && 'cell'
  return (
    <tr
      role={fold && 'row'}
      ref={setRowRef}
      className={`data${tinted ? ' tinted' : ''}${marked ? ' open' : ''}`}
      data-index={index}
      // the head is row 1
      aria-rowindex={index + 2}
      tabIndex={focusable ? 0 : -1}
      onFocus={() => onFocus(index)}
      {...(tree && treeAttributes(tree.placeOf(row)))}
    >
      <CurrentRowContext value={focusable}>
        {columns.map((column) => (
          <td key={column.key} {...cellArea(column, fold)} {...tipProps(column.tip?.(row))} role={cellRole}>
            {column.cell(row)}
          </td>
        ))}
      </CurrentRowContext>
    </tr>
  )
}

const treeAttributes = ({ level, position, siblings, expanded }: TreePlace) => ({
  style: { '--level': level } as CSSProperties,
  'aria-level': level,
  'aria-posinset': position,
  'aria-setsize': siblings,
  ...(expanded !== null && { 'aria-expanded': expanded }),
})

// memo() drops the type parameter
const DataRow = memo(PlainRow) as <Row>(props: RowProps<Row>) => JSX.Element

const SKELETONS = 8
/** Fractions of a column's minimum width, because texts differ in length. */
const TEXT_LENGTHS = [0.8, 0.6, 0.9, 0.7]
/** A padding in pixels. */
const CELL_PADDING = 32

function SkeletonCell<Row>({ column, row }: { column: Column<Row>; row: number }) {
  const { minWidth, skeleton, fixed } = column
  const widthOf = (line: number) =>
    (minWidth - CELL_PADDING) *
    (skeleton === 'chip' || fixed ? 1 : TEXT_LENGTHS[(row + line) % TEXT_LENGTHS.length]!)
  return (
    <>
      <span className={skeleton === 'chip' ? 'of-chip' : undefined} style={{ width: widthOf(0) }} />
      {skeleton === 'two-lines' && <span style={{ width: widthOf(1) }} />}
    </>
  )
}

export function SkeletonRows<Row>({ columns, fold }: Pick<Props<Row>, 'columns' | 'fold'>) {
  return (
    <tbody>
      {Array.from({ length: SKELETONS }, (_, row) => (
        <tr key={row} className="skeleton" aria-hidden>
          {columns.map((column) => (
            <td key={column.key} {...cellArea(column, fold)}>
              <SkeletonCell column={column} row={row} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
