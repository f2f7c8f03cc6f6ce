import { formatUsd, isAmountInput } from '@console/shared-kernel/domain'

/** What is wrong with an amount that is typed. */
export type AmountProblem = 'invalid' | 'not typed' | 'comma' | 'minus' | 'not pasted'

/** A field for an amount: its text is what the field shows, and what is saved. */
export interface Amount {
  text: string
  problem: AmountProblem | null
  /** What was marked when a comma or a minus was refused: digits typed next take its place. */
  marked?: Marked
}

/** The ends of a selection. */
export type Marked = readonly [from: number, to: number]

export const PROBLEM_TEXTS: Readonly<Record<Exclude<AmountProblem, 'minus'>, string>> = {
  invalid: 'Please enter a valid amount',
  'not typed': 'Only digits and one decimal point are taken',
  comma: 'Use a point for decimals',
  'not pasted': 'Not pasted: only digits with a point, or $1,234.56, are taken',
}

/** Something was meant that the field does not show: it is not saved before the amount is edited. */
export const isHeld = ({ problem }: Amount): boolean =>
  problem === 'comma' || problem === 'minus' || problem === 'not pasted'

const DIGITS = /^\d+$/

/** Digits put in at one place, and nothing else changed. */
function isLongerByDigits(before: string, after: string): boolean {
  let same = 0
  while (same < before.length && before[same] === after[same]) same += 1
  const added = after.slice(same, after.length - (before.length - same))
  return after.endsWith(before.slice(same)) && DIGITS.test(added)
}

/** Digits in the place of what was marked. */
const isReplacedByDigits = (before: string, after: string, [from, to]: Marked): boolean =>
  after.startsWith(before.slice(0, from)) &&
  after.endsWith(before.slice(to)) &&
  DIGITS.test(after.slice(from, after.length - (before.length - to)))

/**
 * @param next what the field would hold
 * @param marked what is selected in the field
 */
export function withTyped(amount: Amount, next: string, marked?: Marked): Amount {
  const { text, problem } = amount
  if (!isAmountInput(next)) {
    const refused = next.includes(',') ? 'comma' : /[-−]/.test(next) ? 'minus' : null
    if (refused) return { text, problem: refused, ...(marked && { marked }) }
    return isHeld(amount) ? amount : { text, problem: 'not typed' }
  }
  // the decimals after a comma that was not taken would pass for hundreds, what follows a minus for more
  if (
    (problem === 'comma' || problem === 'minus') &&
    (isLongerByDigits(text, next) || (amount.marked && isReplacedByDigits(text, next, amount.marked)))
  )
    return { text: next, problem }
  return { text: next, problem: problem === 'not typed' && next !== '' ? 'not typed' : null }
}

const PLAIN = /^(?=\.?\d)\d*\.?\d*$/
/** As the console itself writes dollars. */
const US_FORM = /^\$\d{1,3}(?:,\d{3})*\.\d{2}$/

/** The digits of a pasted amount; null for a text that could be read in two ways, or is no amount. */
export function pastedAmount(pasted: string): string | null {
  // a cell of a sheet brings its line's end
  const text = pasted.replace(/[\r\n]+$/, '')
  if (PLAIN.test(text)) return text
  return US_FORM.test(text) ? text.replace(/[$,]/g, '') : null
}

/** '$500.00 -> $600.00 (+$100.00)'. */
export function describeChange(beforeCents: number, afterCents: number): string {
  const difference = afterCents - beforeCents
  const change =
    difference === 0 ? 'no change' : `${difference < 0 ? '-' : '+'}${formatUsd(Math.abs(difference))}`
  return `${formatUsd(beforeCents)} -> ${formatUsd(afterCents)} (${change})`
}

const MANY_TIMES = 10
const MUCH_CENTS = 1_000_000

/** Ten times is one digit too many. From nothing, every amount would be many times as much. */
export const isManyTimes = (beforeCents: number, afterCents: number): boolean =>
  beforeCents > 0 && afterCents >= MANY_TIMES * beforeCents

/** A change so large that it may be a slip. */
export const isLargeChange = (beforeCents: number, afterCents: number): boolean =>
  Math.abs(afterCents - beforeCents) > MUCH_CENTS || isManyTimes(beforeCents, afterCents)
