import { expect, test } from '@jest/globals'
import { indexAfterKey } from './navigationKeys'

test.each([
  ['ArrowDown', 0, 3, 1, 1],
  ['ArrowDown', 2, 3, 2, 0],
  ['ArrowUp', 0, 3, 0, 2],
  ['PageDown', 1, 30, 11, 11],
  ['PageDown', 1, 3, 2, 2],
  ['PageUp', 1, 3, 0, 0],
  ['Home', 2, 3, 0, 0],
  ['End', 0, 3, 2, 2],
  ['ArrowDown', 0, 0, null, null],
  ['Enter', 2, 3, null, null],
])('%s moves from %d of %d to %p, and in a cyclic list to %p', (key, at, count, next, round) => {
  expect(indexAfterKey(key, at, count)).toBe(next)
  expect(indexAfterKey(key, at, count, true)).toBe(round)
})
