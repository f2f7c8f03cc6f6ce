import { useMemo } from 'react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Theme } from '@mui/material/styles'
import { DataTable, sortPart, type Sort } from '@console/shared-kernel/table'
import { useViewState } from '@console/shared-kernel/view'
import type { ResultColumn } from '../definitions'
import type { Indexed } from './reportResult'
import { sortBy, toTableColumns, type CellLinks } from './resultCells'

/** Styles the cells by classes, because styled components are too slow for cells. */
export const amountStyles = ({ palette }: Theme) => ({
  '& .loss': { color: palette.error.main },
  '& .share': { display: 'inline-block', position: 'relative', width: '100%' },
  '& .bar': {
    position: 'absolute',
    right: 0,
    bottom: '-4px',
    height: 3,
    borderRadius: 1,
    backgroundColor: palette.primary.main,
    opacity: 0.35,
    // browsers omit backgrounds in print by default
    printColorAdjust: 'exact',
    '&.negative': { backgroundColor: palette.error.main },
  },
})

/** In pixels; up to this width the columns have less padding. */
export const NARROW = 1100

const TABLE = ({ spacing }: Theme) => ({
  containerType: 'inline-size' as const,
  // headers of two words may wrap
  '& table thead th': { whiteSpace: 'normal', lineHeight: '16px' },
  '& table thead th button': { textAlign: 'inherit' },
  [`@container (max-width: ${NARROW}px)`]: {
    '& table thead th, & table tbody td': { paddingInline: spacing(1) },
  },
  '@media print': { containerType: 'normal' as const },
})

/** Lower than the screen: where the page is scrolled to its end, the head of the table is visible. */
const MAX_HEIGHT = 'max(360px, calc(100vh - 280px))'

interface Props<Row> {
  title: string
  columns: readonly ResultColumn<Row>[]
  rows: readonly Indexed<Row>[]
  /** Shown instead of rows. */
  empty: string
  shares?: boolean
  links?: CellLinks<Row>
  widths?: readonly number[]
}

/** Sorted by the address. */
export function ResultTable<Row>({ title, columns, rows, empty, shares = false, links, widths }: Props<Row>) {
  const { sort, setSort } = useResultSort(columns)
  const sorted = useMemo(() => sortBy(rows, columns, sort), [rows, columns, sort])
  const drawn = useMemo(
    () => toTableColumns(columns, rows, { shares, links, widths }),
    [columns, rows, shares, links, widths],
  )
  return (
    <Box component="section" sx={[amountStyles, TABLE]}>
      <Typography variant="h2" component="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <DataTable
        label={title}
        columns={drawn}
        rows={sorted}
        rowKey={({ index }) => index}
        sort={sort}
        onSort={setSort}
        maxHeight={MAX_HEIGHT}
        empty={<Typography sx={{ p: 3, textAlign: 'center', color: 'text.secondary' }}>{empty}</Typography>}
      />
    </Box>
  )
}

/** Unsorted. */
const SERVER_ORDER = ''

/** The sort of a result in the address, if one of the columns has it. */
export function useResultSort(columns: readonly { key: string }[]) {
  const parts = useMemo(
    () => ({
      sort: sortPart(
        SERVER_ORDER,
        columns.map(({ key }) => key),
      ),
    }),
    [columns],
  )
  const [{ sort }, set] = useViewState<{ sort: Sort }>(parts)
  return { sort, setSort: set.sort }
}
