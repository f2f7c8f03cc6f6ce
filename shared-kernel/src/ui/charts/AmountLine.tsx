import { keyframes, useTheme } from '@mui/material/styles'
import { LineChart } from '@mui/x-charts/LineChart'
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine'
import { formatEurShort, formatProfit } from '../../domain/money'
import { Figure, SpokenList } from '../figure'
import { usePrinting } from '../usePrinting'
import { GROW_MS } from './AmountBars'

interface Point {
  name: string
  cents: number
  /** True if its time is not over, so that the amount may still change. */
  ongoing?: boolean
}

interface AmountLineProps {
  label: string
  /** Points in chronological order. */
  points: readonly Point[]
}

/** No axis lines or ticks, so that the zero line is the only strong line. */
const PLAIN = { disableLine: true, disableTicks: true } as const

const HEIGHT = 280
/** A width in pixels that fits '▼ 100,00 mil €'. */
const AXIS_WIDTH = 96

/** A width in pixels, set because the browser does not measure the page again before it prints. */
const PRINTED_WIDTH = 480
const DRAW = keyframes({ from: { clipPath: 'inset(0 100% 0 0)' } })

const textOf = ({ cents, ongoing }: Point): string => formatProfit(cents) + (ongoing ? ' so far' : '')

/**
 * Euros over time; the line to an ongoing point is dashed. The axis includes zero, so that small changes do not
 * look large.
 */
export function AmountLine({ label, points }: AmountLineProps) {
  const { palette } = useTheme()
  const printing = usePrinting()
  const amounts = points.map(({ cents }) => cents)
  const ends = { ...(Math.min(...amounts) > 0 && { min: 0 }), ...(Math.max(...amounts) < 0 && { max: 0 }) }
  const line = { label, curve: 'linear', shape: 'circle', color: palette.primary.main } as const
  return (
    <Figure aria-label={label}>
      <LineChart
        height={HEIGHT}
        {...(printing && { width: PRINTED_WIDTH })}
        hideLegend
        skipAnimation
        margin={{ left: 0, right: 24, top: 16, bottom: 0 }}
        series={[
          {
            ...line,
            data: points.map(({ cents, ongoing }) => (ongoing ? null : cents)),
            valueFormatter: (cents) => (cents === null ? null : formatProfit(cents)),
          },
          {
            ...line,
            id: 'ongoing',
            // begins at the last point that is final
            data: points.map(({ cents, ongoing }, index) =>
              ongoing || points[index + 1]?.ongoing ? cents : null,
            ),
            valueFormatter: (_, { dataIndex }) =>
              points[dataIndex]?.ongoing ? textOf(points[dataIndex]) : null,
          },
        ]}
        xAxis={[{ ...PLAIN, scaleType: 'point', data: points.map(({ name }) => name) }]}
        yAxis={[{ ...PLAIN, width: AXIS_WIDTH, valueFormatter: formatEurShort, ...ends }]}
        grid={{ horizontal: true }}
        sx={{
          '& .MuiLineChart-line': { animation: `${DRAW} ${GROW_MS}ms ease-out` },
          '& [data-series=ongoing]': { strokeDasharray: '4' },
        }}
      >
        <ChartsReferenceLine y={0} lineStyle={{ stroke: palette.text.secondary }} />
      </LineChart>
      <SpokenList>
        {points.map((point) => (
          <li key={point.name}>{`${point.name}: ${textOf(point)}`}</li>
        ))}
      </SpokenList>
    </Figure>
  )
}
