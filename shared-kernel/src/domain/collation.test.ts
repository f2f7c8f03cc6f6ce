import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { collationKey, compareNames } from './collation'

const PARTS = [
  ' !"#$%&\'()*+,-./0123456789:;<=>?@[\\]^_`{|}~',
  'abcxyzABCXYZ',
  'ñÑáéíóúüøåÞłđŒ',
  'αάΩσς',
  'иІїйЩґ',
  'أادمى',
  'かがカガ',
]
const name = fc.string({ unit: fc.constantFrom(...PARTS.join('')), maxLength: 8 })

describe('the key of a name', () => {
  it('orders any two names as the collator does', () =>
    fc.assert(
      fc.property(name, name, (a, b) => {
        const [x, y] = [collationKey(a), collationKey(b)]
        fc.pre(x !== null && y !== null)
        expect([a, b, x < y ? -1 : x > y ? 1 : 0]).toEqual([a, b, compareNames(a, b)])
      }),
      { numRuns: 2_000 },
    ))

  it.each([
    ['A01', 'a1'],
    ['Ángel 007', 'angel 7'],
    ['0', '00'],
  ])('%p is that of %p', (a, b) => expect(collationKey(a)).toBe(collationKey(b)))

  it.each([
    ['n\u0303'],
    ['日本'],
    ['straße'],
    ['Œuvre'],
    ['カー'],
    ['ª'],
    ['a\tb'],
    ['9'.repeat(31)],
    ['😀'],
  ])('%p has none: the collator compares it', (other) => expect(collationKey(other)).toBeNull())
})
