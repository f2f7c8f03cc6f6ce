import { useTheme } from '@mui/material/styles'
import { LineChart } from '@mui/x-charts/LineChart'
import { formatEurShort, formatProfit } from '../../domain/money'
import { Figure, SpokenList } from './Figure'

interface Props {
  label: string
  /** In order of time. */
  points: readonly { name: string; cents: number }[]
}

const HEIGHT = 280
/** In pixels, for '▼ 100,00 mil €'. */
const AXIS_WIDTH = 96

/** Euros over time. The axis includes zero, so that small changes do not look large. */
export function AmountLine({ label, points }: Props) {
  const { palette } = useTheme()
  const amounts = points.map(({ cents }) => cents)
  const ends = { ...(Math.min(...amounts) > 0 && { min: 0 }), ...(Math.max(...amounts) < 0 && { max: 0 }) }
  return (
    <Figure aria-label={label}>
      <LineChart
        height={HEIGHT}
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
        xAxis={[{ scaleType: 'point', data: points.map(({ name }) => name) }]}
        yAxis={[{ width: AXIS_WIDTH, valueFormatter: formatEurShort, ...ends }]}
        grid={{ horizontal: true }}
      />
      <SpokenList>
        {points.map(({ name, cents }) => (
          <li key={name}>{`${name}: ${formatProfit(cents)}`}</li>
        ))}
      </SpokenList>
    </Figure>
  )
}
