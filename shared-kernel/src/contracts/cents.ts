import type { Reader } from './wireReaders'

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i

/**
 * Integer cents, read from the decimal digits, because products of binary fractions are not exact: 1.005 is 101.
 * Halves round away from zero. Undefined beyond safe integers, and for a text that is not a number.
 */
export const readCents: Reader<number> = (value) => {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const [, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  if (sign === undefined || whole + fraction === '') return undefined

  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return 0
  const centDigits = digits.length - fraction.length + Number(exponent) + 2
  if (centDigits > 16) return undefined

  const below = centDigits < 0 ? '0' : (digits[centDigits] ?? '0')
  const cents =
    Number(digits.slice(0, Math.max(centDigits, 0)).padEnd(centDigits, '0')) + (below >= '5' ? 1 : 0)
  if (!Number.isSafeInteger(cents)) return undefined
  return sign === '-' && cents !== 0 ? -cents : cents
}

/** Invalid money counts as 0. */
export const centsFromWire = (value: unknown): number => readCents(value) ?? 0

/** Exact decimal text of an amount, without grouping: 123450 is '1234.50'. */
export function decimalText(cents: number): `${number}` {
  const rounded = Number.isFinite(cents) ? Math.round(cents) : 0
  const digits = String(Math.abs(rounded)).padStart(3, '0')
  return `${rounded < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`
}

/** The JSON number of an amount, in its shortest form: 123450 goes out as 1234.5. */
export const centsToWire = (cents: number): number => Number(decimalText(cents))

/**
 * The largest amount that may be typed, and the largest credit: 9,999,999.99. `MAX_CREDIT` of `machine.schema.ts` and
 * the check of `credit_cents` in the API's database have the same number.
 */
export const MAX_AMOUNT_CENTS = 999_999_999
