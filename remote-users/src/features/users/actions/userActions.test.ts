import { describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { canSeeDelete, USER_ACTIONS, userActions } from '@console/shared-kernel/rules'
import { aUser } from '@console/shared-kernel/testing/page'
import { actionsOf, type ActionHandlers, offersAction, timedBlock } from './userActions'

const handlers = {
  open: jest.fn<ActionHandlers['open']>(),
  onDelete: jest.fn<ActionHandlers['onDelete']>(),
  onCreateMachine: jest.fn<ActionHandlers['onCreateMachine']>(),
  onToggleBlock: jest.fn<ActionHandlers['onToggleBlock']>(),
  onTimedBlock: jest.fn<ActionHandlers['onTimedBlock']>(),
}
const viewerOf = (level: number) => aUser({ userId: 1, level })
const labels = (viewer: number, target: { level: number }) =>
  actionsOf(viewerOf(viewer), aUser({ userId: 2, ...target }), handlers).map((action) => action?.label ?? '-')

describe('[USERS-8] [USERS-9] [ROLE-2] the actions of a row, in a fixed order,', () => {
  test.each<[number, number, string]>([
    [1, 2, 'View details, Edit, Create user, Delete, Game Configuration, Block, -'],
    [1, 7, 'View details, Edit, -, Delete, Game Configuration, Block, Create machine'],
    [2, 5, 'View details, Edit, Create user, Delete, Game Configuration, Block, -'],
    [2, 6, 'View details, Edit, -, Delete, Game Configuration, Block, Create machine'],
    [3, 4, 'View details, Edit, Create user, Delete, Block, -'],
    [5, 6, 'View details, Edit, -, Delete, Block, Create machine'],
    [6, 7, 'View details, Edit, -, Delete, Block, -'],
    // a user of unknown level
    [1, 999, 'View details, Edit, -, Delete, Game Configuration, Block, -'],
    [3, 999, 'View details, Edit, -, Delete, Block, -'],
    // users of the same level or above cannot be changed, whatever list they come from
    [2, 2, 'View details, -, Create user, Delete, -, Block, -'],
    [4, 3, 'View details, -, Create user, Delete, Block, -'],
  ])('for level %d on level %d, with Delete for those who see it', (viewer, level, all) => {
    const expected = canSeeDelete({ level: viewer }) ? all : all.replace('Delete, ', '')
    expect(labels(viewer, { level }).join(', ')).toBe(expected)
  })

  test('on the viewer’s own row include Edit, and disabled ones have a reason', () => {
    const self = actionsOf(viewerOf(1), viewerOf(1), handlers).filter((action) => action !== null)
    expect(self.map(({ label, unavailable }) => [label, unavailable])).toEqual([
      ['View details', undefined],
      ['Edit', undefined],
      ['Create user', undefined],
      ['Delete', 'Only users of a lower level can be deleted'],
      ['Block', 'You cannot block yourself'],
    ])
  })
})

test.each([false, true])('a timed block is offered, also to change its end: blocked %j', (isBlocked) => {
  const target = aUser({ userId: 2, level: 6, isBlocked })
  const action = timedBlock(viewerOf(1), target, handlers)
  expect(action.label).toBe(isBlocked ? 'Change block' : 'Timed block')
  expect(action.unavailable).toBeUndefined()
  action.onClick()
  expect(handlers.onTimedBlock).toHaveBeenLastCalledWith(target)
  expect(timedBlock(viewerOf(6), aUser({ userId: 2, level: 6, isBlocked }), handlers)).toHaveProperty(
    'unavailable',
  )
})

test('[USERS-8] each action opens its dialog for the user of the row', () => {
  const target = aUser({ userId: 2, level: 6 })
  const parent = aUser({ userId: 3, level: 4 })
  for (const user of [target, parent])
    for (const action of actionsOf(viewerOf(1), user, handlers)) action?.onClick()
  expect(handlers.open.mock.calls).toEqual([
    ...['details', 'edit', 'games'].map((action) => [target, action]),
    ...['details', 'edit', 'create', 'games'].map((action) => [parent, action]),
  ])
  expect(handlers.onDelete.mock.calls).toEqual([[target], [parent]])
  expect(handlers.onCreateMachine.mock.calls).toEqual([[target]])
  expect(handlers.onToggleBlock.mock.calls).toEqual([[target], [parent]])
})

test.each([
  [1, 1, 'details edit create'],
  [3, 4, 'details edit create block'],
  [1, 6, 'details edit games machine delete block'],
  [6, 7, 'details edit block'],
  [2, 2, 'details create'],
])(
  'addresses open only the dialogs that the viewer is offered: for level %d on level %d %s',
  (of, on, expected) => {
    const all = [
      'details',
      'edit',
      'create',
      'games',
      'machine',
      'delete',
      'block',
      'unblock',
      'unlock',
      'toString',
      '',
    ]
    const target = aUser({ userId: of === on && of === 1 ? 1 : 2, level: on })
    expect(all.filter((action) => offersAction(viewerOf(of), target, action)).join(' ')).toBe(expected)
  },
)

test('each button of a row or panel is an action that has an address', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.record({
        userId: fc.integer({ min: 1, max: 2 }),
        level: fc.integer({ min: 1, max: 8 }),
        isBlocked: fc.boolean(),
        blockDisabled: fc.boolean(),
        machineCount: fc.integer({ min: 0, max: 1 }),
      }),
      (level, target) => {
        const user = aUser(target)
        const offered = userActions(viewerOf(level), user).map(({ name, unavailable }) => [
          USER_ACTIONS[name][0],
          unavailable,
        ])
        const buttons = actionsOf(viewerOf(level), user, handlers).filter((action) => action !== null)
        expect(buttons.map(({ label, unavailable }) => [label, unavailable])).toEqual(offered)
      },
    ),
  )
})

test.each([
  [0, undefined],
  [1, 'Users with machines cannot be deleted'],
])('[VALID-10] [USERS-8] Delete of a manager with %d machines: %p', (machineCount, reason) => {
  const actions = actionsOf(viewerOf(1), aUser({ userId: 2, level: 5, machineCount }), handlers)
  expect(actions.find((action) => action?.label === 'Delete')?.unavailable).toBe(reason)
})

describe('[STATE-7] [STATE-9] blocking', () => {
  test.each([
    [false, false, 'Block', undefined],
    [true, false, 'Unblock', undefined],
    [false, true, 'Block', 'Blocking is disabled for this user'],
    [true, true, 'Unblock', 'Blocking is disabled for this user'],
  ])('if blocked %p, disabled %p: %s, %p', (isBlocked, blockDisabled, label, unavailable) => {
    const actions = actionsOf(viewerOf(3), aUser({ userId: 2, level: 4, isBlocked, blockDisabled }), handlers)
    expect(actions.find((action) => action?.label === label)).toMatchObject({ unavailable })
  })
})
