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

/** A comma before one or two digits is a decimal point; before three it may also separate thousands. */
function readTyped(text: string): Typed {
  const trimmed = text.trim()
  const value = readNumber(DECIMAL_COMMA.test(trimmed) ? withPoint(trimmed) : trimmed)
  if (value !== undefined) return { kind: 'number', value }
  const texts = [
    GROUPED_BY_COMMAS.test(trimmed) && trimmed.replaceAll(',', ''),
    GROUPED_BY_POINTS.test(trimmed) && withPoint(trimmed.replaceAll('.', '')),
    LONG_COMMA.test(trimmed) && withPoint(trimmed),
  ]
  const readings = texts.filter((reading) => reading !== false).map(Number)
  return readings.length > 0 ? { kind: 'ambiguous', readings } : { kind: 'none' }
}

/** 0 if the text is not a number. */
export function numberTyped(text: string): number {
  const typed = readTyped(text)
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
  const typed = readTyped(text)
  if (typed.kind === 'ambiguous')
    return `${text.trim()} is ambiguous. Use a point for decimals and no thousands separator`
  return typed.kind === 'number' ? boundsProblem(typed.value, unit) : undefined
}

/** The valid readings of an ambiguous text. */
export function readingsOf(text: string, unit: JackpotUnit): readonly number[] {
  const typed = readTyped(text)
  return typed.kind === 'ambiguous'
    ? typed.readings.filter((reading) => boundsProblem(reading, unit) === undefined)
    : []
}

/** A warning that the text is saved as 0; undefined for a number. */
export function noteOf(text: string): string | undefined {
  if (readTyped(text).kind !== 'none') return undefined
  return text.trim() === '' ? 'Empty: counts as 0' : `"${text.trim()}" is not a number: counts as 0`
}
