import { expect, test } from '@jest/globals'
import { toggled, withGroup } from './selectedItems'

test.each([
  [[1, 2], 2, [1]],
  [[1, 2], 3, [1, 2, 3]],
  [[], 1, [1]],
])('a choice of %j with %j toggled is %j', (chosen, item, expected) =>
  expect(toggled(chosen, item)).toEqual(expected),
)

test.each([
  [[3, 1], [1, 2], true, [3, 1, 2]],
  [[3, 1, 2], [1, 2], false, [3]],
  [[], [], true, []],
])('%j with the group %j, of which %j is chosen, is %j', (chosen, group, selected, expected) =>
  expect(withGroup(chosen, group, selected)).toEqual(expected),
)
