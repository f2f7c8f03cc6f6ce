import { useMemo, type CSSProperties, type ReactNode } from 'react'
import LinearProgress from '@mui/material/LinearProgress'
import Table from '@mui/material/Table'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { useVisit } from '../../client/useViewState'
import { usePrinting } from '../usePrinting'
import type { Sort } from '../../domain/sorting'
import { useDensity } from '../../client/density'
import { cellClass, columnWidths, pinsLeft, type Column } from './columns'
import { foldedColumns, foldTemplate, isShownAt, type FoldedRows } from './folding'
import { PrintedFoot } from './PrintedFoot'
import { printedPart } from './printedPart'
import { SkeletonRows } from './SkeletonRows'
import { SORT_BY_HEIGHT, SortBy } from './SortBy'
import { TableHeader } from './TableHeader'
import { TableRows } from './TableRows'
import { ROW_HEIGHTS, tableStyles } from './tableStyles'
import type { TreeOptions } from './treeStep'
import { useMeasuredWidth } from './useMeasuredWidth'
import type { TableSelection } from './useSelection'
import { SELECT_COLUMN } from './SelectCell'
import { useSharedTooltip } from './useSharedTooltip'

const Frame = styled('div')(({ theme }) => tableStyles(theme))

/** In the frame and not above it: it pushes no row, and the last ones can be scrolled out from under it. */
const Notice = styled('div')({ position: 'sticky', left: 0, bottom: 0, zIndex: 4 })

/** In pixels: paper has all columns, each a column of its own. */
const PAPER_WIDTH = 10_000
/** A frame this wide, in pixels, has no room to set seven levels in as far as a wide one has. */
const NARROW = 800

export interface DataTableProps<Row> {
  /** Names the table to assistive technology. */
  label: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
  /** How many rows the list has in which these were found; as many where it is absent. For paper. */
  total?: number
  /** True while there is nothing to show yet: rows are drawn as skeletons. */
  loading?: boolean
  /** True while newer rows are being loaded: the old ones stay, under a thin bar. */
  refreshing?: boolean
  /** True while only the first rows have come: paper says so. */
  arriving?: boolean
  /**
   * What the rows were found by, in words of any kind. As long as it is the same, the row under the pointer, or with
   * the focus, stays where it is on the screen while others come and go.
   */
  foundBy?: string | undefined
  /** Lies over the last rows in sight: what went wrong with the list. */
  notice?: ReactNode
  /** Stands in the table's place below the head when it has no rows. */
  empty?: ReactNode
  tinted?: (row: Row) => boolean
  /** As high as its rows, up to this height (any CSS length), instead of what the screen has left. */
  maxHeight?: string
  /** Rows are as high as their texts need, which wrap; for tables of which no row is held in its place. */
  wrap?: boolean
  /** How rows look where the frame is too narrow for the columns; those with `hideBelow` are left out otherwise. */
  fold?: FoldedRows
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** What Enter does with the row that has the focus. */
  onOpen?: (row: Row) => void
  tree?: TreeOptions<Row>
  /** While rows are selected: each has a checkbox, which Space toggles too. */
  selection?: TableSelection<Row> | undefined
  /** Called when the last rows come into sight; given while there may be more of them. */
  onEnd?: (() => void) | undefined
}

/** A table of any length: only the rows in sight are in the document. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, loading = false, refreshing = false, arriving = false } = props
  const { empty, tinted, maxHeight, sort, onSort, onOpen, tree, selection, onEnd } = props
  const { foundBy, notice, wrap = false } = props
  const printing = usePrinting()
  const visit = useVisit()
  const { frame, width: frameWidth, measure } = useMeasuredWidth()
  const width = printing ? PAPER_WIDTH : frameWidth
  const count = rows.length
  const part = printedPart({ count, loading, arriving, more: onEnd !== undefined })
  // its width is not known before it has been drawn
  const narrow = props.fold && 0 < frameWidth && frameWidth < props.fold.below ? props.fold : undefined
  const fold = printing ? undefined : narrow
  const columns = useVisibleColumns(props.columns, {
    width,
    selecting: selection !== undefined && !printing,
    printing,
    fold,
  })
  const heights = ROW_HEIGHTS[useDensity()]
  const sortBy = fold && sort && onSort ? { sort, onSort } : null
  const rowHeight = narrow ? heights.folded : heights.row
  const headHeight = fold ? (sortBy ? SORT_BY_HEIGHT : 0) : heights.row
  const widths = columnWidths(columns, width)
  const tableWidth = widths.reduce((sum, one) => sum + one, 0)
  const { listeners, tooltip } = useSharedTooltip()

  return (
    <Frame
      ref={measure}
      role="region"
      aria-label={label}
      aria-busy={loading || refreshing}
      tabIndex={rows.length ? -1 : 0}
      style={
        {
          '--row': `${rowHeight}px`,
          ...(maxHeight !== undefined && { flex: 'none', minHeight: 0, maxHeight }),
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
          !fold && tableWidth > width && 'wide',
          !pinsLeft(columns, widths, width) && 'loose',
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
        {/* a head of buttons would come again blank on the next page */}
        <TableHeader columns={columns} sort={sort} onSort={printing || fold ? undefined : onSort} />
        {loading ? (
          <SkeletonRows columns={columns} fold={fold} />
        ) : (
          <TableRows
            key={visit}
            label={label}
            frame={frame}
            columns={columns}
            fold={fold}
            rowHeight={rowHeight}
            wrap={wrap}
            headHeight={headHeight}
            rows={rows}
            rowKey={rowKey}
            tinted={tinted}
            onOpen={onOpen}
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
      {!loading && rows.length === 0 && empty}
      {notice && <Notice style={{ width: frameWidth || undefined }}>{notice}</Notice>}
      {tooltip}
    </Frame>
  )
}

interface Place {
  width: number
  selecting: boolean
  printing: boolean
  fold: FoldedRows | undefined
}

function useVisibleColumns<Row>(
  columns: Column<Row>[],
  { width, selecting, printing, fold }: Place,
): Column<Row>[] {
  const limits = columns.flatMap(({ hideBelow = 0, hideFrom = 0 }) => [hideBelow, hideFrom])
  const reached = Math.max(0, ...limits.filter((limit) => limit <= width))
  // rows are drawn again whenever the list of columns is another one: not at every width, then
  return useMemo(() => {
    const shown = fold
      ? foldedColumns(fold, columns, reached)
      : columns.filter((column) => isShownAt(column, reached) && !(printing && column.screenOnly))
    return selecting ? [SELECT_COLUMN, ...shown] : shown
  }, [columns, reached, selecting, printing, fold])
}
