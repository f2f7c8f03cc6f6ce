import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { aUser } from '@console/shared-kernel/testing/page'
import type { User } from '@console/shared-kernel/contracts'
import { branchTotals, openedRows, withPaths, type BranchSums } from './branchTotals'
import { computeTotal, type MachineSums } from './reportResult'

const person = (userId: number, parentUserId: number | null): User =>
  aUser({ userId, userName: `user ${userId}`, parentUserId })
const row = (
  machineId: string | null,
  inCents: number,
  outCents: number,
  ownerId: number | null = null,
): MachineSums => ({
  ...computeTotal([]),
  machineName: `machine ${machineId}`,
  machineCount: 1,
  machineId,
  ownerId,
  movementCount: 1,
  inCents,
  outCents,
  betCents: inCents,
  winCents: outCents,
  profitCents: inCents - outCents,
})
const owned = (id: string, ownerId: number | null) => ({ id, name: id, ownerId, type: 'machine' as const })

const HIERARCHY = {
  users: [person(1, null), person(2, 1), person(3, 2), person(4, 3), person(5, 2)],
  machines: [owned('a', 3), owned('b', 4), owned('c', 5), owned('d', 99)],
}
const ROWS = [row('a', 100, 40), row('b', 50, 60), row('c', 7, 0), row('d', 3, 1), row(null, 2, 0)]
const lines = (branches: readonly BranchSums[]) =>
  withPaths(branches).map(({ path, row: { inCents, outCents } }) => [path, inCents, outCents])

describe('the sums of the branches', () => {
  test('include a user and everyone below; own machines and machines without a known owner are branches too', () => {
    expect(lines(branchTotals(ROWS, HIERARCHY, null))).toEqual([
      ['user 1', 157, 100],
      ['user 1 / user 2', 157, 100],
      ['user 1 / user 2 / user 3', 150, 100],
      ['user 1 / user 2 / user 3 / user 3, own machines', 100, 40],
      ['user 1 / user 2 / user 3 / user 4', 50, 60],
      ['user 1 / user 2 / user 5', 7, 0],
      ['Other machines', 5, 1],
    ])
  })

  test('include the retired machines of their users, which appear only in the rows', () =>
    expect(lines(branchTotals([...ROWS.slice(2, 3), row('retired', 20, 5, 5)], HIERARCHY, 5))).toEqual([
      ['user 5', 27, 5],
    ]))

  test('begin at the user the report was narrowed to', () => {
    expect(lines(branchTotals(ROWS.slice(0, 2), HIERARCHY, 3)).map(([path]) => path)).toEqual([
      'user 3',
      'user 3 / user 3, own machines',
      'user 3 / user 4',
    ])
  })

  test('expand level by level; a single top branch is expanded at first', () => {
    const branches = branchTotals(ROWS.slice(0, 3), HIERARCHY, null)
    const opened = (...toggled: string[]) =>
      openedRows(branches, new Set(toggled), (siblings) => siblings.toReversed()).map(
        ({ row: { machineName }, place: { level, position, siblings, expanded } }) =>
          [machineName, level, `${position}/${siblings}`, expanded] as const,
      )
    expect(opened()).toEqual([
      ['user 1', 1, '1/1', true],
      ['user 2', 2, '1/1', false],
    ])
    expect(opened('1')).toEqual([['user 1', 1, '1/1', false]])
    expect(opened('2')).toEqual([
      ['user 1', 1, '1/1', true],
      ['user 2', 2, '1/1', true],
      ['user 5', 3, '1/2', null],
      ['user 3', 3, '2/2', false],
    ])
  })
})

const AMOUNTS = [
  'movementCount',
  'machineCount',
  'inCents',
  'outCents',
  'betCents',
  'winCents',
  'profitCents',
] as const
const amountsOf = (sums: MachineSums | BranchSums | ReturnType<typeof computeTotal>) =>
  AMOUNTS.map((name) => sums[name])
const sumOf = (branches: readonly (MachineSums | BranchSums)[]) =>
  AMOUNTS.map((name) => branches.reduce((sum, branch) => sum + branch[name], 0))

test('children add up to their parent, and the top to the total, to the cent, whatever the links', () => {
  const id = fc.integer({ min: 1, max: 12 })
  const cents = fc.integer({ min: 0, max: 1e12 })
  const people = fc.uniqueArray(fc.tuple(id, fc.option(fc.integer({ min: 1, max: 15 }))), {
    selector: ([each]) => each,
  })
  const machines = fc.array(fc.tuple(fc.option(fc.integer({ min: 1, max: 15 })), cents, cents), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(people, machines, fc.option(id), (links, amounts, top) => {
      const users = links.map(([userId, parent]) => person(userId, parent))
      const rows = amounts.map(([, into, out], index) => row(`m${index}`, into, out))
      const known = amounts.map(([ownerId], index) => owned(`m${index}`, ownerId))
      const branches = branchTotals(rows, { users, machines: known }, top)
      expect(sumOf(branches)).toEqual(amountsOf({ ...computeTotal(rows), machineCount: rows.length }))
      const all = withPaths(branches)
      for (const { row: each } of all)
        if (each.branches.length > 0) expect(sumOf(each.branches)).toEqual(amountsOf(each))
      // each machine is in exactly one leaf
      expect(
        sumOf(all.map(({ row: each }) => each).filter(({ branches: below }) => below.length === 0)),
      ).toEqual(sumOf(branches))
      expect(new Set(all.map(({ row: { key } }) => key)).size).toBe(all.length)
    }),
  )
})
