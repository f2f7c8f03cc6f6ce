import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { MACHINE_ACTIONS, machineActions, USER_ACTIONS, userActions } from '@console/shared-kernel/rules'
import { aMachine, aUser } from '@console/shared-kernel/testing/page'
import { parseCommand } from './commandLine'
import { type Known, machineCommands, reportCommands, userCommands } from './rowCommands'

const FEATURES = { userAccess: true, security: true, blockEnd: true }
const known = (level: number, over: Partial<Known> = {}): Known => ({
  viewer: aUser({ userId: 1, userName: 'me', level }),
  features: FEATURES,
  hasScreen: () => true,
  reports: ['/external', '/internal'],
  userById: () => undefined,
  ...over,
})
const USER = aUser({ userId: 9, userName: 'bea', level: 6, machineCount: 2 })
const MACHINE = aMachine({ id: 'm-1', name: 'Slot 0001', userName: 'bea' })
const line = (query: string) => parseCommand(query)!

const FLAGS = fc.record({
  viewerLevel: fc.integer({ min: 1, max: 7 }),
  level: fc.integer({ min: 1, max: 7 }),
  isSelf: fc.boolean(),
  isOff: fc.boolean(),
  machineCount: fc.integer({ min: 0, max: 2 }),
  features: fc.record({ userAccess: fc.boolean(), security: fc.boolean(), blockEnd: fc.boolean() }),
})

describe('each offered action', () => {
  test('for a user is found by each of its words, and one that does not apply shows why', () => {
    fc.assert(
      fc.property(FLAGS, ({ viewerLevel, level, isSelf, isOff, machineCount, features }) => {
        const those = known(viewerLevel, { features })
        const user = isSelf
          ? those.viewer
          : aUser({ userId: 9, userName: 'bea', level, machineCount, isBlocked: isOff })
        for (const { name, unavailable } of userActions(those.viewer, user, features))
          for (const words of USER_ACTIONS[name]) {
            const command = userCommands(user, line(`${words} ${user.userName}`), those).find(({ key }) =>
              key.startsWith(`${name} `),
            )
            expect(command).toMatchObject({
              label: `${isOff && !isSelf && name === 'block' ? 'Change block' : USER_ACTIONS[name][0]}: ${user.userName}`,
              opens: { kind: 'user', id: user.userId },
            })
            // opens only the panel, whose button shows the reason
            expect(command?.opens?.action).toBe(unavailable === undefined ? name : undefined)
            if (unavailable !== undefined) expect(command?.hint).toBe(unavailable)
          }
      }),
    )
  })

  test('for a machine is found by each of its words', () => {
    fc.assert(
      fc.property(FLAGS, ({ viewerLevel, isOff, features }) => {
        const those = known(viewerLevel, { features })
        const machine = aMachine({ id: 'm-1', name: 'Slot 0001', blocked: isOff })
        for (const { name } of machineActions(those.viewer, machine, features))
          for (const words of MACHINE_ACTIONS[name])
            expect(machineCommands(machine, line(`${words} slot 0001`), those)).toContainEqual(
              expect.objectContaining({
                label: `${isOff && name === 'block' ? 'Change block' : MACHINE_ACTIONS[name][0]}: Slot 0001`,
                opens: { kind: 'machine', id: 'm-1', action: name },
              }),
            )
      }),
    )
  })
})

const shown = (commands: readonly { label: string; to?: string }[]) =>
  commands.map(({ label, to }) => [label, to])

describe('reports', () => {
  test('for a user cover the named days', () => {
    expect(shown(userCommands(USER, line('report bea yesterday'), known(1)))).toEqual([
      ['External report of yesterday: bea', '/external?client=9&run=1&range=yesterday'],
      ['Internal report of yesterday: bea', '/internal?client=9&run=1&range=yesterday'],
    ])
  })
  test('for a machine', () => {
    expect(shown(machineCommands(MACHINE, line('external slot 0001'), known(1)))).toEqual([
      ['External report: Slot 0001', '/external?machine=m-1&run=1'],
    ])
  })
  test('for all users need days', () => {
    expect(shown(reportCommands(line('report last month'), known(1)))).toEqual([
      ['External report of last month', '/external?range=lastMonth&run=1'],
      ['Internal report of last month', '/internal?range=lastMonth&run=1'],
    ])
    expect(reportCommands(line('report'), known(1))).toEqual([])
  })
  test('do not link to a screen that the console lacks', () => {
    const without = known(1, { hasScreen: (path) => path === '/internal' })
    expect(shown(userCommands(USER, line('report bea'), without))).toEqual([
      ['Internal report: bea', '/internal?client=9&run=1'],
    ])
  })
})

test.each([
  [false, true, ['Block: Slot 0001', 'Block: bea']],
  [true, true, ['Change block: Slot 0001', 'Change block: bea']],
  // an existing block is changed only if the server supports ends of blocks
  [true, false, []],
])('an existing block is changed: blocked %j, with ends %j', (isBlocked, blockEnd, labels) => {
  const those = known(1, { features: { blockEnd } })
  const found = [
    ...machineCommands(aMachine({ ...MACHINE, blocked: isBlocked }), line('block slot'), those),
    ...userCommands(aUser({ ...USER, isBlocked }), line('block bea'), those),
  ]
  expect(found.map(({ label }) => label)).toEqual(labels)
})

test('a machine without an id has no address', () => {
  expect(machineCommands(aMachine({ id: '' }), line('credit slot'), known(1))).toEqual([])
})
