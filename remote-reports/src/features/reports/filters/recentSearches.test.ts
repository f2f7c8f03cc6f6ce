import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { MAX_RECENT, readRecent, withRecent } from './recentSearches'

const QUERIES = ['range=today', 'range=yesterday', 'client=6&range=today', 'queryType=Detail&range=today']

describe('recent searches', () => {
  test.each([
    ['nothing', undefined],
    ['no list', { 0: 'range=today' }],
    ['other things', [1, null, '', {}]],
    ['an invalid filter', ['range=today&distributorId=4']],
    ['a query that is too long', [`machine=${'m'.repeat(1000)}`]],
  ])('that are stored as %s are ignored', (_, stored) => expect(readRecent(stored)).toEqual([]))

  test('are the latest distinct ones, newest first', () => {
    const searched = fc.array(
      fc.constantFrom(...QUERIES, ...Array.from({ length: 6 }, (_, at) => `client=${at}`)),
    )
    fc.assert(
      fc.property(searched, (queries) => {
        const kept = queries.reduce<readonly string[]>(withRecent, [])
        const expected = [...new Set(queries.toReversed())].slice(0, MAX_RECENT)
        expect(kept).toEqual(expected)
        expect(readRecent(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
      }),
    )
  })
})
