import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { compareNames, sortRows, type SortKind } from '../domain/sorting'
import { NameRanks, orderBy, rankValues } from './columnRanks'

const name = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom('a1', 'A01', 'á1', 'a2', 'a10', 'ñ', 'n', 'o'),
)

describe('the ranks of names', () => {
  it('compare as the collator does, also when more names come later', () =>
    fc.assert(
      fc.property(fc.array(name), fc.array(name), (first, more) => {
        const known = new NameRanks()
        known.rank(first)
        const names = [...more, ...first]
        const ranks = known.rank(names)
        names.forEach((a, i) =>
          names.forEach((b, j) => {
            expect(Math.sign(ranks[i]! - ranks[j]!)).toBe(Math.sign(compareNames(a, b)))
          }),
        )
      }),
    ))

  it('of 100,000 stand as the collator has them', () => {
    const many = Array.from(
      { length: 100_000 },
      (_, i) => `${['José', 'Ana', 'user', 'Ñu'][i % 4]}${(i * 7919) % 100_000}`,
    )
    const order = orderBy(new NameRanks().rank(many), 'asc')
    const wrong = order.findIndex(
      (index, at) => at > 0 && compareNames(many[order[at - 1]!]!, many[index]!) > 0,
    )
    expect(wrong).toBe(-1)
  })
})

describe('an order', () => {
  it('is that of the sorted rows, stable both ways', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.string({ maxLength: 2 }), fc.constant(null))),
        fc.constantFrom<SortKind>('number', 'time', 'text'),
        fc.constantFrom('asc' as const, 'desc' as const),
        (values, kind, direction) => {
          const rows = values.map((value, index) => ({ value, index }))
          const column = { kind, read: (row: (typeof rows)[number]) => row.value }
          const order = orderBy(rankValues(rows, column), direction)
          expect([...order].map((index) => rows[index])).toEqual(sortRows(rows, column, direction))
        },
      ),
    ))
})
