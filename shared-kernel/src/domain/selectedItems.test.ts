import { expect, test } from '@jest/globals'
import { toggled, withGroup } from './selectedItems'

test.each([
  { chosen: [1, 2], item: 2, expected: [1] },
  { chosen: [1, 2], item: 3, expected: [1, 2, 3] },
  { chosen: [], item: 1, expected: [1] },
])('$chosen with $item toggled is $expected', ({ chosen, item, expected }) =>
  expect(toggled(chosen, item)).toEqual(expected),
)

test.each([
  { chosen: [3, 1], group: [1, 2], selected: true, expected: [3, 1, 2] },
  { chosen: [3, 1, 2], group: [1, 2], selected: false, expected: [3] },
  { chosen: [], group: [], selected: true, expected: [] },
])(
  '$chosen becomes $expected once the group $group is set to $selected',
  ({ chosen, group, selected, expected }) => expect(withGroup(chosen, group, selected)).toEqual(expected),
)
