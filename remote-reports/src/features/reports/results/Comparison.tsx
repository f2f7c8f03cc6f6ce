import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { CentredSpinner, RetryAlert } from '@console/shared-kernel/core'
import type { ReportRow } from '@console/shared-kernel/contracts'
import { formatCount, formatDay, formatEur, formatPercent } from '@console/shared-kernel/domain'
import { type Column, DataTable } from '@console/shared-kernel/table'
import { comparisonQuery } from '../api'
import type { ReportDefinition } from '../definitions'
import type { ReportFilters } from '../filters/filters'
import { previousPeriod } from '../filters/ranges'
import { compareTotals, type Change } from './compareTotals'
import { totalColumns } from './resultColumns'
import { amountStyles } from './ResultTable'
import { Value } from './tableColumns'

const TITLE = 'Compared with the previous period'

const FORMAT = { text: String, count: formatCount, euros: formatEur, percent: formatPercent }
/** A difference needs its sign: plus and minus here are directions, not losses. */
const signed = (value: number, text: string) => (value > 0 ? `+${text}` : text)

const COLUMNS: Column<Change>[] = [
  { key: 'what', header: 'Total', minWidth: 150, pinned: 'left', cell: ({ column }) => column.header },
  {
    key: 'before',
    header: 'Previous period',
    align: 'right',
    minWidth: 140,
    cell: ({ column, before }) => <Value kind={column.kind} value={before} />,
  },
  {
    key: 'now',
    header: 'This period',
    align: 'right',
    minWidth: 140,
    cell: ({ column, now }) => <Value kind={column.kind} value={now} />,
  },
  {
    key: 'difference',
    header: 'Difference',
    align: 'right',
    minWidth: 140,
    cell: ({ column, difference }) => signed(difference, FORMAT[column.kind](difference)),
  },
  {
    key: 'percent',
    header: 'Change',
    align: 'right',
    minWidth: 140,
    cell: ({ column, percent }) =>
      percent === null || column.kind === 'percent' ? '–' : signed(percent, formatPercent(percent)),
  },
]

interface Props {
  definition: ReportDefinition
  filters: ReportFilters
  total: ReportRow
}

/** As many days before, on the same hours, beside the period on show. */
export function Comparison({ definition, filters, total }: Props) {
  const before = { ...filters, ...previousPeriod(filters) }
  const { data, isPending, isFetching, refetch } = useQuery(comparisonQuery(definition, before))
  if (isPending) return <CentredSpinner label="Comparing" />
  if (data?.kind !== 'total') {
    return (
      <RetryAlert
        message="Error al cargar el periodo anterior"
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    )
  }
  return (
    <Box component="section" sx={amountStyles}>
      <Typography variant="h2" component="h3">
        {TITLE}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {`${formatDay(before.dateFrom)} ${before.timeFrom} to ${formatDay(before.dateTo)} ${before.timeTo}`}
      </Typography>
      <DataTable
        label={TITLE}
        columns={COLUMNS}
        rows={compareTotals(totalColumns(definition), total, data.total)}
        rowKey={({ column }) => column.key}
        maxHeight="none"
      />
    </Box>
  )
}
