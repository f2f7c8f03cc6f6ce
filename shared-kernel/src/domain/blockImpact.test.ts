import { describe, expect, test } from '@jest/globals'
import { aUser } from '../../testing/entities'
import { blockImpactText, combinedBlockImpact } from './blockImpact'

test.each([
  [{ users: 39, machines: 30 }, '39 users and 30 machines lose access.'],
  [{ users: 0, machines: 1 }, '1 machine loses access.'],
  [{ users: 1200, machines: 0 }, '1,200 users lose access.'],
  [{ users: null, machines: 0 }, 'Everybody below loses access.'],
  [{ users: null, machines: 7 }, 'Everybody below and 7 machines lose access.'],
])('the question before blocking %j is %s', (impact, text) => expect(blockImpactText(impact)).toBe(text))

describe('the users and machines below a selection', () => {
  const user = (userId: number, parentUserId: number | null, machineCount = 0) =>
    aUser({ userId, parentUserId, machineCount })
  test.each([
    ['each with its own branch', [user(1, null, 2), user(2, null, 1)], [user(3, 1, 2), user(4, 3)], [2, 3]],
    ['one below another', [user(1, null, 5), user(2, 1, 5)], [user(3, 2, 5)], [1, 5]],
    ['links in a circle', [user(1, 2, 1)], [user(2, 1, 1)], [1, 1]],
  ] as const)('%s', (_, chosen, others, expected) => {
    const { users, machines } = combinedBlockImpact(chosen, [...chosen, ...others])
    expect([users, machines]).toEqual(expected)
  })
})
