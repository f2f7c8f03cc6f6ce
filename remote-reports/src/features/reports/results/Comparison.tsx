import { useMemo, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { CentredSpinner, RetryAlert } from '@console/shared-kernel/core'
import { counted, formatPercent } from '@console/shared-kernel/domain'
import { type Column, DataTable } from '@console/shared-kernel/table'
import { comparisonQuery, type Search } from '../api'
import type { ReportDefinition } from '../definitions'
import { comparisonOf, type ComparisonName, type ComparisonPeriod } from '../filters/comparisons'
import { compareTotals, machinesNoLonger, type TotalsResult, type Change } from './reportResult'
import { describePeriod } from '../filters/describeFilters'
import type { Period } from '../filters/ranges'
import { amountStyles } from './ResultTable'
import { formatValue, Value } from './resultCells'

/** Null without a comparison. */
export function useComparison(
  definition: ReportDefinition,
  { filters, number }: Search,
  name: ComparisonName | '',
  result: TotalsResult | null,
) {
  const comparison = result ? comparisonOf(name) : null
  const period = comparison ? { ...filters, ...comparison.of(filters) } : filters
  const query = useQuery({
    ...comparisonQuery(definition, { filters: period, number }),
    enabled: comparison !== null,
  })
  const before = comparison && query.data?.kind === 'totals' ? query.data : null
  const changes = useMemo(
    () => (result && before ? compareTotals(result.type.total, result.total, before.total) : null),
    [result, before],
  )
  const onlyBefore = useMemo(
    () => (result && before ? machinesNoLonger(before.machines, result.machines).length : 0),
    [result, before],
  )
  return (
    comparison && {
      comparison,
      period,
      before,
      changes,
      onlyBefore,
      failed: query.isError,
      busy: query.isFetching,
      onRetry: () => void query.refetch(),
    }
  )
}

export type ShownComparison = NonNullable<ReturnType<typeof useComparison>>

interface SignedProps extends Pick<Change, 'column'> {
  value: number
  /** Without the sign. */
  text: string
}

/** A negative difference is red and marked '▼' instead of a minus. */
function Signed({ column, value, text }: SignedProps) {
  if (value >= 0) return value > 0 ? `+${text}` : text
  return <span className={column.neutral ? undefined : 'loss'}>{`▼ ${text}`}</span>
}

export function Difference({ change: { column, difference } }: { change: Change }) {
  if (difference === null) return '–'
  const text = formatValue(column.kind, Math.abs(difference))
  // a difference of percentages is in points: '2 %' would mean something else
  const inPoints = column.kind === 'percent' ? text.replace('%', 'points') : text
  return <Signed column={column} value={difference} text={inPoints} />
}

/** In percent; for percentages the difference in points. */
export function ChangeMark({ change }: { change: Change }) {
  const { column, percent } = change
  if (column.kind === 'percent') return <Difference change={change} />
  if (percent === null) return '–'
  return <Signed column={column} value={percent} text={formatPercent(Math.abs(percent))} />
}

const column = (key: string, header: string, cell: (change: Change) => ReactNode): Column<Change> => ({
  key,
  header,
  align: 'right',
  minWidth: 124,
  cell,
})

const columnsOf = ({ header }: ComparisonPeriod): Column<Change>[] => [
  { key: 'what', header: 'Total', minWidth: 136, pinned: 'left', cell: (change) => change.column.header },
  column('before', header, ({ column: { kind }, before }) => <Value kind={kind} value={before} />),
  column('now', 'This period', ({ column: { kind }, now }) => <Value kind={kind} value={now} />),
  column('difference', 'Difference', (change) => <Difference change={change} />),
  // the difference of a percentage is its change
  column('percent', 'Change', (change) =>
    change.column.kind === 'percent' ? '–' : <ChangeMark change={change} />,
  ),
]

interface Props {
  comparison: ComparisonPeriod
  /** The earlier period. */
  period: Period
  /** Null while loading, or after a failure. */
  changes: readonly Change[] | null
  /** How many machines had movements only in the earlier period. */
  onlyBefore: number
  failed: boolean
  busy: boolean
  onRetry: () => void
}

export function Comparison({ comparison, period, changes, onlyBefore, failed, busy, onRetry }: Props) {
  if (failed) {
    return <RetryAlert message="Error al cargar el periodo anterior" onRetry={onRetry} busy={busy} />
  }
  if (!changes) return <CentredSpinner label="Comparing" />
  return (
    <Box component="section" sx={amountStyles}>
      <Typography variant="h2" component="h3">
        {comparison.title}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {describePeriod(period)}
        {onlyBefore > 0 &&
          `. ${counted(onlyBefore, 'machine')} had movements only then: exports include ${onlyBefore === 1 ? 'it' : 'them'}.`}
      </Typography>
      <DataTable
        label={comparison.title}
        columns={columnsOf(comparison)}
        rows={changes}
        rowKey={({ column }) => column.key}
        maxHeight="none"
      />
    </Box>
  )
}
