import { formatEurShort, formatProfit } from '../../domain/money'

/** Widths in pixels: a digit, and the space around an amount. */
const DIGIT = 7.5
const SPACE = 14
/** The share of the plot that bars must keep; if amounts would leave less, only the tooltips show them. */
const MIN_FOR_BARS = 0.25
const STEP = 0.02

/** Formats of the amounts next to the bars; the short one is for a narrow plot. */
const FORMATS = [formatProfit, formatEurShort]

/** The layout of the bars, in fractions of the plot's width. */
export interface BarLayout {
  /** The position of the zero line. */
  zero: number
  /** The length that one cent adds to a bar. */
  share: number
  /** Null if there is no room for amounts. */
  format: ((cents: number) => string) | null
  /** Which bars are long enough to contain their amount; the others show it beyond their end. */
  inside: readonly boolean[]
}

const largest = (lengths: readonly number[]): number => Math.max(0, ...lengths)

/**
 * The longest bars, all at one scale, that leave room for each amount inside its bar or beyond it.
 * @param plot the plot's width in pixels
 */
export function layOutBars(amounts: readonly number[], plot: number): BarLayout {
  const [losses, profits] = [largest(amounts.map((cents) => -cents)), largest(amounts)]
  const range = losses + profits
  if (range === 0) return { zero: 0, share: 0, format: plot > 0 ? formatProfit : null, inside: [] }
  for (const format of FORMATS) {
    const widths = amounts.map((cents) => format(cents).length * DIGIT + SPACE)
    for (let forBars = 1; forBars >= MIN_FOR_BARS; forBars -= STEP) {
      const pixels = (plot * forBars) / range
      const inside = amounts.map((cents, index) => Math.abs(cents) * pixels >= widths[index]!)
      const needed = (isLoss: boolean) =>
        largest(
          amounts.map((cents, index) =>
            cents < 0 === isLoss ? Math.abs(cents) * pixels + (inside[index] ? 0 : widths[index]!) : 0,
          ),
        )
      const before = needed(true)
      if (before + needed(false) <= plot) return { zero: before / plot, share: pixels / plot, format, inside }
    }
  }
  return { zero: losses / range, share: 1 / range, format: null, inside: [] }
}
