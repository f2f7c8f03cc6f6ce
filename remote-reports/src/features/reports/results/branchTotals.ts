import {
  hierarchyName,
  type HierarchyMachine,
  type ReportRow,
  type User,
} from '@console/shared-kernel/contracts'
import type { TreeRow } from '@console/shared-kernel/core'
import type { ResultColumn } from '../definitions'
import { computeTotal, type MachineSums, type TotalsResult } from './reportResult'

/** The sums of a user's machines and of everyone's below; `machineName` is the user's name. */
export interface BranchSums extends ReportRow {
  /** Unique among all branches. */
  key: string
  /** Null for a parent's own machines, and for machines whose owner is unknown. */
  userId: number | null
  /** Their sums add up to this one. Empty at the end of a branch. */
  branches: readonly BranchSums[]
}

export interface Hierarchy {
  users: readonly User[]
  machines: readonly HierarchyMachine[]
}

/** A user who has machines in the result, or is above a user who has some. */
interface Member {
  user: User
  own: MachineSums[]
  below: Member[]
}

/** Memoised by result, because the table and its exported file show the same branches. */
const known = new WeakMap<
  readonly MachineSums[],
  { of: Hierarchy; top: number | null; branches: BranchSums[] }
>()

/**
 * Sums a result by branch of the user tree. Every row is in one branch, so the sums add up to its total.
 *
 * @param top the user to whom the result was narrowed; users above are left out
 */
export function branchTotals(
  rows: readonly MachineSums[],
  of: Hierarchy,
  top: number | null,
): readonly BranchSums[] {
  const before = known.get(rows)
  if (before && before.of.users === of.users && before.of.machines === of.machines && before.top === top)
    return before.branches
  const branches = sumUp(rows, of, top)
  known.set(rows, { of, top, branches })
  return branches
}

function sumUp(rows: readonly MachineSums[], { users, machines }: Hierarchy, top: number | null) {
  const owners = new Map(machines.map(({ id, ownerId }) => [id, ownerId]))
  const userById = new Map(users.map((user) => [user.userId, user]))
  const tree = new Tree(userById)
  const others: MachineSums[] = []
  for (const row of rows) {
    // the hierarchy has no retired machines, and not every server sends owners
    const owner = userById.get(row.ownerId ?? NaN) ?? userById.get(owners.get(row.machineId ?? '') ?? NaN)
    if (owner) tree.memberOf(owner).own.push(row)
    else others.push(row)
  }
  let tops = tree.tops
  while (top !== null && tops.length === 1 && tops[0]!.user.userId !== top && tops[0]!.own.length === 0)
    tops = tops[0]!.below
  const sums = tree.sums()
  const branches = tops.map((member) => sums.get(member)!)
  return others.length === 0 ? branches : [...branches, partOf('others', 'Other machines', others)]
}

/** A user whose parent is missing, unknown or part of a cycle is at the top. */
class Tree {
  readonly tops: Member[] = []
  /** Parents come first. */
  private readonly members = new Map<number, Member>()
  private readonly userById: ReadonlyMap<number, User>

  constructor(userById: ReadonlyMap<number, User>) {
    this.userById = userById
  }

  memberOf(user: User): Member {
    const path = new Set<User>()
    let at: User | undefined = user
    while (at && !this.members.has(at.userId) && !path.has(at)) {
      path.add(at)
      at = this.userById.get(at.parentUserId ?? NaN)
    }
    let above = at && !path.has(at) ? this.members.get(at.userId) : undefined
    for (const each of [...path].reverse()) {
      const member: Member = { user: each, own: [], below: [] }
      const siblings = above?.below ?? this.tops
      siblings.push(member)
      this.members.set(each.userId, member)
      above = member
    }
    return above!
  }

  sums(): ReadonlyMap<Member, BranchSums> {
    const sums = new Map<Member, BranchSums>()
    for (const member of [...this.members.values()].reverse()) {
      const { user, own, below } = member
      const name = hierarchyName(user)
      const branches = below.map((each) => sums.get(each)!)
      if (own.length > 0 && branches.length > 0)
        branches.unshift(partOf(`own ${user.userId}`, `${name}, own machines`, own))
      sums.set(member, {
        ...(branches.length > 0 ? added(branches) : computeTotal(own)),
        key: String(user.userId),
        userId: user.userId,
        machineName: name,
        branches,
      })
    }
    return sums
  }
}

const partOf = (key: string, name: string, rows: readonly MachineSums[]): BranchSums => ({
  ...computeTotal(rows),
  key,
  userId: null,
  machineName: name,
  branches: [],
})

const added = (branches: readonly BranchSums[]): ReportRow => ({
  ...computeTotal(branches),
  machineCount: branches.reduce((count, branch) => count + branch.machineCount, 0),
})

export type BranchColumns = readonly ResultColumn<BranchSums>[]

/** The columns of 'Total per machine', and the share of the total inflow. */
export function branchColumns({ type, total }: TotalsResult): BranchColumns {
  const [name, ...sums] = type.machines
  const inflow = sums.find(({ key }) => key === 'inflow')
  if (!name || !inflow) return []
  const all = Number(inflow.read(total))
  return [
    { ...name, header: 'Name user' },
    ...sums,
    {
      key: 'share',
      header: `Share of ${inflow.header}`,
      kind: 'percent',
      read: (row) => (all === 0 ? 0 : (100 * Number(inflow.read(row))) / all),
    },
  ]
}

/** The rows of the opened branches; a single top branch starts open. @param order sorts siblings */
export function openedRows(
  branches: readonly BranchSums[],
  toggled: ReadonlySet<string>,
  order: (siblings: readonly BranchSums[]) => readonly BranchSums[],
): TreeRow<BranchSums>[] {
  const rows: TreeRow<BranchSums>[] = []
  const add = (siblings: readonly BranchSums[], level: number): void => {
    for (const [index, row] of order(siblings).entries()) {
      const isOpen = (level === 1 && siblings.length === 1) !== toggled.has(row.key)
      const expanded = row.branches.length === 0 ? null : isOpen
      rows.push({
        row,
        place: { level, position: index + 1, siblings: siblings.length, expanded },
        found: true,
      })
      if (expanded) add(row.branches, level + 1)
    }
  }
  add(branches, 1)
  return rows
}

/** All branches, open or not, each with the path of names that leads to it. */
export const withPaths = (
  branches: readonly BranchSums[],
  above: readonly string[] = [],
): { path: string; row: BranchSums }[] =>
  branches.flatMap((row) => {
    const names = [...above, row.machineName]
    return [{ path: names.join(' / '), row }, ...withPaths(row.branches, names)]
  })
