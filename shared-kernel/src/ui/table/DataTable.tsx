import { useMemo, type CSSProperties, type ReactNode } from 'react'
import LinearProgress from '@mui/material/LinearProgress'
import Table from '@mui/material/Table'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { styled, type Theme } from '@mui/material/styles'
import { useVisit } from '../../client/useViewState'
import { usePrinting } from '../usePrinting'
import type { Sort } from '../../domain/sorting'
import { useDensity } from '../../client/userSetting'
import {
  cellClass,
  columnWidths,
  foldedColumns,
  foldTemplate,
  isShownAt,
  pinsLeft,
  type Column,
  type FoldedRows,
} from './columns'
import { FailedState } from '../EmptyState'
import { LANDSCAPE_MIN_COLUMNS, LANDSCAPE_PAGES, PrintedFoot, printedPart } from './printed'
import { SELECT_COLUMN, type TableSelection } from './selection'
import { SORT_BY_HEIGHT, SortBy } from './SortBy'
import { TableHeader } from './TableHeader'
import { SkeletonRows, TableRows } from './TableRows'
import { DENSITIES, tableStyles } from './tableStyles'
import { FLOWS, useMeasuredWidth, useScroller } from './frame'
import type { OpensRow } from './useOpenRow'
import type { TreeOptions } from './useRowFocus'
import { useSharedTooltip } from './useSharedTooltip'

const Frame = styled('div')(({ theme }) => tableStyles(theme))

/** Shown inside the frame, so that it does not move rows, and the last rows can be scrolled above it. */
const Notice = styled('div')(({ theme }) => ({
  position: 'sticky',
  left: 0,
  bottom: 0,
  zIndex: 4,
  // alerts are translucent
  backgroundColor: theme.palette.background.paper,
}))

/** A width in pixels that fits all columns. */
const PAPER_WIDTH = 10_000

/** A width in pixels; narrower frames indent trees less. */
const NARROW = 800

export interface DataTableProps<Row> {
  label: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
  /** The length of the whole list, for printing; by default that of `rows`. */
  total?: number
  /** Rows are drawn as skeletons. */
  loading?: boolean
  /** The old rows stay visible, under a thin progress bar. */
  refreshing?: boolean
  /** Only the first rows are loaded. */
  arriving?: boolean
  /** Identifies the result: a refresh of the same one keeps the hovered or focused row in place. */
  foundBy?: string | undefined
  /** Drawn over the last visible rows, or in their place if there are none and `empty` is absent. */
  notice?: ReactNode
  /** Shown instead of rows. */
  empty?: ReactNode
  tinted?: (row: Row) => boolean
  /** The key of a row to scroll to and mark. */
  pointsAt?: string | number | null
  /**
   * A CSS length: the table is as tall as its rows, up to this, instead of filling the screen. On phones,
   * folded rows have no such limit, and the page scrolls.
   */
  maxHeight?: string
  /** Texts wrap; not for tables that hold a row in place. */
  wrap?: boolean
  /** The layout for frames too narrow for the columns; without it those with `hideBelow` are hidden. */
  fold?: FoldedRows
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Called on Enter in the focused row. */
  onOpen?: (row: Row) => void
  /** What a click or Enter on a row opens, instead of `onOpen`. */
  opens?: OpensRow<Row>
  tree?: TreeOptions<Row>
  /** Adds checkboxes, which Space toggles too. */
  selection?: TableSelection<Row> | undefined
  /** Called when the last rows become visible. */
  onEnd?: (() => void) | undefined
}

/** A table of any length: only the visible rows are in the document. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, loading = false, refreshing = false, arriving = false } = props
  const { empty, tinted, maxHeight, sort, onSort, onOpen, opens, tree, selection, onEnd } = props
  const { foundBy, notice, wrap = false } = props
  const printing = usePrinting()
  const visit = useVisit()
  const { frame, width: frameWidth, measure } = useMeasuredWidth()
  const width = printing ? PAPER_WIDTH : frameWidth
  const room = width - (selection && !printing ? SELECT_COLUMN.minWidth : 0)
  const count = rows.length
  const part = printedPart({ count, loading, arriving, more: onEnd !== undefined })
  const narrow = props.fold && 0 < frameWidth && room < props.fold.below ? props.fold : undefined
  const fold = printing ? undefined : narrow
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const scroller = useScroller(frame, isPhone && narrow ? frame?.closest('main') : null)
  const flows = scroller !== null && scroller.element !== frame
  const columns = useVisibleColumns(props.columns, {
    width: room,
    selecting: selection !== undefined && !printing,
    printing,
    fold,
  })
  const density = DENSITIES[useDensity()]
  const sortBy = fold && sort && onSort ? { sort, onSort } : null
  const rowHeight = narrow ? density.folded : density.row
  const headHeight = fold ? (sortBy ? SORT_BY_HEIGHT : 0) : density.row
  const widths = columnWidths(columns, width)
  const tableWidth = widths.reduce((sum, one) => sum + one, 0)
  const { listeners, tooltip } = useSharedTooltip()
  const failed = !loading && rows.length === 0 && !empty && notice
  const isWide = !fold && tableWidth > width

  return (
    <Frame
      ref={measure}
      role="region"
      aria-label={label}
      aria-busy={loading || refreshing}
      tabIndex={rows.length ? -1 : 0}
      className={flows ? FLOWS : undefined}
      style={
        {
          '--row': `${rowHeight}px`,
          '--text': `${density.text / 16}rem`,
          ...(maxHeight !== undefined && !flows && { flex: 'none', minHeight: 0, maxHeight }),
          ...(!loading && !flows && count === 0 && { flex: 'none' }),
        } as CSSProperties
      }
      {...listeners}
    >
      {refreshing && (
        <LinearProgress
          aria-label="Refreshing"
          sx={{ position: 'sticky', top: 0, height: 2, mb: '-2px', zIndex: 3 }}
        />
      )}
      {printing && columns.length >= LANDSCAPE_MIN_COLUMNS && LANDSCAPE_PAGES}
      {printing && part !== null && <Typography sx={{ pb: 1 }}>{`Printed: ${part}.`}</Typography>}
      {sortBy && <SortBy columns={columns} {...sortBy} />}
      <Table
        stickyHeader={!fold}
        role={tree ? 'treegrid' : fold && 'table'}
        aria-label={label}
        aria-rowcount={loading || onEnd ? -1 : rows.length + 1}
        className={[
          fold && 'folded',
          wrap && 'wrapped',
          selection ? 'selects' : opens && 'opens',
          isWide && 'wide',
          !pinsLeft(columns, widths, width) && 'unpinned',
          width <= NARROW && 'narrow',
        ]
          .filter(Boolean)
          .join(' ')}
        style={fold ? ({ '--fold': foldTemplate(fold, columns) } as CSSProperties) : { minWidth: tableWidth }}
      >
        {!fold && (
          <colgroup>
            {columns.map((column, index) => (
              <col
                key={column.key}
                className={cellClass(column)}
                style={{ width: widths[index], ...(printing && { minWidth: column.printedWidth }) }}
              />
            ))}
          </colgroup>
        )}
        {/* a header with buttons would be blank on the next printed page */}
        <TableHeader columns={columns} sort={sort} onSort={printing || fold ? undefined : onSort} />
        {loading ? (
          <SkeletonRows columns={columns} fold={fold} />
        ) : (
          <TableRows
            key={visit}
            label={label}
            frame={frame}
            scroller={scroller}
            columns={columns}
            fold={fold}
            rowHeight={rowHeight}
            wrap={wrap}
            headHeight={headHeight}
            rows={rows}
            arriving={arriving}
            rowKey={rowKey}
            tinted={tinted}
            pointsAt={props.pointsAt ?? null}
            onOpen={onOpen}
            opens={opens}
            tree={tree}
            selection={selection}
            foundBy={foundBy}
            printing={printing}
            onEnd={onEnd}
          />
        )}
        {printing && (
          <PrintedFoot count={count} total={props.total ?? count} part={part} span={columns.length} />
        )}
      </Table>
      {failed && <FailedState>{notice}</FailedState>}
      {!loading && rows.length === 0 && empty}
      {notice && !failed && <Notice style={{ width: frameWidth || undefined }}>{notice}</Notice>}
      {tooltip}
    </Frame>
  )
}

interface Layout {
  width: number
  selecting: boolean
  printing: boolean
  fold: FoldedRows | undefined
}

function useVisibleColumns<Row>(
  columns: Column<Row>[],
  { width, selecting, printing, fold }: Layout,
): Column<Row>[] {
  const limits = columns.flatMap(({ hideBelow = 0, hideFrom = 0 }) => [hideBelow, hideFrom])
  const reached = Math.max(0, ...limits.filter((limit) => limit <= width))
  // depends on `reached` instead of the width, because new columns re-render all rows
  return useMemo(() => {
    const shown = fold
      ? foldedColumns(fold, columns, reached)
      : columns.filter((column) => isShownAt(column, reached) && !(printing && column.screenOnly))
    return selecting ? [SELECT_COLUMN, ...shown] : shown
  }, [columns, reached, selecting, printing, fold])
}
