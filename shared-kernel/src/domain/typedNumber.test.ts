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
    { text: '1,234', amounts: [1234], percents: [1.234] },
    { text: '0,125', amounts: [], percents: [0.125] },
    { text: '1,234,567', amounts: [1_234_567], percents: [] },
    { text: '1,234.56', amounts: [1234.56], percents: [] },
    { text: '1.234,56', amounts: [1234.56], percents: [] },
    { text: '1.234.567', amounts: [1_234_567], percents: [] },
    { text: '1,2345', amounts: [], percents: [1.2345] },
  ])('"$text" is ambiguous: $amounts as an amount, $percents in percent', ({ text, amounts, percents }) => {
    expect(numberProblem(text, AMOUNT)).toMatch(/ is ambiguous\./)
    expect(readingsOf(text, AMOUNT)).toEqual(amounts)
    expect(readingsOf(text, PERCENT)).toEqual(percents)
    expect(replacementNote(text, AMOUNT)).toBeUndefined()
  })

  test.each([
    { text: '2.500', amounts: [2500, 2.5], percent: 2.5 },
    { text: ' 1.000 ', amounts: [1000, 1], percent: 1 },
    { text: '100.250', amounts: [100_250, 100.25], percent: 100.25 },
    { text: '2.125', amounts: [2125], percent: 2.125 },
    { text: '1000.500', amounts: null, percent: 1000.5 },
    { text: '0.500', amounts: null, percent: 0.5 },
    { text: '2.5000', amounts: null, percent: 2.5 },
    { text: '2.50', amounts: null, percent: 2.5 },
  ])('"$text" may be $amounts as an amount; a percentage is not grouped', ({ text, amounts, percent }) => {
    expect(readingsOf(text, AMOUNT)).toEqual(amounts ?? [])
    expect(typedNumber(text, AMOUNT)).toBe(amounts ? 0 : percent)
    if (amounts) expect(numberProblem(text, AMOUNT)).toMatch(/ is ambiguous\./)
    else expect(numberProblem(text, AMOUNT)).toBeUndefined()
    expect(readingsOf(text, PERCENT)).toEqual([])
    expect(typedNumber(text, PERCENT)).toBe(percent)
  })

  test.each([
    { value: 2.5, unit: 'amount', text: '2.5' },
    { value: 1.001, unit: 'amount', text: '1.0010' },
    { value: 1.001, unit: 'percent', text: '1.001' },
    { value: -5, unit: 'amount', text: '-5' },
  ] as const)(
    '$value stored as $unit is shown as "$text", which is read as the same value',
    ({ value, unit, text }) => {
      expect(numberText(value, RULES[unit])).toBe(text)
      expect(typedNumber(text, RULES[unit])).toBe(value)
    },
  )

  test.each([
    { text: '-0.01', unit: 'amount', problem: 'Must be at least 0' },
    { text: '1000000000', unit: 'amount', problem: undefined },
    { text: '1000000000.01', unit: 'amount', problem: 'Must be at most 1000000000' },
    { text: '1.0001', unit: 'amount', problem: 'Enter a number with at most two decimals' },
    { text: '0.001', unit: 'amount', problem: 'Enter a number with at most two decimals' },
    { text: '1.001', unit: 'percent', problem: undefined },
    { text: '100', unit: 'percent', problem: undefined },
    { text: '100.01', unit: 'percent', problem: 'Must be at most 100' },
    { text: '-1', unit: 'percent', problem: 'Must be at least 0' },
  ] as const)('"$text" as $unit: $problem', ({ text, unit, problem }) =>
    expect(numberProblem(text, RULES[unit])).toBe(problem),
  )

  test.each([
    ['', 'Empty: counts as 0'],
    ['12x', '"12x" is not a number: counts as 0'],
    ['0', undefined],
    ['1,5', undefined],
  ])('%p shows %p', (text, note) => expect(replacementNote(text, AMOUNT)).toBe(note))

  test('is never a number other than the typed one, for any text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-+]?[\d.,]{0,9}$/), (text) => {
        const value = typedNumber(text, AMOUNT)
        const separators = text.replace(/[^.,]/g, '')
        // a comma is accepted only as the sole separator, before one or two digits
        if (value !== 0 && separators.includes(',')) expect(text).toMatch(/^[-+]?\d*,\d{1,2}$/)
        // a point before three digits is not accepted if it may separate thousands
        if (value !== 0) expect(text).not.toMatch(/^[-+]?[1-9]\d{0,2}\.\d{3}$/)
        if (value !== 0) expect(value).toBe(Number(text.replace(',', '.')))
      }),
    )
  })
})

describe('a number that is required', () => {
  const whole: NumberRule = { min: 5, decimals: 0 }
  const cents: NumberRule = { min: 0.01, decimals: 2 }
  test.each<{ text: string; rule: NumberRule; value: number; problem: string | undefined }>([
    { text: '0,05', rule: cents, value: 0.05, problem: undefined },
    { text: '1500,50', rule: cents, value: 1500.5, problem: undefined },
    { text: ' 7 ', rule: whole, value: 7, problem: undefined },
    { text: '5,5', rule: whole, value: 5.5, problem: 'Enter a whole number' },
    { text: '4', rule: whole, value: 4, problem: 'Must be at least 5' },
    { text: '', rule: whole, value: NaN, problem: 'Enter a whole number' },
    { text: 'abc', rule: cents, value: NaN, problem: 'Enter a number with at most two decimals' },
    { text: '1e3', rule: cents, value: NaN, problem: 'Enter a number with at most two decimals' },
    {
      text: '0,015',
      rule: cents,
      value: NaN,
      problem: '0,015 is ambiguous. Use a point for decimals and no thousands separator',
    },
    {
      text: '1,234',
      rule: cents,
      value: NaN,
      problem: '1,234 is ambiguous. Use a point for decimals and no thousands separator',
    },
    {
      text: '1.500,50',
      rule: cents,
      value: NaN,
      problem: '1.500,50 is ambiguous. Use a point for decimals and no thousands separator',
    },
    { text: 'abc', rule: { min: 0 }, value: NaN, problem: 'Enter a number' },
  ])('"$text" under $rule is $value: $problem', ({ text, rule, value, problem }) => {
    expect(typedNumber(text, rule)).toBe(value)
    expect(numberProblem(text, rule)).toBe(problem)
  })
})

test.each<{ text: string; rule: NumberRule; direction: 1 | -1; next: string | null }>([
  { text: '30', rule: { min: 5, decimals: 0 }, direction: 1, next: '31' },
  { text: '5', rule: { min: 5, decimals: 0 }, direction: -1, next: '5' },
  { text: '3', rule: { min: 5, decimals: 0 }, direction: 1, next: '5' },
  { text: '0,29', rule: { min: 0, decimals: 2 }, direction: 1, next: '0.3' },
  { text: '100', rule: { min: 0, max: 100, decimals: 2 }, direction: 1, next: '100' },
  { text: '1.125', rule: PERCENT, direction: 1, next: '2.125' },
  { text: '1,234', rule: { min: 0, decimals: 2 }, direction: 1, next: null },
  { text: '', rule: { min: 0, decimals: 2 }, direction: 1, next: null },
])('"$text" under $rule, stepped by $direction, is $next', ({ text, rule, direction, next }) =>
  expect(steppedText(text, rule, direction)).toBe(next),
)
