import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { HierarchyMachine, User } from '@console/shared-kernel/contracts'
import { aUser } from '@console/shared-kernel/testing/page'
import { cascadeOptions } from '../../../../testing/cascadeOptions'
import { buildCascade, clear, FIELDS, NOTHING_CHOSEN, USER_FIELDS, type Selection } from './cascade'

const IDS = 24

/** Arbitrary links: valid, dangling, to the user itself, circular, or against the levels. */
const users = fc
  .uniqueArray(
    fc.record({
      userId: fc.nat(IDS),
      level: fc.integer({ min: 3, max: 7 }),
      parentUserId: fc.option(fc.nat(IDS + 4)),
    }),
    { selector: ({ userId }) => userId },
  )
  .map((list): User[] => list.map((user) => aUser({ ...user, userName: `u${user.userId}` })))

const machines = fc
  .array(fc.option(fc.nat(IDS + 4)), { maxLength: 30 })
  .map((owners): HierarchyMachine[] =>
    owners.map((ownerId, index) => ({ id: `m${index}`, name: `m${index}`, ownerId, type: 'machine' })),
  )

/** The user's steps: a field, and which of its options is picked; null is 'All'. */
const steps = fc.array(fc.record({ field: fc.constantFrom(...FIELDS), option: fc.option(fc.nat(40)) }), {
  maxLength: 12,
})

/** The specification: the path up from a user, cut where it enters a cycle. */
function pathFrom(users: readonly User[], id: number): number[] {
  const path: number[] = []
  for (let at = users.find(({ userId }) => userId === id); at !== undefined;) {
    const { userId, parentUserId } = at
    if (path.includes(userId)) return path.slice(0, path.indexOf(userId) + 1)
    path.push(userId)
    at = users.find((user) => user.userId === parentUserId)
  }
  return path
}

function check(userList: User[], machineList: HierarchyMachine[], selection: Selection): void {
  const cascade = buildCascade(userList, machineList)
  const options = cascadeOptions(userList, machineList)
  const isUnder = (id: number | null, top: number) => id !== null && pathFrom(userList, id).includes(top)
  const isBelow = (id: number, top: number) => id !== top && isUnder(id, top)
  const chosen = USER_FIELDS.map((field) => selection[field])
  const parentOf = (index: number) => chosen.slice(0, index).findLast((id) => id !== null) ?? null

  chosen.forEach((id, index) => {
    const parent = parentOf(index)
    if (id !== null && parent !== null) expect(isBelow(id, parent)).toBe(true)
    const levels = [[3], [4], [5], [6, 7]][index]!
    const expected = userList.filter(
      ({ userId, level }) => levels.includes(level) && (parent === null || isBelow(userId, parent)),
    )
    expect(new Set(options.users(selection, USER_FIELDS[index]!))).toEqual(new Set(expected))
  })

  const parent = parentOf(chosen.length)
  const owner = cascade.machine(selection.machine)?.ownerId ?? null
  if (selection.machine !== null && parent !== null) expect(isUnder(owner, parent)).toBe(true)
  const expected = machineList.filter(({ ownerId }) => parent === null || isUnder(ownerId, parent))
  expect(new Set(options.machines(selection))).toEqual(new Set(expected))
  // any selection made by picking is valid in an address
  expect(cascade.resolveSelection(selection)).toEqual(selection)
}

describe('after any selections in any hierarchy', () => {
  test('[STATE-22] [STATE-28] each selected item is below the one above, and each list contains exactly its items', () => {
    fc.assert(
      fc.property(users, machines, steps, (userList, machineList, picks) => {
        const cascade = buildCascade(userList, machineList)
        const offered = cascadeOptions(userList, machineList)
        let selection = NOTHING_CHOSEN
        for (const { field, option } of picks) {
          const options = field === 'machine' ? offered.machines(selection) : offered.users(selection, field)
          const picked = option === null ? undefined : options[option % Math.max(1, options.length)]
          if (picked === undefined) selection = clear(selection, field)
          else if ('id' in picked) selection = cascade.pickMachine(picked.id)
          else selection = cascade.pickUser(picked.userId)
          check(userList, machineList, selection)
        }
      }),
      { numRuns: 300 },
    )
  })
})
