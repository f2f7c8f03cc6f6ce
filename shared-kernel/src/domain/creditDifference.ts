import { formatUsd, formatUsdChange } from './money'
import { counted, grouped } from './texts'

/** A change of one machine's credit. */
export interface CreditDifference {
  fromCents: number
  toCents: number
}

/** '$500.00 → $600.00 (+$100.00)'. */
export function describeChange(beforeCents: number, afterCents: number): string {
  const difference = afterCents - beforeCents
  const change = difference === 0 ? 'no change' : formatUsdChange(difference)
  return `${formatUsd(beforeCents)} → ${formatUsd(afterCents)} (${change})`
}

const MANY_TIMES = 10
const MUCH_CENTS = 1_000_000

/** Ten times may be one digit too many. From 0, any amount would count. */
const isManyTimes = (beforeCents: number, afterCents: number): boolean =>
  beforeCents > 0 && afterCents >= MANY_TIMES * beforeCents

/** A tenth may be one digit too few. */
const isSmallPart = (beforeCents: number, afterCents: number): boolean =>
  beforeCents > 0 && MANY_TIMES * afterCents <= beforeCents

/** So large that it may be a mistake. */
export const isLargeChange = (beforeCents: number, afterCents: number): boolean =>
  Math.abs(afterCents - beforeCents) > MUCH_CENTS ||
  isManyTimes(beforeCents, afterCents) ||
  isSmallPart(beforeCents, afterCents)

export const sumOf = (items: readonly CreditDifference[]): number =>
  items.reduce((sum, { fromCents, toCents }) => sum + toCents - fromCents, 0)

/** Asked before a change so large that it may be a mistake; null for any other. */
export function largeChange(items: readonly CreditDifference[]): string | null {
  const sum = sumOf(items)
  const large = items.some(({ fromCents, toCents }) => isLargeChange(fromCents, toCents))
  if (!large && !isLargeChange(0, Math.abs(sum))) return null
  const count = (matches: (before: number, after: number) => boolean) =>
    items.filter(({ fromCents, toCents }) => matches(fromCents, toCents)).length
  const [many, few] = [count(isManyTimes), count(isSmallPart)]
  return [
    `The credit of ${counted(items.length, 'machine')} changes by ${formatUsdChange(sum)} in all.`,
    many > 0 && `${grouped(many)} of them would have ten times their credit or more.`,
    few > 0 && `${grouped(few)} of them would have a tenth of their credit or less.`,
  ]
    .filter(Boolean)
    .join(' ')
}
