import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { RetryAlert } from '@console/shared-kernel/core'
import { counted, formatPercent } from '@console/shared-kernel/domain'
import { type Column, DataTable, type FoldedRows } from '@console/shared-kernel/table'
import type { ComparisonPeriod } from '../filters/comparisons'
import type { Change } from './reportResult'
import { describePeriod } from '../filters/describeFilters'
import type { Period } from '../filters/ranges'
import { amountStyles, TABLE } from './ResultTable'
import { formatValue, Value } from './resultCells'

interface SignedProps extends Pick<Change, 'column'> {
  value: number
  /** The difference without its sign. */
  text: string
}

/** A negative difference is red and marked with '▼' instead of a minus. */
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

/** Nothing can be compared with an amount of 0. */
export const hasChange = ({ column, difference, percent }: Change): boolean =>
  (column.kind === 'percent' ? difference : percent) !== null

/** A change in percent; for percentages, the difference in points. */
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

/** On a phone, the second line shows the earlier amount and the change from it. */
const FOLD: FoldedRows = {
  below: 632,
  lines: ['what what now now', 'before difference difference percent'],
  places: 'auto minmax(0, 1fr) auto auto',
}

const columnsOf = ({ header }: ComparisonPeriod): Column<Change>[] => [
  { key: 'what', header: 'Total', minWidth: 136, pinned: 'left', cell: (change) => change.column.header },
  column('before', header, ({ column: { kind }, before }) => (
    <span data-label="Before">
      <Value kind={kind} value={before} />
    </span>
  )),
  column('now', 'This period', ({ column: { kind }, now }) => <Value kind={kind} value={now} />),
  column('difference', 'Difference', (change) => <Difference change={change} />),
  // a percentage's difference is its change
  column('percent', 'Change', (change) =>
    change.column.kind === 'percent' ? '–' : <ChangeMark change={change} />,
  ),
]

/** The height in pixels of the table on a wide screen. */
const TABLE_HEIGHT = 308

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
  return (
    <Box component="section" sx={[amountStyles, TABLE]}>
      <Typography variant="h2" component="h3">
        {comparison.title}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {describePeriod(period)}
        {onlyBefore > 0 &&
          `. ${counted(onlyBefore, 'machine')} had movements only then: exports include ${onlyBefore === 1 ? 'it' : 'them'}.`}
      </Typography>
      {changes ? (
        <DataTable
          label={comparison.title}
          columns={columnsOf(comparison)}
          rows={changes}
          rowKey={({ column }) => column.key}
          fold={FOLD}
          maxHeight="none"
        />
      ) : (
        <Skeleton role="progressbar" aria-label="Comparing" variant="rounded" height={TABLE_HEIGHT} />
      )}
    </Box>
  )
}
