import { describe, expect, test } from '@jest/globals'
import { aUser } from '@console/shared-kernel/testing/page'
import { isSameTree } from './model'
import { countLine, emptyText } from './texts'

describe('the number of users', () => {
  test.each([
    [0, 0, '', 'No users found'],
    [0, 20, 'x', 'No users found'],
    [1, 1, '', '1 user'],
    [20, 20, '', '20 users'],
    [1234, 1234, '   ', '1,234 users'],
    [1, 20, 'ana', '1 of 20 users'],
    [20, 20, 'a', '20 of 20 users'],
    [1, 1, 'a', '1 of 1 user'],
    [1500, 100_000, 'a', '1,500 of 100,000 users'],
    [1500, 100_001, 'a', '1,500 of 100,001 users, all loaded'],
    [120_000, 120_000, '', '120,000 users, all loaded'],
  ])('for %d of %d, searching %p: %s', (shown, all, search, expected) =>
    expect(countLine({ shown, all, search, filtered: false, incomplete: false })).toBe(expected),
  )

  test('[ERROR-16] is shown for a failed list only if rows remain', () => {
    const failed = { search: '', filtered: false, incomplete: true }
    expect(countLine({ ...failed, shown: 0, all: 0 })).toBe('')
    expect(countLine({ ...failed, shown: 1, all: 1 })).toBe('1 user')
  })
})

describe('[USERS-10] the reason for an empty list', () => {
  const noMatch = 'No users match your search. Try a different name or country.'
  const missing = 'The list of users could not be loaded.'
  test.each([
    ['', false, 'There are no users below you yet.'],
    ['  ', false, 'There are no users below you yet.'],
    ['x', false, noMatch],
    ['', true, missing],
    ['x', true, missing],
  ])('for search %p and incomplete %p: %s', (search, incomplete, expected) =>
    expect(emptyText({ search, filtered: false, incomplete })).toBe(expected),
  )
})

describe('the tree of a changed list stays the same', () => {
  const user = (over: Parameters<typeof aUser>[0] = {}) => aUser({ userId: 2, parentUserId: 1, ...over })
  const list = [user(), user({ userId: 3 })]
  test.each([
    ['the same', list, true],
    ['with other values', [user({ nameClient: 'Another', machineCount: 9 }), list[1]!], true],
    ['with a user less', [list[0]!], false],
    ['with a user more', [...list, user({ userId: 4 })], false],
    ['in another order', list.toReversed(), false],
    ['with a user below another one', [list[0]!, user({ userId: 3, parentUserId: 2 })], false],
    ['with a block', [user({ isBlocked: true }), list[1]!], false],
    ['with another name, which is shown below', [user({ userName: 'other' }), list[1]!], false],
  ])('%s: %s', (_, changed, expected) => expect(isSameTree(list, changed)).toBe(expected))
})
