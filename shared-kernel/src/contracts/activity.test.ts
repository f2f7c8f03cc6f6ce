import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type Activity, normaliseActivity, withActivity } from './activity'

const row = (id: number, second: number): Activity =>
  normaliseActivity({ id, kind: 'user.update', at: new Date(second * 1000).toISOString() })!

/** Each id always has the same time: rows of activity never change. */
const rows = fc.uniqueArray(fc.nat(40)).map((ids) => ids.map((id) => row(id, (id * 7) % 10)))

const newestFirst = (some: readonly Activity[]): Activity[] =>
  [...new Map(some.map((one) => [one.id, one])).values()].sort(
    (one, other) => other.at.localeCompare(one.at) || other.id - one.id,
  )

test('merged rows are unique and newest first, whatever rows come in whatever order', () => {
  fc.assert(
    fc.property(rows, rows, (before, some) => {
      const known = newestFirst(before)
      expect(withActivity(known, some)).toEqual(newestFirst([...before, ...some]))
    }),
  )
})

test('merging only known rows returns the same array', () => {
  const known = newestFirst([row(1, 1), row(2, 2), row(3, 3)])
  expect(withActivity(known, [row(3, 3), row(2, 2)])).toBe(known)
  expect(withActivity(known, [])).toBe(known)
})
