import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { finish } from '../contracts/steps'
import { compareNames } from './collation'
import { growingRanking, NO_RANKING, rankNames } from './ranking'

const rank = (names: string[], known = NO_RANKING) => finish(rankNames(names, known))
const texts = (names: readonly { text: string }[]) => names.map(({ text }) => text)
const name = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom('a1', 'A01', 'á1', 'a2', 'a10', 'ñ', 'n', 'o'),
)

describe('a ranking', () => {
  it('orders names as Spanish readers expect', () =>
    expect(texts(rank(['o', 'user10', 'ñ', 'User9', 'n', 'Álvaro']).ordered)).toEqual([
      'Álvaro',
      'n',
      'ñ',
      'o',
      'User9',
      'user10',
    ]))

  it('gives names that differ in nothing that counts one place', () => {
    const { placeOf } = rank(['b', 'Ana', 'ána', 'c'])
    expect(['Ana', 'ána', 'b', 'c'].map((one) => placeOf.get(one))).toEqual([0, 0, 1, 2])
  })

  it('agrees with the collator on any names', () =>
    fc.assert(
      fc.property(fc.array(name, { maxLength: 300 }), (names) => {
        const { placeOf, ...ranking } = rank(names)
        const ordered = texts(ranking.ordered)
        expect(new Set(ordered)).toEqual(new Set(names))
        for (let at = 1; at < ordered.length; at += 1) {
          const [before, after] = [ordered[at - 1]!, ordered[at]!]
          const steps = placeOf.get(after)! - placeOf.get(before)!
          expect(steps).toBe(Math.abs(compareNames(before, after)))
          expect(compareNames(before, after)).toBeLessThanOrEqual(0)
        }
      }),
    ))

  it('agrees with the collator on more names that begin alike than are sorted at one go, in short steps', () => {
    // 7919 is prime: each number once, none beside the next
    const names = Array.from({ length: 5000 }, (_, at) => `jugador ${(at * 7919) % 5000}`)
    const steps = rankNames(names)
    let taken = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) taken += 1
    expect(texts(step.value.ordered)).toEqual(names.toSorted(compareNames))
    expect(taken).toBeGreaterThan(5000 / 64)
  })

  it('takes in more names as if they had been there at first', () =>
    fc.assert(
      fc.property(fc.array(name), fc.array(name), (first, more) => {
        const grown = rank(more, rank(first))
        const whole = rank([...first, ...more])
        expect(grown.placeOf.size).toBe(whole.placeOf.size)
        for (const [one, place] of whole.placeOf) expect(grown.placeOf.get(one)).toBe(place)
      }),
    ))

  it('grows with one list after another', () => {
    const grow = growingRanking()
    finish(grow(['b', 'd']))
    expect(texts(finish(grow(['c', 'b', 'a'])).ordered)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('is the very same where no name is new', () => {
    const known = rank(['a', 'b'])
    expect(rank(['b', 'a', 'b'], known)).toBe(known)
  })
})
