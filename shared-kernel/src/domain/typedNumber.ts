import { readNumber } from '../contracts/wireReaders'
import { centsFromWire, decimalText, MAX_AMOUNT_CENTS } from '../contracts/cents'

/** What a number field accepts. */
export interface NumberRule {
  min: number
  max?: number
  /** The maximum number of decimals; absent: any number. */
  decimals?: 0 | 2
  /** The number that an invalid text counts as; absent: it is an error. */
  fallback?: number
}

/** A parsed text: a number, not a number, or ambiguous. */
type Typed =
  | { kind: 'number'; value: number }
  | { kind: 'none' }
  | { kind: 'ambiguous'; readings: readonly number[] }

const DECIMAL_COMMA = /^[+-]?\d*,\d{1,2}$/
const LONG_COMMA = /^[+-]?\d*,\d{3,}$/
const GROUPED_BY_COMMAS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
const GROUPED_BY_POINTS = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/
const EXPONENT = /e/i

const withPoint = (text: string): string => text.replace(',', '.')

/**
 * A comma before one or two digits is a decimal point; before three it may also separate thousands. So may a point
 * before three digits, as in the reports, unless `max` excludes thousands.
 */
function readTyped(text: string, { max = Infinity, fallback }: NumberRule): Typed {
  const trimmed = text.trim()
  const isMistyped = fallback === undefined && EXPONENT.test(trimmed)
  const value = isMistyped
    ? undefined
    : readNumber(DECIMAL_COMMA.test(trimmed) ? withPoint(trimmed) : trimmed)
  const isGrouped = GROUPED_BY_POINTS.test(trimmed)
  if (value !== undefined && !(isGrouped && max >= 1000)) return { kind: 'number', value }
  const texts = [
    GROUPED_BY_COMMAS.test(trimmed) && trimmed.replaceAll(',', ''),
    isGrouped && withPoint(trimmed.replaceAll('.', '')),
    isGrouped && value !== undefined && trimmed,
    LONG_COMMA.test(trimmed) && withPoint(trimmed),
  ]
  const readings = texts.filter((reading) => reading !== false).map(Number)
  return readings.length > 0 ? { kind: 'ambiguous', readings } : { kind: 'none' }
}

/** The typed number; NaN if there is none and the rule has no fallback. */
export function typedNumber(text: string, rule: NumberRule): number {
  const typed = readTyped(text, rule)
  return typed.kind === 'number' ? typed.value : (rule.fallback ?? NaN)
}

/** The text of a stored number, which is never ambiguous: one with three decimals may get a fourth. */
export function numberText(value: number, rule: NumberRule): string {
  const text = String(value)
  return readTyped(text, rule).kind === 'ambiguous' ? `${text}0` : text
}

function boundsProblem(value: number, { min, max, decimals }: NumberRule): string | undefined {
  if (decimals !== undefined && Number(value.toFixed(decimals)) !== value) return hintOf(decimals)
  if (value < min) return `Must be at least ${min}`
  if (max !== undefined && value > max) return `Must be at most ${max}`
  return undefined
}

function hintOf(decimals: NumberRule['decimals']): string {
  if (decimals === undefined) return 'Enter a number'
  return decimals === 0 ? 'Enter a whole number' : 'Enter a number with at most two decimals'
}

/** Why the text is not accepted. */
export function numberProblem(text: string, rule: NumberRule): string | undefined {
  const typed = readTyped(text, rule)
  if (typed.kind === 'ambiguous')
    return `${text.trim()} is ambiguous. Use a point for decimals and no thousands separator`
  if (typed.kind === 'number') return boundsProblem(typed.value, rule)
  return rule.fallback === undefined ? hintOf(rule.decimals) : undefined
}

/** The valid readings of an ambiguous text. */
export function readingsOf(text: string, rule: NumberRule): readonly number[] {
  const typed = readTyped(text, rule)
  return typed.kind === 'ambiguous'
    ? typed.readings.filter((reading) => boundsProblem(reading, rule) === undefined)
    : []
}

/** A warning that the text counts as another number. */
export function replacementNote(text: string, rule: NumberRule): string | undefined {
  if (rule.fallback === undefined || readTyped(text, rule).kind !== 'none') return undefined
  const what = text.trim() === '' ? 'Empty' : `"${text.trim()}" is not a number`
  return `${what}: counts as ${rule.fallback}`
}

export const stepOf = ({ decimals }: NumberRule): number => (decimals === 2 ? 0.01 : 1)

/** The text after a step up (1) or down (-1), within the bounds; null if the text is not a number. */
export function steppedText(text: string, rule: NumberRule, direction: 1 | -1): string | null {
  const typed = readTyped(text, rule)
  if (typed.kind !== 'number') return null
  const next = Number((typed.value + direction * stepOf(rule)).toFixed(10))
  return numberText(Math.min(Math.max(next, rule.min), rule.max ?? Infinity), rule)
}

const TYPING = /^\d*\.?\d*$/
/** Checks the text, because the number does not distinguish 1000.500, which may be grouped, from 1000.5. */
const COMPLETE = /^\d*(?:\.\d{0,2})?$/
const AMOUNT: NumberRule = { min: 0, max: MAX_AMOUNT_CENTS / 100, decimals: 2 }

/** Whether an amount field accepts the text: digits and at most one point. */
export const isAmountInput = (text: string): boolean => TYPING.test(text)

/** Cents of a typed amount; null unless it is digits with at most two decimals, and not too large. */
export function parseAmount(text: string): number | null {
  const isAmount = COMPLETE.test(text) && numberProblem(text, AMOUNT) === undefined
  return isAmount ? centsFromWire(typedNumber(text, AMOUNT)) : null
}

/** The initial text of an amount field, without grouping. */
export const amountText = (cents: number): string => decimalText(cents)
