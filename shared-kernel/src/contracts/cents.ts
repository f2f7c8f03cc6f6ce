import type { Reader } from './wire'

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i

/**
 * Money as integer cents, read from the decimal digits and never through a product of binary fractions:
 * 1.005 is 101 cents, and 0.1 + 0.2 is 30. Halves round away from zero. Amounts beyond what an integer
 * holds exactly, and text that is no plain number, cannot be read.
 */
export const readCents: Reader<number> = (value) => {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const [, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  if (sign === undefined || whole + fraction === '') return undefined

  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return 0
  /** How many of the digits make whole cents. */
  const kept = digits.length - fraction.length + Number(exponent) + 2
  if (kept > 16) return undefined

  const below = kept < 0 ? '0' : (digits[kept] ?? '0')
  const cents = Number(digits.slice(0, Math.max(kept, 0)).padEnd(kept, '0')) + (below >= '5' ? 1 : 0)
  if (!Number.isSafeInteger(cents)) return undefined
  return sign === '-' && cents !== 0 ? -cents : cents
}

/** Money that is missing or unreadable counts as nothing. */
export const centsFromWire = (value: unknown): number => readCents(value) ?? 0

/** Exact decimal text of an amount, without grouping: 123450 is '1234.50'. */
export function decimalText(cents: number): `${number}` {
  const whole = Number.isFinite(cents) ? Math.round(cents) : 0
  const digits = String(Math.abs(whole)).padStart(3, '0')
  return `${whole < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`
}

/** The JSON number of an amount, in its shortest form: 123450 goes out as 1234.5. */
export const centsToWire = (cents: number): number => Number(decimalText(cents))
