import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type {
  HierarchyLevel,
  HierarchyMachine,
  HierarchyUser,
} from '@console/shared-kernel/contracts/hierarchy'
import { buildHierarchy } from '@console/shared-kernel/domain/hierarchy'
import { buildCascade, clear, FIELDS, NOTHING_CHOSEN, USER_FIELDS, type Selection } from './cascade'

const IDS = 24

/** Any links at all: right ones, to nobody, to oneself, in circles, against the levels. */
const users = fc
  .uniqueArray(
    fc.record({
      userId: fc.nat(IDS),
      level: fc.integer({ min: 3, max: 7 }) as fc.Arbitrary<HierarchyLevel>,
      parentUserId: fc.option(fc.nat(IDS + 4)),
    }),
    { selector: ({ userId }) => userId },
  )
  .map((list): HierarchyUser[] => list.map((user) => ({ ...user, name: `u${user.userId}` })))

const machines = fc
  .array(fc.option(fc.nat(IDS + 4)), { maxLength: 30 })
  .map((owners): HierarchyMachine[] =>
    owners.map((ownerId, index) => ({ id: `m${index}`, name: `m${index}`, ownerId, type: 'machine' })),
  )

/** What somebody does: a field, and which of its options is picked; none is 'All'. */
const steps = fc.array(fc.record({ field: fc.constantFrom(...FIELDS), option: fc.option(fc.nat(40)) }), {
  maxLength: 12,
})

function check(userList: HierarchyUser[], machineList: HierarchyMachine[], selection: Selection): void {
  const cascade = buildCascade(userList, machineList)
  const hierarchy = buildHierarchy(userList)
  const isUnder = (id: number | null, top: number) =>
    id !== null && (id === top ? hierarchy.byId.has(id) : hierarchy.isBelow(id, top))
  const chosen = USER_FIELDS.map((field) => selection[field])
  const parentOf = (place: number) => chosen.slice(0, place).findLast((id) => id !== null) ?? null

  chosen.forEach((id, place) => {
    const parent = parentOf(place)
    if (id !== null && parent !== null) expect(hierarchy.isBelow(id, parent)).toBe(true)
    const levels = [[3], [4], [5], [6, 7]][place]!
    const expected = userList.filter(
      ({ userId, level }) => levels.includes(level) && (parent === null || hierarchy.isBelow(userId, parent)),
    )
    expect(new Set(cascade.users(selection, USER_FIELDS[place]!))).toEqual(new Set(expected))
  })

  const parent = parentOf(chosen.length)
  const owner = cascade.machine(selection.machine)?.ownerId ?? null
  if (selection.machine !== null && parent !== null) expect(isUnder(owner, parent)).toBe(true)
  const expected = machineList.filter(({ ownerId }) => parent === null || isUnder(ownerId, parent))
  expect(new Set(cascade.machines(selection))).toEqual(new Set(expected))
  // what picking makes is what an address may hold
  expect(cascade.settle(selection)).toEqual(selection)
}

describe('after any picks over any hierarchy', () => {
  it('[STATE-22] [STATE-28] each chosen item is under the one above, and each list holds exactly what is', () => {
    fc.assert(
      fc.property(users, machines, steps, (userList, machineList, picks) => {
        const cascade = buildCascade(userList, machineList)
        let selection = NOTHING_CHOSEN
        for (const { field, option } of picks) {
          const options = field === 'machine' ? cascade.machines(selection) : cascade.users(selection, field)
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

describe('100,000 users and 50,000 machines', () => {
  it('are cut and picked without being walked through', () => {
    const many: HierarchyUser[] = Array.from({ length: 100_000 }, (_, index) => {
      const level = (index < 20 ? 3 : index < 200 ? 4 : index < 2_000 ? 5 : 6) as HierarchyLevel
      const parent = level === 3 ? null : Math.floor(index / 10)
      return { userId: index, name: `u${index}`, level, parentUserId: parent }
    })
    const owned: HierarchyMachine[] = Array.from({ length: 50_000 }, (_, index) => ({
      id: `m${index}`,
      name: `m${index}`,
      ownerId: 50_000 + index,
      type: 'machine',
    }))
    const cascade = buildCascade(many, owned)
    // a walk through the whole for each of these would take minutes
    for (let pick = 0; pick < 2_000; pick += 1) {
      const selection = cascade.pickMachine(`m${pick * 25}`)
      expect(cascade.machines(selection).length).toBeGreaterThan(0)
    }
    expect(cascade.users(cascade.pickUser(2), 'distributor')).toHaveLength(10)
  })
})
