import { useMemo } from 'react'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { loadCode, RetryAlert } from '@console/shared-kernel/core'
import { ownKey } from '@console/shared-kernel/remote'
import { formatDay } from '@console/shared-kernel/domain'
import { trendQuery, type Search } from '../api'
import type { ReportDefinition } from '../definitions'
import { trendParts, type Unit } from '../filters/ranges'
import { bestAndWorst, type Bar, type MachineSums } from './reportResult'

/** How many of the best machines are shown, and how many of the worst. */
const BARS = 6
/** Heights in pixels of a bar and of the line chart; their placeholders are equally high. */
const BAR_HEIGHT = 28
const LINE_HEIGHT = 280

/** A point's label: 'dd-MM' (of a week's first day), 'MM-yyyy' or 'yyyy'. */
const NAME_OF: Readonly<Record<Unit, (day: string) => string>> = {
  day: (day) => formatDay(day).slice(0, 5),
  week: (day) => formatDay(day).slice(0, 5),
  month: (day) => formatDay(day).slice(3),
  year: (day) => day.slice(0, 4),
}

const chartsQuery = queryOptions({
  queryKey: ownKey('charts module'),
  queryFn: () => loadCode(() => import('./lazyCharts')),
  staleTime: Infinity,
  structuralSharing: false,
})

interface Props {
  definition: ReportDefinition
  search: Search
  machines: readonly MachineSums[]
}

export function ProfitCharts({ definition, search, machines }: Props) {
  const trend = useMemo(() => trendParts(search.filters), [search])
  const bars = useMemo(() => bestAndWorst(machines, BARS), [machines])
  const title =
    bars.length < machines.length
      ? `Profit per machine: the ${BARS} best and the ${BARS} worst`
      : 'Profit per machine'

  return (
    <Box
      component="section"
      aria-label="Chart"
      // side by side if there is room for both
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(400px, 100%), 1fr))',
        '& > div': { breakInside: 'avoid' },
      }}
    >
      {trend && trend.parts.length > 1 && (
        <div>
          <Typography variant="h2" component="h3">
            {`Profit per ${trend.unit}`}
          </Typography>
          <TrendLine unit={trend.unit} definition={definition} search={search} />
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

function MachineBars({ title, bars }: { title: string; bars: Bar[] }) {
  const charts = useQuery(chartsQuery)
  if (!charts.data) return <Waiting query={charts} height={bars.length * BAR_HEIGHT} />
  return <charts.data.AmountBars label={title} bars={bars} />
}

interface TrendProps {
  unit: Unit
  definition: ReportDefinition
  search: Search
}

function TrendLine({ unit, definition, search }: TrendProps) {
  const charts = useQuery(chartsQuery)
  const trend = useQuery(trendQuery(definition, search))
  if (!trend.data) return <Waiting query={trend} height={LINE_HEIGHT} />
  if (!charts.data) return <Waiting query={charts} height={LINE_HEIGHT} />
  const points = trend.data.map(({ day, profitCents, ongoing }) => ({
    name: NAME_OF[unit](day),
    cents: profitCents,
    ongoing,
  }))
  return <charts.data.AmountLine label={`Profit per ${unit}`} points={points} />
}

interface WaitingProps {
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** In pixels. */
  height: number
}

function Waiting({ query, height }: WaitingProps) {
  if (!query.isError)
    return <Skeleton role="progressbar" aria-label="Loading chart" variant="rounded" height={height} />
  return (
    <RetryAlert
      message="Error al cargar el gráfico"
      onRetry={() => query.refetch()}
      busy={query.isFetching}
    />
  )
}
