import { expect, test } from '@jest/globals'
import { printedPart } from './printed'

const WHOLE = { count: 507, loading: false, arriving: false, more: false }

test.each([
  [{}, null],
  [{ count: 5_000 }, null],
  [{ count: 100_000 }, 'the first 5,000 of 100,000 rows'],
  [{ count: 50, arriving: true }, '50 rows; the rest was still loading'],
  [{ count: 6_000, arriving: true }, 'the first 5,000 of 6,000 rows; the rest was still loading'],
  [{ count: 0, loading: true }, 'no rows: the list was still loading'],
  [{ count: 100, more: true }, 'the first 100 rows; there are more'],
  [{ count: 5_500, more: true }, 'the first 5,000 of 5,500 rows; there are more'],
])('the printout of a table with %j contains %p', (over, part) => {
  expect(printedPart({ ...WHOLE, ...over })).toBe(part)
})
