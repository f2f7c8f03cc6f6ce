import { keyframes, useTheme } from '@mui/material/styles'
import { LineChart } from '@mui/x-charts/LineChart'
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine'
import { formatEurShort, formatProfit } from '../../domain/money'
import { Figure, SpokenList } from '../figure'
import { usePrinting } from '../usePrinting'
import { GROW_MS } from './AmountBars'

interface AmountLineProps {
  label: string
  /** Points in chronological order. */
  points: readonly { name: string; cents: number }[]
}

/** No axis lines or ticks, so that the zero line is the only strong line. */
const PLAIN = { disableLine: true, disableTicks: true } as const

const HEIGHT = 280
/** A width in pixels that fits '▼ 100,00 mil €'. */
const AXIS_WIDTH = 96

/** A width in pixels, set because the browser does not measure the page again before it prints. */
const PRINTED_WIDTH = 480
const DRAW = keyframes({ from: { clipPath: 'inset(0 100% 0 0)' } })

/** Euros over time. The axis includes zero, so that small changes do not look large. */
export function AmountLine({ label, points }: AmountLineProps) {
  const { palette } = useTheme()
  const printing = usePrinting()
  const amounts = points.map(({ cents }) => cents)
  const ends = { ...(Math.min(...amounts) > 0 && { min: 0 }), ...(Math.max(...amounts) < 0 && { max: 0 }) }
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
            data: amounts,
            label,
            curve: 'linear',
            color: palette.primary.main,
            valueFormatter: (cents) => formatProfit(cents ?? 0),
          },
        ]}
        xAxis={[{ ...PLAIN, scaleType: 'point', data: points.map(({ name }) => name) }]}
        yAxis={[{ ...PLAIN, width: AXIS_WIDTH, valueFormatter: formatEurShort, ...ends }]}
        grid={{ horizontal: true }}
        sx={{ '& .MuiLineChart-line': { animation: `${DRAW} ${GROW_MS}ms ease-out` } }}
      >
        <ChartsReferenceLine y={0} lineStyle={{ stroke: palette.text.secondary }} />
      </LineChart>
      <SpokenList>
        {points.map(({ name, cents }) => (
          <li key={name}>{`${name}: ${formatProfit(cents)}`}</li>
        ))}
      </SpokenList>
    </Figure>
  )
}
