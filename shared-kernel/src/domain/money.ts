import { decimalText } from '../contracts/cents'

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
/** By default Spanish does not group four digits, which looks uneven in a column. */
const eur = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR', useGrouping: 'always' })
const eurShort = new Intl.NumberFormat('es-ES', {
  style: 'currency',
  currency: 'EUR',
  notation: 'compact',
  minimumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
  maximumFractionDigits: 2,
})
const count = new Intl.NumberFormat('es-ES', { useGrouping: 'always' })
const percent = new Intl.NumberFormat('es-ES', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
})

/** Cents as '$1,234.50'. Formatted from decimal text, so that no amount is too large to be exact. */
export const formatUsd = (cents: number): string => usd.format(decimalText(cents))

/** A difference in cents: '+$250.00', '-$5.00', and '$0.00' for none. */
export const formatUsdChange = (cents: number): string => `${cents > 0 ? '+' : ''}${formatUsd(cents)}`

/** Cents as '1.234.567,89 €', with a non-breaking space. */
export const formatEur = (cents: number): string => eur.format(decimalText(cents))

export const markLoss = (cents: number, format: (cents: number) => string): string =>
  cents < 0 ? `▼ ${format(-cents)}` : format(cents)

/** A profit: a loss is '▼ 5,72 €', without a minus. */
export const formatProfit = (cents: number): string => markLoss(cents, formatEur)

/** A profit on an axis or a narrow bar: '1,23 M €', '▼ 12,50 €', without cents if there are none. */
export const formatEurShort = (cents: number): string =>
  markLoss(cents, (amount) => eurShort.format(amount / 100))

/** Percent, not a fraction: 95.5 is '95,50 %', with a non-breaking space. */
export const formatPercent = (value: number): string =>
  `${percent.format(Number.isFinite(value) ? value : 0)}\u00a0%`

/** A count as reports show it: 12345 is '12.345'. */
export const formatCount = (value: number): string => count.format(value)
