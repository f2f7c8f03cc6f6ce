import { describe, expect, test } from '@jest/globals'
import type { HierarchyMachine, User } from '@console/shared-kernel/contracts'
import { aUser } from '@console/shared-kernel/testing/page'
import { cascadeOptions } from '../../../../testing/cascadeOptions'
import { buildCascade, clear, NOTHING_CHOSEN, type Selection } from './cascade'

const user = (userId: number, level: number, parentUserId: number | null): User =>
  aUser({ userId, userName: `u${userId}`, level, parentUserId })
const machine = (id: string, ownerId: number | null): HierarchyMachine => ({
  id,
  name: `Machine: ${id}`,
  ownerId,
  type: 'machine',
})

/*
 * 3 ─ 4 ─ 5 ─ 6 (m1, m2) ─ 7 (m3)
 *         ├── 60 (no machine) ─ 70 (m4)
 *         └── 71, a Player without a Client (m5)
 * 30 ─ 40, no users below
 */
const USERS = [
  user(2, 2, null),
  user(3, 3, 2),
  user(30, 3, 2),
  user(4, 4, 3),
  user(40, 4, 30),
  user(5, 5, 4),
  user(7, 7, 6),
  user(6, 6, 5),
  user(60, 6, 5),
  user(70, 7, 60),
  user(71, 7, 5),
]
const MACHINES = [machine('m3', 7), machine('m1', 6), machine('m4', 70), machine('m2', 6), machine('m5', 71)]
const cascade = buildCascade(USERS, MACHINES)
const options = cascadeOptions(USERS, MACHINES)

const chosen = (over: Partial<Selection>): Selection => ({ ...NOTHING_CHOSEN, ...over })
const branch = { subAdmin: 3, distributor: 4, subDistributor: 5 }

describe('[STATE-22] a selection fills all ancestors', () => {
  test.each<[string, number, Partial<Selection>]>([
    ['[STATE-23] a Sub-Administrator, and clears the four below', 3, { subAdmin: 3 }],
    ['a Distributor', 4, { subAdmin: 3, distributor: 4 }],
    ['a Sub-Distributor', 5, branch],
    ['[STATE-25] a Client, and its first machine', 6, { ...branch, client: 6, machine: 'm1' }],
    ['[STATE-25] a Client without machines of its own', 60, { ...branch, client: 60 }],
    ['[STATE-26] a Player: its Client, and no machine', 7, { ...branch, client: 6 }],
    ['a Player under a Sub-Distributor is its own client', 71, { ...branch, client: 71, machine: 'm5' }],
    ['somebody who is not there', 99, {}],
    ['[CONST-3] [ENTITY-19] somebody of another level', 2, {}],
  ])('%s', (_, id, expected) => expect(cascade.pickUser(id)).toEqual(chosen(expected)))

  test.each<[string, string, Partial<Selection>]>([
    ["a Client's", 'm2', { ...branch, client: 6, machine: 'm2' }],
    ["a Player's: the Player's Client", 'm3', { ...branch, client: 6, machine: 'm3' }],
    ['of a Player of its own', 'm5', { ...branch, client: 71, machine: 'm5' }],
  ])('[STATE-27] a machine %s', (_, id, expected) =>
    expect(cascade.pickMachine(id)).toEqual(chosen(expected)),
  )
})

describe('the report of a branch', () => {
  test.each<[string, number, Partial<Selection>]>([
    ['a Client selects none of its machines', 6, { ...branch, client: 6 }],
    ['a Player under a Sub-Distributor selects the Player as client', 71, { ...branch, client: 71 }],
  ])('of %s', (_, id, expected) => expect(cascade.branch(id)).toEqual(chosen(expected)))

  test.each([
    ['an Administrator', 2],
    ['a Player below a Client', 7],
  ])('of %s does not exist, as no field offers the user', (_, id) => expect(cascade.branch(id)).toBeNull())
})

describe('[STATE-24] clearing', () => {
  const all = { ...branch, client: 6, machine: 'm1' }
  test.each<[keyof Selection, Partial<Selection>]>([
    ['machine', { ...branch, client: 6 }],
    ['client', branch],
    ['subDistributor', { subAdmin: 3, distributor: 4 }],
    ['distributor', { subAdmin: 3 }],
    ['subAdmin', {}],
  ])('%s also clears everything below it', (field, expected) =>
    expect(clear(chosen(all), field)).toEqual(chosen(expected)),
  )
})

describe('[STATE-21] [STATE-28] each list contains the items under the selected parent', () => {
  const ids = (users: readonly User[]) => users.map(({ userId }) => userId)
  const machineIds = (selection: Partial<Selection>) =>
    options.machines(chosen(selection)).map(({ id }) => id)

  test('or everything while nothing is selected, in server order', () => {
    expect(ids(options.users(NOTHING_CHOSEN, 'subAdmin'))).toEqual([3, 30])
    expect(ids(options.users(NOTHING_CHOSEN, 'distributor'))).toEqual([4, 40])
    expect(ids(options.users(NOTHING_CHOSEN, 'client'))).toEqual([7, 6, 60, 70, 71])
    expect(machineIds({})).toEqual(['m3', 'm1', 'm4', 'm2', 'm5'])
  })

  test.each<['distributor' | 'subDistributor' | 'client', Partial<Selection>, number[]]>([
    ['distributor', { subAdmin: 3 }, [4]],
    ['distributor', { subAdmin: 30 }, [40]],
    ['subDistributor', { subAdmin: 3, distributor: 4 }, [5]],
    ['subDistributor', { subAdmin: 30, distributor: 40 }, []],
    ['subDistributor', { subAdmin: 30 }, []],
    ['client', branch, [6, 7, 60, 70, 71]],
    ['client', { subAdmin: 3 }, [6, 7, 60, 70, 71]],
  ])('%s under %p', (field, selection, expected) =>
    expect(ids(options.users(chosen(selection), field))).toEqual(expected),
  )

  test('for a Client: its own machines, then those of its Players', () => {
    expect(machineIds({ ...branch, client: 6 })).toEqual(['m1', 'm2', 'm3'])
    expect(machineIds({ ...branch, client: 60 })).toEqual(['m4'])
    expect(machineIds({ ...branch, client: 71 })).toEqual(['m5'])
    expect(machineIds({ subAdmin: 30 })).toEqual([])
  })
})

describe('a hierarchy with broken links', () => {
  const users = [
    user(3, 3, null),
    user(4, 4, 99),
    user(5, 5, 50),
    user(50, 5, 5),
    user(6, 6, 3),
    user(61, 6, 5),
    user(8, 4, 81),
    user(81, 6, 8),
  ]
  const machines = [machine('a', 6), machine('b', 99), machine('c', null), machine('d', 4)]
  const broken = buildCascade(users, machines)
  const offered = cascadeOptions(users, machines)

  test('fills the known ancestors', () => {
    expect(broken.pickUser(4)).toEqual(chosen({ distributor: 4 }))
    expect(broken.pickUser(5)).toEqual(chosen({ subDistributor: 5 }))
    expect(broken.pickUser(61)).toEqual(chosen({ subDistributor: 5, client: 61 }))
    expect(broken.pickUser(6)).toEqual(chosen({ subAdmin: 3, client: 6, machine: 'a' }))
    expect(broken.pickUser(81)).toEqual(chosen({ client: 81 }))
    expect(broken.pickMachine('b')).toEqual(chosen({ machine: 'b' }))
    expect(broken.pickMachine('c')).toEqual(chosen({ machine: 'c' }))
    expect(broken.pickMachine('d')).toEqual(chosen({ distributor: 4, machine: 'd' }))
  })

  test('lists unconnected items only while no ancestor is selected', () => {
    const names = (selection: Selection) => offered.machines(selection).map(({ id }) => id)
    expect(offered.users(NOTHING_CHOSEN, 'distributor')).toHaveLength(2)
    expect(offered.users(chosen({ subAdmin: 3 }), 'distributor')).toEqual([])
    expect(names(NOTHING_CHOSEN)).toEqual(['a', 'b', 'c', 'd'])
    expect(names(chosen({ subAdmin: 3 }))).toEqual(['a'])
  })
})

describe('a selection from an address', () => {
  test.each<[string, Partial<Selection>, Partial<Selection>]>([
    ['that is right stays', { ...branch, client: 6, machine: 'm2' }, { ...branch, client: 6, machine: 'm2' }],
    ['with a gap stays', { subAdmin: 3, client: 6 }, { subAdmin: 3, client: 6 }],
    ['loses what is not there', { subAdmin: 999, machine: 'gone' }, {}],
    ['loses what is of another kind', { subAdmin: 4 }, {}],
    ['loses what is not under the rest', { subAdmin: 30, distributor: 4, machine: 'm1' }, { subAdmin: 30 }],
    ['has the Client of a Player', { client: 7, machine: 'm3' }, { client: 6, machine: 'm3' }],
  ])('%s', (_, selection, expected) =>
    expect(cascade.resolveSelection(chosen(selection))).toEqual(chosen(expected)),
  )
})
