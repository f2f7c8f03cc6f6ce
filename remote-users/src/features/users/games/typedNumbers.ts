import { readNumber } from '@console/shared-kernel/rules'

/** Amounts are in the jackpot's currency. */
export type JackpotUnit = 'amount' | 'percent'

/** A typed text parsed: a number, not a number, or ambiguous. */
export type Typed =
  | { kind: 'number'; value: number }
  | { kind: 'none' }
  | { kind: 'ambiguous'; readings: readonly number[] }

const DECIMAL_COMMA = /^[+-]?\d*,\d{1,2}$/
const LONG_COMMA = /^[+-]?\d*,\d{3,}$/
const GROUPED_BY_COMMAS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
const GROUPED_BY_POINTS = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/

const withPoint = (text: string): string => text.replace(',', '.')

/**
 * A comma before one or two digits is a decimal point; before three it may also separate thousands. So may a point
 * before three digits, as in the reports. Not in a percentage, which has no thousands.
 */
function readTyped(text: string, unit: JackpotUnit): Typed {
  const trimmed = text.trim()
  const value = readNumber(DECIMAL_COMMA.test(trimmed) ? withPoint(trimmed) : trimmed)
  const isGrouped = GROUPED_BY_POINTS.test(trimmed)
  if (value !== undefined && !(isGrouped && unit === 'amount')) return { kind: 'number', value }
  const texts = [
    GROUPED_BY_COMMAS.test(trimmed) && trimmed.replaceAll(',', ''),
    isGrouped && withPoint(trimmed.replaceAll('.', '')),
    isGrouped && value !== undefined && trimmed,
    LONG_COMMA.test(trimmed) && withPoint(trimmed),
  ]
  const readings = texts.filter((reading) => reading !== false).map(Number)
  return readings.length > 0 ? { kind: 'ambiguous', readings } : { kind: 'none' }
}

/** The text of a stored number, which is never ambiguous: an amount with three decimals gets a fourth. */
export function textOf(value: number, unit: JackpotUnit): string {
  const text = String(value)
  return readTyped(text, unit).kind === 'ambiguous' ? `${text}0` : text
}

/** 0 if the text is not a number. */
export function numberTyped(text: string, unit: JackpotUnit): number {
  const typed = readTyped(text, unit)
  return typed.kind === 'number' ? typed.value : 0
}

const MOST: Readonly<Record<JackpotUnit, number>> = { amount: 1e9, percent: 100 }
const WHOLE_CENTS = /^\d+(?:\.\d{1,2})?$/

function boundsProblem(value: number, unit: JackpotUnit): string | undefined {
  if (value < 0) return 'Must not be negative'
  if (value > MOST[unit]) return `Must be at most ${MOST[unit]}`
  if (unit === 'amount' && !WHOLE_CENTS.test(String(value))) return 'At most two decimals'
  return undefined
}

/** Shown at the field; saving is disabled. */
export function problemOf(text: string, unit: JackpotUnit): string | undefined {
  const typed = readTyped(text, unit)
  if (typed.kind === 'ambiguous')
    return `${text.trim()} is ambiguous. Use a point for decimals and no thousands separator`
  return typed.kind === 'number' ? boundsProblem(typed.value, unit) : undefined
}

/** The valid readings of an ambiguous text. */
export function readingsOf(text: string, unit: JackpotUnit): readonly number[] {
  const typed = readTyped(text, unit)
  return typed.kind === 'ambiguous'
    ? typed.readings.filter((reading) => boundsProblem(reading, unit) === undefined)
    : []
}

/** A warning that the text is saved as 0; undefined for a number. */
export function noteOf(text: string, unit: JackpotUnit): string | undefined {
  if (readTyped(text, unit).kind !== 'none') return undefined
  return text.trim() === '' ? 'Empty: counts as 0' : `"${text.trim()}" is not a number: counts as 0`
}
