import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { normaliseUsers } from '../contracts/user'
import { compareBy, inOrder, isSortedByName, sortRows, type SortKind, userOrders } from './sorting'

const users = normaliseUsers([
  { id: 1, userName: 'zoe', level: 2, pais: 'Spain', createdAt: '2026-03-01T00:00:00Z', nameClient: 'b10' },
  { id: 2, userName: 'Ñu', level: 1, pais: 'peru', createdAt: '2026-03-01T00:30:00+01:00', nameClient: 'B9' },
  { id: 3, userName: 'nube', level: 7, pais: null, createdAt: 'soon', nameClient: 'a' },
  { id: 4, userName: 'Ángel', levelU: null, pais: 'Spain', createdAt: null, nameClient: 'C' },
  { id: 5, userName: 'user10', level: 2, pais: 'Perú', createdAt: '2025-12-31T00:00:00Z', nameClient: '' },
  {
    id: 6,
    userName: 'user9',
    level: 2,
    pais: 'Austria',
    createdAt: '2026-01-01T00:00:00Z',
    nameClient: 'b1',
  },
])
const idsBy = (key: string, direction?: 'asc' | 'desc') =>
  inOrder(users, userOrders(users)(key, direction)).map((user) => user.userId)

describe('[USERS-4] the columns of the users', () => {
  it.each([
    ['userName, as Spanish readers expect', 'userName', [4, 3, 2, 6, 5, 1]],
    ['level, missing ones last', 'level', [2, 1, 5, 6, 3, 4]],
    ['pais, those without first', 'pais', [3, 6, 2, 5, 1, 4]],
  ])('%s', (_, key, expected) => expect(idsBy(key)).toEqual(expected))

  it.each([
    ['level', [4, 3, 1, 5, 6, 2]],
    ['pais', [1, 4, 2, 5, 6, 3]],
  ])('%s descending keeps the order of equal rows', (key, expected) =>
    expect(idsBy(key, 'desc')).toEqual(expected),
  )
})

describe('[USERS-5] other sort keys', () => {
  it.each([['dateCreation'], ['creationDate']])('%s sorts by time, unreadable ones first', (key) =>
    expect(idsBy(key)).toEqual([3, 4, 5, 6, 2, 1]),
  )

  it.each([
    ['nameClient', [5, 3, 6, 1, 2, 4]],
    ['machineCount', [1, 2, 3, 4, 5, 6]],
    ['noSuchField', [1, 2, 3, 4, 5, 6]],
    ['constructor', [1, 2, 3, 4, 5, 6]],
    ['__proto__', [1, 2, 3, 4, 5, 6]],
  ])('%s sorts as lower-case text', (key, expected) => expect(idsBy(key)).toEqual(expected))
})

describe('an order that waits for the ranking of names', () => {
  it.each([
    ['userName', true],
    ['pais', true],
    ['level', false],
    ['dateCreation', false],
    ['nameClient', false],
    ['constructor', false],
  ])('%s: %p', (key, expected) => expect(isSortedByName(key)).toBe(expected))
})

describe('sorted rows', () => {
  const kinds = fc.constantFrom<SortKind>('name', 'number', 'time', 'text')
  const directions = fc.constantFrom('asc' as const, 'desc' as const)
  const cell = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.integer({ min: 0, max: 3 }),
    fc.anything({ maxDepth: 0 }),
  )

  it('are the same rows, in the order of the comparison, stable both ways', () => {
    fc.assert(
      fc.property(fc.array(cell), kinds, directions, (values, kind, direction) => {
        const rows = values.map((value, index) => ({ value, index }))
        const compare = compareBy<(typeof rows)[number]>(kind, (row) => row.value, direction)
        const sorted = sortRows(rows, kind, (row) => row.value, direction)
        expect(sorted).toEqual([...rows].sort((a, b) => compare(a, b) || a.index - b.index))
      }),
    )
  })

  it('leave the list they came from alone', () => {
    const before = [...users]
    userOrders(users)('userName')
    expect(users).toEqual(before)
  })

  it.each([
    [
      [5, NaN, -1, null, 'x', 3],
      [NaN, null, 'x', -1, 3, 5],
    ],
    [
      [0, -Infinity, Infinity],
      [-Infinity, 0, Infinity],
    ],
  ])('numbers %p: %p', (values, expected) =>
    expect(sortRows(values, 'number', (value) => value)).toEqual(expected),
  )

  it('100,000 names stand as the collator has them', () => {
    const many = Array.from(
      { length: 100_000 },
      (_, i) => `${['José', 'Ana', 'user', 'Ñu'][i % 4]}${(i * 7919) % 100_000}`,
    )
    const sorted = sortRows(many, 'name', (name) => name)
    const compare = compareBy('name', (name: string) => name)
    expect(sorted.findIndex((name, at) => at > 0 && compare(sorted[at - 1]!, name) > 0)).toBe(-1)
  })
})
