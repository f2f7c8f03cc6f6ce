import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { collationKey, compareNames } from './collation'

/** All that are weighed, most of them letters of other scripts, and more of those that names are made of. */
const codes = Array.from({ length: 0x3100 }, (_, code) => String.fromCharCode(code))
const weighed = codes.filter((character) => collationKey(character) !== null)
const unit = fc.oneof(fc.constantFrom(...weighed), fc.constantFrom(...'abcABCñÑáéí 0123459.-_'))
const name = fc.string({ unit, maxLength: 8 })

function order(a: string, b: string): number {
  const [x, y] = [collationKey(a)!, collationKey(b)!]
  return x < y ? -1 : x > y ? 1 : 0
}

describe('the key of a name', () => {
  it('orders any two names as the collator does', () =>
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect([a, b, order(a, b)]).toEqual([a, b, compareNames(a, b)])
      }),
      { numRuns: 2_000 },
    ))

  it('orders any two characters as the collator does', () => {
    const some = weighed.filter((_, at) => process.env['CONSOLE_TEST_ALL'] || at % 10 === 0)
    for (const a of some) {
      const wrong = weighed.filter((b) => Math.sign(compareNames(a, b)) !== order(a, b))
      expect([a, wrong]).toEqual([a, []])
    }
  })

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
    ['a'.repeat(501)],
    ['😀'],
  ])('%p has none: the collator compares it', (other) => expect(collationKey(other)).toBeNull())
})
