import { useMemo } from 'react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Theme } from '@mui/material/styles'
import { DataTable } from '@console/shared-kernel/table'
import type { ResultColumn } from '../definitions'
import type { Indexed } from './reportResult'
import { foldedRows, neededWidths, sortBy, toTableColumns, type CellLinks } from './resultCells'
import { useResultSort } from './useResultSort'

/** Styles the cells via class names, because styled components are too slow for cells. */
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

export const TABLE = ({ spacing }: Theme) => ({
  containerType: 'inline-size' as const,
  // two-word headers may wrap
  '& table thead th': { whiteSpace: 'normal', lineHeight: '16px' },
  '& table thead th button': { textAlign: 'inherit' },
  [`@container (max-width: ${NARROW}px)`]: {
    '& table thead th, & table tbody td': { paddingInline: spacing(1) },
  },
  '@media print': { containerType: 'normal' as const },
  // on a phone too, amounts are labelled
  '&&& .folded [data-label]::before': { display: 'inline', marginRight: spacing(0.5) },
  // leaves room for amounts in the millions on a phone
  '&& .folded tr.data': { paddingInline: spacing(1), columnGap: spacing(0.5) },
  '& .folded [data-unit]::after': { content: '" " attr(data-unit) / ""' },
  '& .folded .share': { display: 'inline' },
  '& .folded .bar': { display: 'none' },
  '& .folded .second-line:last-of-type': { textAlign: 'right' as const },
})

/**
 * Lower than the screen, so that the table's head is visible when the page is scrolled to its end. On a phone
 * the table has no height of its own: the page scrolls.
 */
export const MAX_HEIGHT = 'max(360px, calc(100vh - 280px))'

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

/** The address holds the sort order. */
export function ResultTable<Row>({ title, columns, rows, empty, shares = false, links, widths }: Props<Row>) {
  const { sort, setSort } = useResultSort(columns)
  const sorted = useMemo(() => sortBy(rows, columns, sort), [rows, columns, sort])
  const { drawn, fold } = useMemo(() => {
    const needed = widths ?? neededWidths(columns, rows)
    return {
      drawn: toTableColumns(columns, rows, { shares, links, widths: needed }),
      fold: foldedRows(columns, needed),
    }
  }, [columns, rows, shares, links, widths])
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
        fold={fold}
        maxHeight={MAX_HEIGHT}
        empty={<Typography sx={{ p: 3, textAlign: 'center', color: 'text.secondary' }}>{empty}</Typography>}
      />
    </Box>
  )
}
