import { describe, expect, test } from '@jest/globals'
import {
  canBlockUser,
  canChangeCatalogue,
  canConfigureGames,
  canCreateMachineFor,
  canCreateUnder,
  canDeleteUser,
  canEditUser,
  canManageMachines,
  canSeeDelete,
  seesEverything,
} from './uiPermissions'

const levels = [1, 2, 3, 4, 5, 6, 7, 999]
const allowedFor = (rule: (current: { userId: number; level: number }) => boolean) =>
  levels.filter((level) => rule({ userId: 1, level }))
const person = (level: number, userId = 2) => ({ userId, level, machineCount: 0, blockDisabled: false })

describe('for a level, whatever the target:', () => {
  test.each([
    ['[ROLE-2] seesEverything', seesEverything, [1]],
    [
      '[ROLE-4] canConfigureGames',
      (current: { userId: number; level: number }) => canConfigureGames(current),
      [1, 2],
    ],
    ['canManageMachines', canManageMachines, [1, 2, 3, 4, 5]],
    ['[ROLE-5] canCreateUnder', canCreateUnder, [1, 2, 3, 4, 5]],
    [
      '[ROLE-7] canChangeCatalogue',
      (current: { level: number }) => canChangeCatalogue(current).allowed,
      [1, 2],
    ],
  ])('%s', (_, rule, expected) => expect(allowedFor(rule)).toEqual(expected))

  test('a read-only catalogue gives the reason', () => {
    expect(canChangeCatalogue({ level: 3 })).toEqual({
      allowed: false,
      reason: 'Only Master and Administrator users can change the game catalogue',
    })
  })
})

describe('[VALID-10] deleting', () => {
  const notLower = 'Only users of a lower level can be deleted'
  const hasMachines = 'Users with machines cannot be deleted'

  test.each<{ current: number; level: number; machineCount: number; reason: string | null }>([
    { current: 1, level: 2, machineCount: 0, reason: null },
    { current: 1, level: 2, machineCount: 1, reason: hasMachines },
    { current: 1, level: 5, machineCount: 3, reason: hasMachines },
    { current: 1, level: 6, machineCount: 3, reason: null },
    { current: 1, level: 7, machineCount: 3, reason: null },
    { current: 1, level: 1, machineCount: 0, reason: notLower },
    { current: 1, level: 999, machineCount: 0, reason: null },
    { current: 1, level: 999, machineCount: 1, reason: hasMachines },
    { current: 2, level: 1, machineCount: 0, reason: notLower },
    { current: 2, level: 2, machineCount: 0, reason: notLower },
    { current: 2, level: 3, machineCount: 0, reason: null },
    { current: 2, level: 3, machineCount: 1, reason: hasMachines },
    { current: 2, level: 6, machineCount: 9, reason: null },
  ])(
    'level $current may delete level $level with $machineCount machines: $reason',
    ({ current, level, machineCount, reason }) => {
      expect(canDeleteUser({ level: current }, { level, machineCount })).toEqual(
        reason === null ? { allowed: true } : { allowed: false, reason },
      )
    },
  )

  test('is rejected, with the reason, for users who do not see the action', () => {
    const others = levels.filter((level) => !canSeeDelete({ level }))
    expect(others).not.toEqual([])
    const reason = 'Only Master and Administrator users can delete users'
    for (const level of others)
      expect(canDeleteUser({ level }, { level: 7, machineCount: 0 })).toEqual({ allowed: false, reason })
  })
})

describe('for another user', () => {
  test.each([
    [1, 2, true],
    [2, 3, true],
    [2, 2, false],
    [2, 1, false],
    [3, 4, false],
  ])('level %p may configure the games of level %p: %p', (current, target, expected) =>
    expect(canConfigureGames(person(current, 1), person(target))).toBe(expected),
  )

  test.each([
    ['oneself', person(4, 1), true],
    ['below', person(5), true],
    ['the same level', person(4), false],
    ['above', person(3), false],
  ])('level 4 may edit a user (%s): %p', (_, target, expected) =>
    expect(canEditUser(person(4, 1), target)).toBe(expected),
  )

  test.each([
    ['below', person(5), { allowed: true }],
    ['oneself', person(4, 1), { allowed: false, reason: 'You cannot block yourself' }],
    ['the same level', person(4), { allowed: false, reason: 'Only users of a lower level can be blocked' }],
    [
      'a disabled button',
      { ...person(5), blockDisabled: true },
      { allowed: false, reason: 'Blocking is disabled for this user' },
    ],
  ])('[ENTITY-1] level 4 may block a user (%s): %p', (_, target, expected) =>
    expect(canBlockUser(person(4, 1), target)).toEqual(expected),
  )

  test.each([
    [5, 6, true],
    [1, 7, true],
    [1, 5, false],
    [6, 7, false],
    [999, 7, false],
  ])('level %p may create a machine for level %p: %p', (current, target, expected) =>
    expect(canCreateMachineFor(person(current, 1), person(target))).toBe(expected),
  )
})
