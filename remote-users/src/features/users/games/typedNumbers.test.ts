import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { noteOf, numberTyped, problemOf, readingsOf, textOf } from './typedNumbers'

describe('[VALID-11] a number of a jackpot', () => {
  it.each([
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
    expect(numberTyped(text, 'amount')).toBe(value)
    expect(problemOf(text, 'amount')).toBe(value < 0 ? 'Must not be negative' : undefined)
  })

  it.each([
    ['1,234', [1234], [1.234]],
    ['0,125', [], [0.125]],
    ['1,234,567', [1_234_567], []],
    ['1,234.56', [1234.56], []],
    ['1.234,56', [1234.56], []],
    ['1.234.567', [1_234_567], []],
    ['1,2345', [], [1.2345]],
  ])('%p is ambiguous: %p as an amount, %p percent', (text, amounts, percents) => {
    expect(problemOf(text, 'amount')).toMatch(/ is ambiguous\./)
    expect(readingsOf(text, 'amount')).toEqual(amounts)
    expect(readingsOf(text, 'percent')).toEqual(percents)
    expect(noteOf(text, 'amount')).toBeUndefined()
  })

  it.each([
    ['2.500', [2500, 2.5], 2.5],
    [' 1.000 ', [1000, 1], 1],
    ['100.250', [100_250, 100.25], 100.25],
    ['2.125', [2125], 2.125],
    ['1000.500', null, 1000.5],
    ['0.500', null, 0.5],
    ['2.5000', null, 2.5],
    ['2.50', null, 2.5],
  ])('%p may be %p as an amount; a percentage has no thousands', (text, amounts, percent) => {
    expect(readingsOf(text, 'amount')).toEqual(amounts ?? [])
    expect(numberTyped(text, 'amount')).toBe(amounts ? 0 : percent)
    if (amounts) expect(problemOf(text, 'amount')).toMatch(/ is ambiguous\./)
    else expect(problemOf(text, 'amount')).toBeUndefined()
    expect(readingsOf(text, 'percent')).toEqual([])
    expect(numberTyped(text, 'percent')).toBe(percent)
  })

  it.each([
    [2.5, 'amount', '2.5'],
    [1.001, 'amount', '1.0010'],
    [1.001, 'percent', '1.001'],
    [-5, 'amount', '-5'],
  ] as const)('%p that is stored as %s has the text %p, which means it again', (value, unit, text) => {
    expect(textOf(value, unit)).toBe(text)
    expect(numberTyped(text, unit)).toBe(value)
  })

  it.each([
    ['-0.01', 'amount', 'Must not be negative'],
    ['1000000000', 'amount', undefined],
    ['1000000000.01', 'amount', 'Must be at most 1000000000'],
    ['1.0001', 'amount', 'At most two decimals'],
    ['0.001', 'amount', 'At most two decimals'],
    ['1.001', 'percent', undefined],
    ['100', 'percent', undefined],
    ['100.01', 'percent', 'Must be at most 100'],
    ['-1', 'percent', 'Must not be negative'],
  ] as const)('%p as %s: %p', (text, unit, problem) => expect(problemOf(text, unit)).toBe(problem))

  it.each([
    ['', 'Empty: counts as 0'],
    ['12x', '"12x" is not a number: counts as 0'],
    ['0', undefined],
    ['1,5', undefined],
  ])('%p shows %p', (text, note) => expect(noteOf(text, 'amount')).toBe(note))

  it('is never another number than the typed one, for any text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-+]?[\d.,]{0,9}$/), (text) => {
        const value = numberTyped(text, 'amount')
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
