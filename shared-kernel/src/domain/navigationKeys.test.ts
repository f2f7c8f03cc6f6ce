import { expect, test } from '@jest/globals'
import { indexAfterKey } from './navigationKeys'

test.each([
  { key: 'ArrowDown', at: 0, count: 3, next: 1, round: 1 },
  { key: 'ArrowDown', at: 2, count: 3, next: 2, round: 0 },
  { key: 'ArrowUp', at: 0, count: 3, next: 0, round: 2 },
  { key: 'PageDown', at: 1, count: 30, next: 11, round: 11 },
  { key: 'PageDown', at: 1, count: 3, next: 2, round: 2 },
  { key: 'PageUp', at: 1, count: 3, next: 0, round: 0 },
  { key: 'Home', at: 2, count: 3, next: 0, round: 0 },
  { key: 'End', at: 0, count: 3, next: 2, round: 2 },
  { key: 'ArrowDown', at: 0, count: 0, next: null, round: null },
  { key: 'Enter', at: 2, count: 3, next: null, round: null },
])(
  '$key moves from $at of $count to $next, and in a cyclic list to $round',
  ({ key, at, count, next, round }) => {
    expect(indexAfterKey(key, at, count)).toBe(next)
    expect(indexAfterKey(key, at, count, true)).toBe(round)
  },
)
