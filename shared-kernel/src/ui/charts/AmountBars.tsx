import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import { formatEur, formatEurShort } from '../../domain/money'
import { Figure } from './Figure'

const BAR_HEIGHT = 26
const AXIS_HEIGHT = 56
/** As many as a narrow screen has room for. */
const TICKS = 4

interface Props {
  label: string
  bars: readonly { name: string; cents: number }[]
}

const shorten = (name: string) => (name.length > 22 ? `${name.slice(0, 21)}…` : name)
/** One bar an amount in euros, from left to right; losses in red. */
export function AmountBars({ label, bars }: Props) {
  const { palette } = useTheme()
  return (
    <Figure aria-label={label}>
      <BarChart
        layout="horizontal"
        height={bars.length * BAR_HEIGHT + AXIS_HEIGHT}
        hideLegend
        skipAnimation
        margin={{ left: 0, right: 24, top: 8, bottom: 0 }}
        series={[
          {
            data: bars.map(({ cents }) => cents),
            label,
            valueFormatter: (cents) => formatEur(cents ?? 0),
            barLabel: ({ value }) => formatEurShort(value ?? 0),
            barLabelPlacement: 'outside',
          },
        ]}
        yAxis={[
          {
            scaleType: 'band',
            // bars are told apart by their place: two machines may have one name
            data: bars.map((_, place) => place),
            valueFormatter: (place: number) => shorten(bars[place]?.name ?? ''),
            width: 160,
            disableTicks: true,
          },
        ]}
        xAxis={[
          {
            valueFormatter: formatEurShort,
            tickNumber: TICKS,
            colorMap: {
              type: 'piecewise',
              thresholds: [0],
              colors: [palette.error.main, palette.primary.main],
            },
          },
        ]}
        grid={{ vertical: true }}
      />
    </Figure>
  )
}
