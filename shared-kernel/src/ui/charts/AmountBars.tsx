import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import { formatEur, formatEurShort } from '../../domain/money'
import { Figure } from './Figure'

const BAR_HEIGHT = 26
const AXIS_HEIGHT = 56
/** Share of the width reserved for the longest bar's amount. */
const ROOM_FOR_AMOUNT = 0.35
/** In pixels: a letter, and the gap between name and bar. */
const LETTER = 7
const NAME_GAP = 14
const TICKS = 4

interface Props {
  label: string
  bars: readonly { name: string; cents: number }[]
}

const MAX_LETTERS = 22

const shorten = (name: string) => (name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 1)}…` : name)

/** Bars of euros, losses in red. */
export function AmountBars({ label, bars }: Props) {
  const { palette } = useTheme()
  const amounts = bars.map(({ cents }) => cents)
  const [most, least] = [Math.max(0, ...amounts), Math.min(0, ...amounts)]
  const room = (most - least) * ROOM_FOR_AMOUNT
  const longestName = Math.max(0, ...bars.map(({ name }) => shorten(name).length))
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
            data: amounts,
            label,
            valueFormatter: (cents) => formatEur(cents ?? 0),
            barLabel: ({ value }) => formatEurShort(value ?? 0),
            barLabelPlacement: 'outside',
          },
        ]}
        yAxis={[
          {
            scaleType: 'band',
            // by index: two machines may have one name
            data: bars.map((_, index) => index),
            valueFormatter: (index: number) => shorten(bars[index]?.name ?? ''),
            width: longestName * LETTER + NAME_GAP,
            disableTicks: true,
          },
        ]}
        xAxis={[
          {
            valueFormatter: formatEurShort,
            tickNumber: TICKS,
            ...(room > 0 && { min: least < 0 ? least - room : 0, max: most > 0 ? most + room : 0 }),
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
