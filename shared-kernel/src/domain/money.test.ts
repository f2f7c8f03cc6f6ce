import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { centsFromWire, MAX_AMOUNT_CENTS } from '../contracts/cents'
import { amountText, isAmountInput, parseAmount } from './typedNumber'
import {
  formatCount,
  formatEurShort,
  formatEur,
  formatPercent,
  formatProfit,
  formatUsd,
  formatUsdChange,
} from './money'

describe('[PRODUCT-17] [CONST-18] the format of', () => {
  test.each([
    [0, '$0.00'],
    [-0, '$0.00'],
    [5, '$0.05'],
    [123450, '$1,234.50'],
    [-123450, '-$1,234.50'],
    [NaN, '$0.00'],
    [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
  ])('%p cents in dollars: %s', (cents, expected) => expect(formatUsd(cents)).toBe(expected))

  test.each([
    [25_000, '+$250.00'],
    [-500, '-$5.00'],
    [0, '$0.00'],
    [-0, '$0.00'],
  ])('a change of %p cents in dollars: %s', (cents, expected) =>
    expect(formatUsdChange(cents)).toBe(expected),
  )

  test.each([
    [0, '0,00\u00a0€'],
    [123450, '1.234,50\u00a0€'],
    [123456789, '1.234.567,89\u00a0€'],
    [-99, '-0,99\u00a0€'],
    [Number.MAX_SAFE_INTEGER, '90.071.992.547.409,91\u00a0€'],
  ])('%p cents in euros: %s', (cents, expected) => expect(formatEur(cents)).toBe(expected))

  test.each([
    [0, '0,00\u00a0%'],
    [95.5, '95,50\u00a0%'],
    [1234.567, '1.234,57\u00a0%'],
    [-3.1, '-3,10\u00a0%'],
    [Infinity, '0,00\u00a0%'],
    [NaN, '0,00\u00a0%'],
  ])('%p percent: %s', (value, expected) => expect(formatPercent(value)).toBe(expected))
})

describe('[VALID-16] the syntax of amounts', () => {
  test.each([
    ['0', 0],
    ['5', 500],
    ['5.', 500],
    ['.5', 50],
    ['0.29', 29],
    ['4.35', 435],
    ['007', 700],
    ['1234.5', 123450],
    ['9999999.99', MAX_AMOUNT_CENTS],
    ['0000000000000000000001', 100],
  ])('accepts %p as %p cents', (text, cents) => expect(parseAmount(text)).toBe(cents))

  test.each([
    [''],
    ['.'],
    ['..'],
    ['1..2'],
    ['1.2.3'],
    ['-0'],
    ['-1'],
    ['+1'],
    ['0.001'],
    ['0.005'],
    ['1.005'],
    ['0.050'],
    ['.100'],
    ['5.000'],
    ['1000.500'],
    ['1234.560'],
    ['1000.5000'],
    ['10000000'],
    ['9999999.991'],
    ['10000000.00'],
    ['1e2'],
    ['1e309'],
    ['NaN'],
    ['Infinity'],
    ['9007199254740993'],
    ['1,234.56'],
    ['1.234,56'],
    ['1,5'],
    [' 5 '],
    ['5 '],
    ['5\n'],
    ['٥'],
    ['５'],
    ['$5'],
    ['5€'],
    ['0x10'],
    ['0b1'],
    ['null'],
    ['[]'],
    ['{}'],
    ['true'],
    ['½'],
    ['1_000'],
    ["1'000"],
    ['9'.repeat(400)],
  ])('rejects %p', (text) => expect(parseAmount(text)).toBeNull())

  test('accepts every formatted amount, and agrees with the wire format', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_AMOUNT_CENTS }), (cents) => {
        expect(parseAmount(amountText(cents))).toBe(cents)
        expect(centsFromWire(JSON.parse(amountText(cents)))).toBe(cents)
      }),
    )
  })

  test('returns null or an amount within the limits, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0159.,-+e ') }), (text) => {
        const cents = parseAmount(text)
        expect(cents === null || (Number.isInteger(cents) && cents >= 0 && cents <= MAX_AMOUNT_CENTS)).toBe(
          true,
        )
        expect(cents === null || /^[0-9]*([.][0-9]{0,2})?$/.test(text)).toBe(true)
      }),
    )
  })
})

describe('[VALID-15] an amount field while typing', () => {
  test.each([
    ['', true],
    ['1', true],
    ['1.', true],
    ['.', true],
    ['.5', true],
    ['1.234', true],
    ['1.2.3', false],
    ['1,2', false],
    ['-1', false],
    ['1e2', false],
    [' 1', false],
    ['٥', false],
  ])('accepts %p: %p', (text, expected) => expect(isAmountInput(text)).toBe(expected))

  test.each([
    [0, '0.00'],
    [50, '0.50'],
    [123450, '1234.50'],
    [123456, '1234.56'],
    [10000000, '100000.00'],
  ])('shows %p cents as %p, ungrouped', (cents, expected) => expect(amountText(cents)).toBe(expected))
})

test.each([
  [0, '0'],
  [1234, '1.234'],
  [1234567, '1.234.567'],
])('[EXTERNAL-16] a count of %p is %s', (value, expected) => expect(formatCount(value)).toBe(expected))

test.each([
  [572, '5,72 €'],
  [-572, '▼ 5,72 €'],
  [-123_456, '▼ 1.234,56 €'],
  [0, '0,00 €'],
])('a profit of %p cents is %s', (cents, expected) =>
  expect(formatProfit(cents).replaceAll('\u00a0', ' ')).toBe(expected),
)

test.each([
  [123_456_700, '1,23 M €'],
  [-2_000, '▼ 20 €'],
  [1_250, '12,50 €'],
  [1_250_000, '12,50 mil €'],
  [1_200_000, '12 mil €'],
  [0, '0 €'],
])('%p cents are %s on an axis', (cents, expected) =>
  expect(formatEurShort(cents).replaceAll('\u00a0', ' ')).toBe(expected),
)
