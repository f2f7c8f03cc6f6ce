import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  numberProblem,
  type NumberRule,
  numberText,
  readingsOf,
  replacementNote,
  steppedText,
  typedNumber,
} from './typedNumber'

const AMOUNT: NumberRule = { min: 0, max: 1e9, decimals: 2, fallback: 0 }
const PERCENT: NumberRule = { min: 0, max: 100, fallback: 0 }
const RULES = { amount: AMOUNT, percent: PERCENT }

describe('[VALID-11] a number that counts as 0 if it cannot be read', () => {
  test.each([
    ['5', 5],
    [' 1500.50 ', 1500.5],
    ['12,5', 12.5],
    ['12,50', 12.5],
    [',5', 0.5],
    ['-1,5', -1.5],
    ['1e3', 1000],
    ['abc', 0],
    ['', 0],
    ['12x', 0],
    ['   ', 0],
    ['0x10', 0],
    ['NaN', 0],
    ['Infinity', 0],
    ['1e999', 0],
    ['1,2,3', 0],
    [',', 0],
  ])('%p is read as %p', (text, value) => {
    expect(typedNumber(text, AMOUNT)).toBe(value)
    expect(numberProblem(text, AMOUNT)).toBe(value < 0 ? 'Must be at least 0' : undefined)
  })

  test.each([
    ['1,234', [1234], [1.234]],
    ['0,125', [], [0.125]],
    ['1,234,567', [1_234_567], []],
    ['1,234.56', [1234.56], []],
    ['1.234,56', [1234.56], []],
    ['1.234.567', [1_234_567], []],
    ['1,2345', [], [1.2345]],
  ])('%p is ambiguous: %p as an amount, %p percent', (text, amounts, percents) => {
    expect(numberProblem(text, AMOUNT)).toMatch(/ is ambiguous\./)
    expect(readingsOf(text, AMOUNT)).toEqual(amounts)
    expect(readingsOf(text, PERCENT)).toEqual(percents)
    expect(replacementNote(text, AMOUNT)).toBeUndefined()
  })

  test.each([
    ['2.500', [2500, 2.5], 2.5],
    [' 1.000 ', [1000, 1], 1],
    ['100.250', [100_250, 100.25], 100.25],
    ['2.125', [2125], 2.125],
    ['1000.500', null, 1000.5],
    ['0.500', null, 0.5],
    ['2.5000', null, 2.5],
    ['2.50', null, 2.5],
  ])('%p may be %p as an amount; a percentage has no thousands', (text, amounts, percent) => {
    expect(readingsOf(text, AMOUNT)).toEqual(amounts ?? [])
    expect(typedNumber(text, AMOUNT)).toBe(amounts ? 0 : percent)
    if (amounts) expect(numberProblem(text, AMOUNT)).toMatch(/ is ambiguous\./)
    else expect(numberProblem(text, AMOUNT)).toBeUndefined()
    expect(readingsOf(text, PERCENT)).toEqual([])
    expect(typedNumber(text, PERCENT)).toBe(percent)
  })

  test.each([
    [2.5, 'amount', '2.5'],
    [1.001, 'amount', '1.0010'],
    [1.001, 'percent', '1.001'],
    [-5, 'amount', '-5'],
  ] as const)('%p that is stored as %s has the text %p, which means it again', (value, unit, text) => {
    expect(numberText(value, RULES[unit])).toBe(text)
    expect(typedNumber(text, RULES[unit])).toBe(value)
  })

  test.each([
    ['-0.01', 'amount', 'Must be at least 0'],
    ['1000000000', 'amount', undefined],
    ['1000000000.01', 'amount', 'Must be at most 1000000000'],
    ['1.0001', 'amount', 'Enter a number with at most two decimals'],
    ['0.001', 'amount', 'Enter a number with at most two decimals'],
    ['1.001', 'percent', undefined],
    ['100', 'percent', undefined],
    ['100.01', 'percent', 'Must be at most 100'],
    ['-1', 'percent', 'Must be at least 0'],
  ] as const)('%p as %s: %p', (text, unit, problem) => expect(numberProblem(text, RULES[unit])).toBe(problem))

  test.each([
    ['', 'Empty: counts as 0'],
    ['12x', '"12x" is not a number: counts as 0'],
    ['0', undefined],
    ['1,5', undefined],
  ])('%p shows %p', (text, note) => expect(replacementNote(text, AMOUNT)).toBe(note))

  test('is never another number than the typed one, for any text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-+]?[\d.,]{0,9}$/), (text) => {
        const value = typedNumber(text, AMOUNT)
        const separators = text.replace(/[^.,]/g, '')
        // a comma is read only as the one separator, before one or two digits
        if (value !== 0 && separators.includes(',')) expect(text).toMatch(/^[-+]?\d*,\d{1,2}$/)
        // nor is a point before three digits that may separate thousands
        if (value !== 0) expect(text).not.toMatch(/^[-+]?[1-9]\d{0,2}\.\d{3}$/)
        if (value !== 0) expect(value).toBe(Number(text.replace(',', '.')))
      }),
    )
  })
})

describe('a number that is required', () => {
  const whole: NumberRule = { min: 5, decimals: 0 }
  const cents: NumberRule = { min: 0.01, decimals: 2 }
  test.each<[string, NumberRule, number, string | undefined]>([
    ['0,05', cents, 0.05, undefined],
    ['1500,50', cents, 1500.5, undefined],
    [' 7 ', whole, 7, undefined],
    ['5,5', whole, 5.5, 'Enter a whole number'],
    ['4', whole, 4, 'Must be at least 5'],
    ['', whole, NaN, 'Enter a whole number'],
    ['abc', cents, NaN, 'Enter a number with at most two decimals'],
    ['1e3', cents, NaN, 'Enter a number with at most two decimals'],
    ['0,015', cents, NaN, '0,015 is ambiguous. Use a point for decimals and no thousands separator'],
    ['1,234', cents, NaN, '1,234 is ambiguous. Use a point for decimals and no thousands separator'],
    ['1.500,50', cents, NaN, '1.500,50 is ambiguous. Use a point for decimals and no thousands separator'],
    ['abc', { min: 0 }, NaN, 'Enter a number'],
  ])('%j by %j is %p: %s', (text, rule, value, problem) => {
    expect(typedNumber(text, rule)).toBe(value)
    expect(numberProblem(text, rule)).toBe(problem)
  })
})

test.each<[string, NumberRule, 1 | -1, string | null]>([
  ['30', { min: 5, decimals: 0 }, 1, '31'],
  ['5', { min: 5, decimals: 0 }, -1, '5'],
  ['3', { min: 5, decimals: 0 }, 1, '5'],
  ['0,29', { min: 0, decimals: 2 }, 1, '0.3'],
  ['100', { min: 0, max: 100, decimals: 2 }, 1, '100'],
  ['1.125', PERCENT, 1, '2.125'],
  ['1,234', { min: 0, decimals: 2 }, 1, null],
  ['', { min: 0, decimals: 2 }, 1, null],
])('%j by %j after a step of %p is %j', (text, rule, direction, next) =>
  expect(steppedText(text, rule, direction)).toBe(next),
)
