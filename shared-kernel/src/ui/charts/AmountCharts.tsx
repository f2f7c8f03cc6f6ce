import { useTheme } from '@mui/material/styles'
import { LineChart } from '@mui/x-charts/LineChart'
import { BarChart } from '@mui/x-charts/BarChart'
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine'
import { formatEurShort, formatProfit } from '../../domain/money'
import { Figure, SpokenList } from '../figure'
import { useMeasuredWidth } from '../table/useMeasuredWidth'

interface AmountLineProps {
  label: string
  /** In order of time. */
  points: readonly { name: string; cents: number }[]
}

/** No frame: the zero line is the only strong one. */
const PLAIN = { disableLine: true, disableTicks: true } as const

const HEIGHT = 280
/** In pixels, for '▼ 100,00 mil €'. */
const AXIS_WIDTH = 96

/** Euros over time. The axis includes zero, so that small changes do not look large. */
export function AmountLine({ label, points }: AmountLineProps) {
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
        xAxis={[{ ...PLAIN, scaleType: 'point', data: points.map(({ name }) => name) }]}
        yAxis={[{ ...PLAIN, width: AXIS_WIDTH, valueFormatter: formatEurShort, ...ends }]}
        grid={{ horizontal: true }}
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

const BAR_HEIGHT = 26
const AXIS_HEIGHT = 56
/** In pixels: a letter, and the gap between a text and the plot or a bar. */
const LETTER = 7
const GAP = 14
const MARGIN = 24
/** Share of the plot that is left to the bars; where amounts would take more, they are only in the tooltips. */
const MIN_FOR_BARS = 0.25
const TICKS = 4

interface AmountBarsProps {
  label: string
  bars: readonly { name: string; cents: number }[]
}

const MAX_LETTERS = 22

const shorten = (name: string) => (name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 1)}…` : name)

/** In pixels, with a gap; 0 for no text. */
const widthOf = (texts: string[]) =>
  texts.length === 0 ? 0 : Math.max(...texts.map(({ length }) => length)) * LETTER + GAP

/** How the amounts at the bars are written; the short one is for a narrow plot. */
const FORMATS = [formatProfit, formatEurShort]

/** The ends of the axis in cents, with room for the amounts beyond the bars, and the format for which `plot` pixels have it. */
export function scaleOf(amounts: number[], plot: number) {
  const [min, max] = [Math.min(0, ...amounts), Math.max(0, ...amounts)]
  for (const format of FORMATS) {
    const losses = widthOf(amounts.filter((cents) => cents < 0).map(format))
    const profits = widthOf(amounts.filter((cents) => cents >= 0).map(format))
    const forBars = plot - losses - profits
    if (forBars < plot * MIN_FOR_BARS) continue
    const centsPerPixel = (max - min) / forBars
    return { min: min - losses * centsPerPixel, max: max + profits * centsPerPixel, format }
  }
  return { min, max, format: null }
}

/** Bars of euros, losses in red. */
export function AmountBars({ label, bars }: AmountBarsProps) {
  const { palette } = useTheme()
  const amounts = bars.map(({ cents }) => cents)
  const { width, measure } = useMeasuredWidth()
  const names = widthOf(bars.map(({ name }) => shorten(name)))
  const { format, ...scale } = scaleOf(amounts, width - names - MARGIN)
  return (
    <Figure ref={measure} aria-label={label}>
      <BarChart
        layout="horizontal"
        height={bars.length * BAR_HEIGHT + AXIS_HEIGHT}
        hideLegend
        skipAnimation
        margin={{ left: 0, right: MARGIN, top: 8, bottom: 0 }}
        series={[
          {
            data: amounts,
            label,
            valueFormatter: (cents) => formatProfit(cents ?? 0),
            ...(format && {
              barLabel: ({ value }) => format(value ?? 0),
              barLabelPlacement: 'outside',
            }),
          },
        ]}
        yAxis={[
          {
            scaleType: 'band',
            // by index: two machines may have one name
            data: bars.map((_, index) => index),
            valueFormatter: (index: number) => shorten(bars[index]?.name ?? ''),
            width: names,
            ...PLAIN,
          },
        ]}
        xAxis={[
          {
            ...PLAIN,
            valueFormatter: formatEurShort,
            tickNumber: TICKS,
            ...(scale.min < scale.max && { min: scale.min, max: scale.max }),
            colorMap: {
              type: 'piecewise',
              thresholds: [0],
              colors: [palette.error.main, palette.primary.main],
            },
          },
        ]}
        grid={{ vertical: true }}
        borderRadius={3}
      >
        <ChartsReferenceLine x={0} lineStyle={{ stroke: palette.text.secondary }} />
      </BarChart>
    </Figure>
  )
}
