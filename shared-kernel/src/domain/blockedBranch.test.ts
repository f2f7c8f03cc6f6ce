import { describe, expect, test } from '@jest/globals'
import { blockedAncestors, blockedOwners } from './blockedBranch'

describe('the ancestor that blocks a user', () => {
  const user = (userId: number, parentUserId: number | null, isBlocked = false) => ({
    userId,
    userName: `u${userId}`,
    parentUserId,
    isBlocked,
  })
  test.each<[string, ReturnType<typeof user>[], number | undefined]>([
    ['no user above is blocked', [user(1, null), user(2, 1)], undefined],
    ['the parent', [user(1, null), user(2, 1, true), user(3, 2)], 2],
    ['the highest of two', [user(1, null, true), user(2, 1, true), user(3, 2)], 1],
    ['not through oneself', [user(1, null), user(3, 1, true)], undefined],
    ['a parent who is not in the list', [user(3, 9), user(4, 3, true)], undefined],
    ['links in a circle end', [user(2, 3, true), user(3, 2)], 2],
  ])('%s', (_, users, expected) => {
    const last = users.at(-1)!
    expect(blockedAncestors(users)(last)?.userId).toBe(expected)
    const isOwnerBlocked = blockedOwners(users)
    const machines = [
      { ownerId: last.userId, userName: '' },
      { ownerId: null, userName: last.userName },
    ]
    const isBlocked = expected !== undefined || last.isBlocked
    expect(machines.map(isOwnerBlocked)).toEqual([isBlocked, isBlocked])
  })
})
