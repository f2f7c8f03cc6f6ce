import { useMemo } from 'react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { CentredSpinner, loadCode, RetryAlert } from '@console/shared-kernel/core'
import type { ReportRow } from '@console/shared-kernel/contracts'
import { ownKey } from '@console/shared-kernel/remote'
import { countDays, formatDay } from '@console/shared-kernel/domain'
import { dailyQuery } from '../api'
import type { ReportDefinition } from '../definitions'
import type { ReportFilters } from '../filters/filters'
import { bestAndWorst } from './extremes'

/** Best and worst, this many of each. */
const BARS = 6
/** One call a day: no more than a month of them. */
const MOST_DAYS = 31
const PER_DAY = 'Profit per day'

const chartsQuery = queryOptions({
  queryKey: ownKey('charts module'),
  queryFn: () => loadCode(() => import('./charts')),
  staleTime: Infinity,
  structuralSharing: false,
})

interface Props {
  definition: ReportDefinition
  filters: ReportFilters
  machines: readonly ReportRow[]
}

/** Pictures of what the tables say. */
export function ProfitCharts({ definition, filters, machines }: Props) {
  const days = countDays(filters.dateFrom, filters.dateTo)
  const hasDays = days > 1 && days <= MOST_DAYS
  const bars = useMemo(() => bestAndWorst(machines, BARS), [machines])
  const title =
    bars.length < machines.length
      ? `Profit per machine: the ${BARS} best and the ${BARS} worst`
      : 'Profit per machine'

  return (
    <Box
      component="section"
      aria-label="Chart"
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {hasDays && (
        <div>
          <Typography variant="h2" component="h3">
            {PER_DAY}
          </Typography>
          <DailyLine title={PER_DAY} definition={definition} filters={filters} />
        </div>
      )}
      <div>
        <Typography variant="h2" component="h3">
          {title}
        </Typography>
        <MachineBars title={title} bars={bars} />
      </div>
    </Box>
  )
}

function MachineBars({ title, bars }: { title: string; bars: ReturnType<typeof bestAndWorst> }) {
  const charts = useQuery(chartsQuery)
  if (!charts.data) return <Waiting query={charts} />
  return <charts.data.AmountBars label={title} bars={bars} />
}

interface DailyProps {
  title: string
  definition: ReportDefinition
  filters: ReportFilters
}

function DailyLine({ title, definition, filters }: DailyProps) {
  const charts = useQuery(chartsQuery)
  const daily = useQuery(dailyQuery(definition, filters))
  if (!daily.data) return <Waiting query={daily} />
  if (!charts.data) return <Waiting query={charts} />
  const points = daily.data.map(({ day, profitCents }) => ({
    name: formatDay(day).slice(0, 5),
    cents: profitCents,
  }))
  return <charts.data.AmountLine label={title} points={points} />
}

interface WaitingProps {
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
}

function Waiting({ query }: WaitingProps) {
  if (!query.isError) return <CentredSpinner label="Loading chart" />
  return (
    <RetryAlert
      message="Error al cargar el gráfico"
      onRetry={() => query.refetch()}
      busy={query.isFetching}
    />
  )
}
