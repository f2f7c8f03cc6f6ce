import { finish, forEachInSteps, type Steps } from '../contracts/steps'

/** What the tree needs of a user. */
interface Member {
  userId: number
  parentUserId: number | null
}

/** The operators' tree. Unknown ids have no children, no ancestors and no path. */
export interface Hierarchy<T extends Member> {
  byId: ReadonlyMap<number, T>
  /** Those without a parent that counts, in the list's order. */
  roots: readonly T[]
  parentOf: (id: number) => T | null
  childrenOf: (id: number) => readonly T[]
  /** The nearest first. */
  ancestorsOf: (id: number) => T[]
  /** Every depth; each branch whole before the next. */
  descendantsOf: (id: number) => T[]
  /** Strictly below: nobody is below themselves. */
  isBelow: (id: number, ancestorId: number) => boolean
  /** From the top down to the user itself. */
  pathTo: (id: number) => T[]
}

/** Parent links that lead round in a circle, found in one pass: each user is walked over once. */
function* circularIds<T extends Member>(byId: ReadonlyMap<number, T>): Steps<ReadonlySet<number>> {
  const walkOf = new Map<number, number>()
  const circular = new Set<number>()
  const next = (member: T | undefined) =>
    member?.parentUserId == null ? undefined : byId.get(member.parentUserId)

  yield* forEachInSteps(byId.values(), (start) => {
    let member: T | undefined = start
    while (member !== undefined && !walkOf.has(member.userId)) {
      walkOf.set(member.userId, start.userId)
      member = next(member)
    }
    // met again on the very same walk: from here the links lead back to here
    if (member === undefined || walkOf.get(member.userId) !== start.userId) return
    while (member !== undefined && !circular.has(member.userId)) {
      circular.add(member.userId)
      member = next(member)
    }
  })
  return circular
}

/**
 * Builds the lookups in time linear in the list. Links that are missing, lead to nobody or run in a circle
 * count as none: what follows is a forest, and no walk through it can hang. Of two users with one id the
 * first stays.
 */
export const buildHierarchy = <T extends Member>(users: readonly T[]): Hierarchy<T> =>
  finish(buildingHierarchy(users))

/** The same in steps, for lists whose length would hold up a page. */
export function* buildingHierarchy<T extends Member>(users: readonly T[]): Steps<Hierarchy<T>> {
  const byId = new Map<number, T>()
  yield* forEachInSteps(users, (user) => {
    if (!byId.has(user.userId)) byId.set(user.userId, user)
  })

  const circular = yield* circularIds(byId)
  const parentOf = (id: number): T | null => {
    const parentId = circular.has(id) ? null : byId.get(id)?.parentUserId
    return parentId == null ? null : (byId.get(parentId) ?? null)
  }

  const roots: T[] = []
  const children = new Map<number, T[]>()
  yield* forEachInSteps(byId.values(), (user) => {
    const parent = parentOf(user.userId)
    const siblings = parent === null ? roots : children.get(parent.userId)
    if (siblings === undefined) children.set(parent!.userId, [user])
    else siblings.push(user)
  })
  const childrenOf = (id: number): readonly T[] => children.get(id) ?? []

  const ancestorsOf = (id: number): T[] => {
    const found: T[] = []
    for (let above = parentOf(id); above !== null; above = parentOf(above.userId)) found.push(above)
    return found
  }

  const descendantsOf = (id: number): T[] => {
    const found: T[] = []
    // a stack holds the next to visit last
    const waiting = childrenOf(id).toReversed()
    for (let member = waiting.pop(); member !== undefined; member = waiting.pop()) {
      found.push(member)
      for (const child of childrenOf(member.userId).toReversed()) waiting.push(child)
    }
    return found
  }

  const pathTo = (id: number): T[] => {
    const self = byId.get(id)
    return self === undefined ? [] : [...ancestorsOf(id).reverse(), self]
  }

  const isBelow = (id: number, ancestorId: number): boolean =>
    ancestorsOf(id).some((ancestor) => ancestor.userId === ancestorId)

  return { byId, roots, parentOf, childrenOf, ancestorsOf, descendantsOf, isBelow, pathTo }
}
