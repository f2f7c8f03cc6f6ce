import { readNumber } from '@console/shared-kernel/rules'

/** An amount in the jackpot's currency, or percent. */
export type JackpotUnit = 'amount' | 'percent'

/** What is meant by a text: a number, nothing that is one, or one of several. */
export type Typed =
  { kind: 'number'; value: number } | { kind: 'none' } | { kind: 'unclear'; readings: readonly number[] }

const DECIMAL_COMMA = /^[+-]?\d*,\d{1,2}$/
const LONG_COMMA = /^[+-]?\d*,\d{3,}$/
const GROUPED_BY_COMMAS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
const GROUPED_BY_POINTS = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/

const withPoint = (text: string): string => text.replace(',', '.')

/** A comma before one or two digits is a decimal point; before three it may as well stand between thousands. */
export function readTyped(text: string): Typed {
  const trimmed = text.trim()
  const value = readNumber(DECIMAL_COMMA.test(trimmed) ? withPoint(trimmed) : trimmed)
  if (value !== undefined) return { kind: 'number', value }
  const texts = [
    GROUPED_BY_COMMAS.test(trimmed) && trimmed.replaceAll(',', ''),
    GROUPED_BY_POINTS.test(trimmed) && withPoint(trimmed.replaceAll('.', '')),
    LONG_COMMA.test(trimmed) && withPoint(trimmed),
  ]
  const readings = texts.filter((reading) => reading !== false).map(Number)
  return readings.length > 0 ? { kind: 'unclear', readings } : { kind: 'none' }
}

/** What counts as the number typed: itself, or 0 for anything that is none. */
export function numberTyped(text: string): number {
  const typed = readTyped(text)
  return typed.kind === 'number' ? typed.value : 0
}

const MOST: Readonly<Record<JackpotUnit, number>> = { amount: 1e9, percent: 100 }
const WHOLE_CENTS = /^\d+(?:\.\d{1,2})?$/

/** What is wrong with a number; undefined where nothing is. */
function boundsProblem(value: number, unit: JackpotUnit): string | undefined {
  if (value < 0) return 'Must not be negative'
  if (value > MOST[unit]) return `Must be at most ${MOST[unit]}`
  if (unit === 'amount' && !WHOLE_CENTS.test(String(value))) return 'At most two decimals'
  return undefined
}

/** What is wrong with a text as it is typed: with it nothing is saved. */
export function problemOf(text: string, unit: JackpotUnit): string | undefined {
  const typed = readTyped(text)
  if (typed.kind === 'unclear')
    return `What is meant by ${text.trim()}? Decimals follow a point, and thousands are not separated`
  return typed.kind === 'number' ? boundsProblem(typed.value, unit) : undefined
}

/** What may be meant by a text that is not clear, and can be saved. */
export function readingsOf(text: string, unit: JackpotUnit): readonly number[] {
  const typed = readTyped(text)
  return typed.kind === 'unclear'
    ? typed.readings.filter((reading) => boundsProblem(reading, unit) === undefined)
    : []
}

/** What becomes of a text that is no number; undefined for one that is. */
export function noteOf(text: string): string | undefined {
  if (readTyped(text).kind !== 'none') return undefined
  return text.trim() === '' ? 'Empty: counts as 0' : `"${text.trim()}" is not a number: counts as 0`
}
