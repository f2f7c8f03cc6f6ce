import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { compareNames, compareValues, sortRows, sortValue, type SortKind } from './sorting'

describe('sorted names', () => {
  test('are in Spanish order', () =>
    expect(['o', 'user10', 'ñ', 'User9', 'n', 'Álvaro'].sort(compareNames)).toEqual([
      'Álvaro',
      'n',
      'ñ',
      'o',
      'User9',
      'user10',
    ]))
})

describe('sorted rows', () => {
  const kinds = fc.constantFrom<SortKind>('name', 'number', 'time', 'text')
  const directions = fc.constantFrom('asc' as const, 'desc' as const)
  const cell = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.integer({ min: 0, max: 3 }),
    fc.anything({ maxDepth: 0 }),
  )

  test('keep the order of equal rows in both directions', () => {
    fc.assert(
      fc.property(fc.array(cell), kinds, directions, (values, kind, direction) => {
        const rows = values.map((value, index) => ({ value, index }))
        const column = { kind, read: (row: (typeof rows)[number]) => row.value }
        const sign = direction === 'asc' ? 1 : -1
        const expected = [...rows].sort(
          (a, b) =>
            sign * compareValues(kind, sortValue(column, a), sortValue(column, b)) || a.index - b.index,
        )
        expect(sortRows(rows, column, direction)).toEqual(expected)
      }),
    )
  })

  test.each<{ kind: SortKind; values: unknown[]; expected: unknown[] }>([
    {
      kind: 'name',
      values: ['b', 10, null, {}, 'á', () => 'x'],
      expected: [null, {}, expect.any(Function), 10, 'á', 'b'],
    },
    // by lower-cased characters, not in dictionary order
    {
      kind: 'text',
      values: ['_', 'B', 'á', null, 'a', {}, true],
      expected: [null, {}, '_', 'a', 'B', true, 'á'],
    },
    {
      kind: 'time',
      values: ['2026-02-01', null, '2026-01-01', 'never'],
      expected: [null, 'never', '2026-01-01', '2026-02-01'],
    },
  ])('of kind $kind', ({ kind, values, expected }) => {
    const column = { kind, read: (value: unknown) => value }
    expect(sortRows(values, column)).toEqual(expected)
  })

  test.each<{ kind: SortKind; a: number | string; b: number | string; expected: number }>([
    { kind: 'number', a: 1, b: 2, expected: -1 },
    { kind: 'number', a: 2, b: 1, expected: 1 },
    { kind: 'number', a: 1, b: 1, expected: 0 },
    { kind: 'text', a: 'B', b: 'a', expected: -1 },
    { kind: 'name', a: 'B', b: 'a', expected: 1 },
  ])('$kind: $a compared with $b', ({ kind, a, b, expected }) => {
    expect(Math.sign(compareValues(kind, a, b))).toBe(expected)
  })

  test.each([
    [
      [5, NaN, -1, null, 'x', 3],
      [NaN, null, 'x', -1, 3, 5],
    ],
    [
      [0, -Infinity, Infinity],
      [-Infinity, 0, Infinity],
    ],
  ])('numbers %p: %p', (values, expected) => {
    const before = [...values]
    expect(sortRows<unknown>(values, { kind: 'number', read: (value) => value })).toEqual(expected)
    expect(values).toEqual(before)
  })
})
