import { packPlace } from '../domain/packedTreeRow'
import type { TreeRows } from './listKinds'

interface Member {
  userId: number
  parentUserId: number | null
}

/** Flags by row index: 1 for rows in the set. */
export type RowSet = Uint8Array

const NONE = -1

interface TreeView {
  /** Ids of branches opened or closed by hand. */
  toggled: ReadonlySet<number>
  /** The single root; null means all users without a parent. */
  top: number | null
}

/**
 * The tree of users, by row index. Links that are missing, lead nowhere or form a cycle are ignored. All
 * traversals take linear time.
 */
export class UserTree {
  private readonly parentOf: Int32Array
  private readonly indexOf: ReadonlyMap<number, number>
  private readonly children: (parent: number) => Uint32Array
  private counts: Uint32Array | null = null

  constructor(users: readonly Member[]) {
    this.indexOf = new Map(users.map(({ userId }, index) => [userId, index]))
    this.parentOf = Int32Array.from(users, ({ parentUserId }) =>
      parentUserId === null ? NONE : (this.indexOf.get(parentUserId) ?? NONE),
    )
    this.cutCircles()
    this.children = this.childrenIn(Uint32Array.from(users.keys()))
  }

  /** Positions by row index: 0 for the user, from 1 for everyone below, depth first; -1 for others. */
  branchOf(userId: number): Int32Array {
    const positions = new Int32Array(this.parentOf.length).fill(NONE)
    const top = this.indexOf.get(userId)
    const stack = top === undefined ? [] : [top]
    let position = 0
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      positions[index] = position++
      for (const child of this.children(index).toReversed()) stack.push(child)
    }
    return positions
  }

  /**
   * Lists rows depth first. A branch is open if the search found something in it, or if it is the only root. With a
   * search (`found`) such a branch shows only the matches; below a match everything can be opened. `order` sorts
   * siblings.
   */
  rows(order: Uint32Array, found: RowSet | null, { toggled, top }: TreeView): TreeRows {
    const flipped = new Set([...toggled].map((id) => this.indexOf.get(id)))
    const children = this.childrenIn(order)
    const above = found && this.above(found)
    const shown = (indexes: Uint32Array) =>
      found && above ? indexes.filter((index) => found[index] === 1 || above[index] === 1) : indexes
    const childrenOf = (index: number) => (above?.[index] === 1 ? shown(children(index)) : children(index))

    const topIndex = top === null ? undefined : this.indexOf.get(top)
    const tops = top === null ? children(NONE) : Uint32Array.of(...(topIndex === undefined ? [] : [topIndex]))

    const indexes: number[] = []
    const places: number[] = []
    // a stack instead of recursion, because an invalid list may be deep
    const walks = [{ indexes: shown(tops), next: 0 }]
    for (let walk = walks.at(-1); walk !== undefined; walk = walks.at(-1)) {
      if (walk.next === walk.indexes.length) {
        walks.pop()
        continue
      }
      const index = walk.indexes[walk.next]!
      walk.next += 1
      const below = childrenOf(index)
      const openAtFirst = above ? above[index] === 1 : walks.length === 1 && walk.indexes.length === 1
      const expanded = below.length > 0 && openAtFirst !== flipped.has(index)
      const place = {
        level: walks.length,
        position: walk.next,
        siblings: walk.indexes.length,
        expanded: below.length === 0 ? null : expanded,
      }
      indexes.push(index)
      places.push(...packPlace(place, found?.[index] !== 0))
      if (expanded) walks.push({ indexes: below, next: 0 })
    }
    const counts = (this.counts ??= this.countBelow())
    return {
      indexes: Uint32Array.from(indexes),
      places: Int32Array.from(places),
      below: Uint32Array.from(indexes, (index) => counts[index]!),
    }
  }

  private countBelow(): Uint32Array {
    const counts = new Uint32Array(this.parentOf.length)
    // parents before their descendants
    const order = new Uint32Array(this.parentOf.length)
    let known = 0
    for (const root of this.children(NONE)) order[known++] = root
    for (let at = 0; at < known; at += 1)
      for (const child of this.children(order[at]!)) order[known++] = child
    for (let at = known - 1; at >= 0; at -= 1) {
      const parent = this.parentOf[order[at]!]!
      if (parent !== NONE) counts[parent]! += counts[order[at]!]! + 1
    }
    return counts
  }

  private above(found: RowSet): RowSet {
    const above: RowSet = new Uint8Array(found.length)
    found.forEach((isFound, index) => {
      if (isFound !== 1) return
      let at = this.parentOf[index]!
      // stops where the path is already marked
      while (at !== NONE && above[at] === 0) {
        above[at] = 1
        at = this.parentOf[at]!
      }
    })
    return above
  }

  /** The children of each user, in the given order; those of `NONE` are the roots. */
  private childrenIn(order: Uint32Array): (parent: number) => Uint32Array {
    const roots = order.length
    const slotOf = (index: number) => (this.parentOf[index] === NONE ? roots : this.parentOf[index]!)
    const starts = new Uint32Array(roots + 2)
    for (const index of order) starts[slotOf(index) + 1]! += 1
    for (let slot = 1; slot < starts.length; slot += 1) starts[slot]! += starts[slot - 1]!
    const next = starts.slice()
    const children = new Uint32Array(order.length)
    for (const index of order) children[next[slotOf(index)]!++] = index
    return (parent) => {
      const slot = parent === NONE ? roots : parent
      return children.subarray(starts[slot]!, starts[slot + 1]!)
    }
  }

  private cutCircles(): void {
    const walkOf = new Int32Array(this.parentOf.length).fill(NONE)
    for (let start = 0; start < walkOf.length; start += 1) {
      let at = start
      while (at !== NONE && walkOf[at] === NONE) {
        walkOf[at] = start
        at = this.parentOf[at]!
      }
      // visited before on this walk: the links form a cycle
      while (at !== NONE && walkOf[at] === start && this.parentOf[at] !== NONE) {
        const next = this.parentOf[at]!
        this.parentOf[at] = NONE
        at = next
      }
    }
  }
}
