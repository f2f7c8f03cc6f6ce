import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { centsFromWire, centsToWire, decimalText, readCents, MAX_AMOUNT_CENTS } from './cents'
import { MAX_CREDIT } from './machine.schema'

describe('cents from the wire are exact', () => {
  test.each([
    [0, 0],
    [-0, 0],
    [5, 500],
    [1234.5, 123450],
    ['1234.5', 123450],
    ['1e2', 10000],
    [1e2, 10000],
    [1.005, 101],
    [1.004999, 100],
    [0.1 + 0.2, 30],
    [0.29, 29],
    [4.35, 435],
    [-1234.56, -123456],
    [-0.005, -1],
    [0.004, 0],
    [1e-7, 0],
    ['.5', 50],
    ['5.', 500],
    ['+5', 500],
    [' 5 ', 500],
    ['007.10', 710],
    ['123.456e1', 123456],
    [9999999.99, 999999999],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
    ['1e-400', 0],
    ['0e30', 0],
    ['-0.001', 0],
    ['0.0005e3', 50],
  ])('%p is read as %p', (value, expected) => {
    expect(readCents(value)).toBe(expected)
    expect(centsFromWire(value)).toBe(expected)
  })

  test.each([
    [null],
    [undefined],
    [NaN],
    [Infinity],
    [1e300],
    ['1e309'],
    ['1e999999999'],
    ['90071992547409.92'],
    ['99999999999999.99'],
    [''],
    ['.'],
    ['-'],
    ['e5'],
    ['1,234.56'],
    ['1.234,56'],
    ['0x10'],
    ['٥'],
    [true],
    [{}],
    [[5]],
    [5n],
  ])('%p cannot be read and counts as zero', (value) => {
    expect(readCents(value)).toBeUndefined()
    expect(centsFromWire(value)).toBe(0)
  })

  test('an amount that is written is read back the same, as number and as text', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_99, max: 999_999_999_99 }), (cents) => {
        expect(readCents(centsToWire(cents))).toBe(cents === 0 ? 0 : cents)
        expect(readCents(decimalText(cents))).toBe(cents === 0 ? 0 : cents)
      }),
    )
  })
})

describe('decimal text', () => {
  test.each([
    [0, '0.00'],
    [-0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [123450, '1234.50'],
    [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
    [NaN, '0.00'],
    [1.4, '0.01'],
  ])('of %p cents is %p', (cents, expected) => expect(decimalText(cents)).toBe(expected))
})

test('the highest credit is the same in cents and on the wire', () =>
  expect(centsToWire(MAX_AMOUNT_CENTS)).toBe(MAX_CREDIT))
