import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  asList,
  asRecord,
  firstOf,
  isRecord,
  normaliseList,
  readBoolean,
  readChoice,
  readFilledText,
  readInteger,
  readNumber,
  readText,
} from './wireReaders'

describe('readers', () => {
  test.each([
    ['a text', 'a text'],
    ['', ''],
    [12.5, '12.5'],
    [NaN, undefined],
    [null, undefined],
    [true, undefined],
    [{}, undefined],
    [['a'], undefined],
  ])('read %p as the text %p', (value, expected) => expect(readText(value)).toBe(expected))

  test.each([
    ['x', 'x'],
    ['', undefined],
    ['  ', undefined],
    [0, '0'],
  ])('read %p as the non-empty text %p', (value, expected) => expect(readFilledText(value)).toBe(expected))

  test.each([
    [1.5, 1.5],
    ['1.5', 1.5],
    [' 7 ', 7],
    ['-.5', -0.5],
    ['1e2', 100],
    ['', undefined],
    ['1e999', undefined],
    ['0x10', undefined],
    ['Infinity', undefined],
    ['1,5', undefined],
    ['12px', undefined],
    ['٥', undefined],
    [Infinity, undefined],
    [NaN, undefined],
    [true, undefined],
    [null, undefined],
    [[], undefined],
    [[5], undefined],
  ])('read %p as the number %p', (value, expected) => expect(readNumber(value)).toBe(expected))

  test.each([
    [42, 42],
    ['42', 42],
    [' -3 ', -3],
    [4.2, undefined],
    ['4.0', undefined],
    ['1e2', undefined],
    [2 ** 53, undefined],
    ['9007199254740993', undefined],
  ])('read %p as the integer %p', (value, expected) => expect(readInteger(value)).toBe(expected))

  test.each([
    [true, true],
    [false, false],
    ['True', true],
    ['0', false],
    [1, true],
    [0, false],
    [2, undefined],
    ['yes', undefined],
    [null, undefined],
    [[], undefined],
  ])('read %p as the boolean %p', (value, expected) => expect(readBoolean(value)).toBe(expected))

  test('read a choice in any case, and no other word', () => {
    const read = readChoice(['Slot', 'Bingo'])
    expect(['slot', ' BINGO ', 'Roulette', null, 3].map(read)).toEqual([
      'Slot',
      'Bingo',
      undefined,
      undefined,
      undefined,
    ])
  })

  test('accept or skip any value without an exception', () => {
    const readers = [
      readText,
      readFilledText,
      readNumber,
      readInteger,
      readBoolean,
      readChoice(['a']),
      asList,
      asRecord,
    ]
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (value) => {
        for (const read of readers) read(value)
      }),
    )
  })
})

describe('firstOf', () => {
  test.each([
    [{ a: 1, b: 2 }, 1],
    [{ a: null, b: 2 }, 2],
    [{ a: 'x', b: '2' }, 2],
    [{}, undefined],
  ])('returns the first valid value of %p', (record, expected) =>
    expect(firstOf(record, ['a', 'b'], readNumber)).toBe(expected),
  )

  test('reads own fields only', () => {
    expect(
      firstOf(Object.create({ a: 1 }) as object as Record<string, unknown>, ['a'], readNumber),
    ).toBeUndefined()
  })
})

describe('shapes', () => {
  test.each([[null], [undefined], [[]], ['x'], [1]])('%p is not a record', (value) => {
    expect(isRecord(value)).toBe(false)
    expect(asRecord(value)).toEqual({})
  })

  test.each([[null], [{ length: 1 }], ['abc']])('%p is an empty list', (value) =>
    expect(asList(value)).toEqual([]),
  )

  test('a list keeps the first of two items with the same identity, and all items without one', () => {
    const normalise = (item: unknown) => (isRecord(item) ? item : null)
    const first = { id: 1, n: 'first' }
    const items = normaliseList([first, null, { id: 1 }, 'x', { id: 2 }], normalise, (item) =>
      Number(item['id']),
    )
    expect(items).toEqual([first, { id: 2 }])
  })
})
