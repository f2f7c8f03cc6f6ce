import { useTheme } from '@mui/material/styles'
import { formatProfitAsUsd } from '../../domain/panelFormats'
import { Figure, SpokenList } from '../figure'

interface Props {
  /** The beginning of the accessible name, for example 'Profit over 14 days'. */
  label: string
  /**
   * Points in chronological order, the last one for the current day. `cents` may be any other whole number
   * that `format` accepts, or null for none.
   */
  points: readonly { name: string; cents: number | null }[]
  format?: (cents: number) => string
  /** Set if more is neither better nor worse. */
  neutral?: boolean
}

/** A length in units of the drawing, which is stretched to the available width. */
const STEP = 10
const BAR = 6
const HEIGHT = 56
/** Keeps the smallest amount visible. */
const MIN_BAR = 1.5

/**
 * The layout of the bars for these amounts: the zero line, and the top and height of each bar. An amount of 0
 * has no bar.
 */
export function barsOf(amounts: readonly number[]) {
  const [min, max] = [Math.min(0, ...amounts), Math.max(0, ...amounts)]
  const scale = max === min ? 0 : HEIGHT / (max - min)
  // keeps the line inside the drawing
  const zero = Math.min(HEIGHT - 0.5, Math.max(0.5, max * scale))
  const bars = amounts.map((cents) => {
    const height = cents === 0 ? 0 : Math.max(MIN_BAR, Math.abs(cents) * scale)
    return { top: cents > 0 ? zero - height : zero, height }
  })
  return { zero, bars }
}

/** Amounts per day as small bars: losses are red, and below the line. */
export function Sparkline({ label, points, format = formatProfitAsUsd, neutral = false }: Props) {
  const { palette } = useTheme()
  const amounts = points.flatMap(({ cents }) => cents ?? [])
  const { zero, bars } = barsOf(points.map(({ cents }) => cents ?? 0))
  const textOf = (cents: number | null) => (cents === null ? '–' : format(cents))
  const width = points.length * STEP
  const range = `from ${format(Math.min(...amounts))} to ${format(Math.max(...amounts))}`
  const gain = neutral ? palette.primary.main : palette.success.main
  return (
    <Figure aria-label={amounts.length === 0 ? label : `${label}: ${range}`}>
      <svg
        aria-hidden
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        display="block"
        // half of the outline of the longest bars is outside
        overflow="visible"
      >
        {points.map(({ name, cents }, index) => {
          const color = Number(cents) < 0 ? palette.error.main : gain
          return (
            <g key={name}>
              <title>{`${name}: ${textOf(cents)}`}</title>
              {/* makes the full height of each day hoverable */}
              <rect x={index * STEP} width={STEP} height={HEIGHT} fill="transparent" />
              <rect
                x={index * STEP + (STEP - BAR) / 2}
                width={BAR}
                y={bars[index]!.top}
                height={bars[index]!.height}
                fill={color}
                stroke={color}
                vectorEffect="non-scaling-stroke"
                // today is not over yet
                fillOpacity={index === points.length - 1 ? 0.3 : 1}
              />
            </g>
          )
        })}
        <line
          x2={width}
          y1={zero}
          y2={zero}
          stroke={palette.text.secondary}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <SpokenList>
        {points.map(({ name, cents }) => (
          <li key={name}>{`${name}: ${textOf(cents)}`}</li>
        ))}
      </SpokenList>
    </Figure>
  )
}
