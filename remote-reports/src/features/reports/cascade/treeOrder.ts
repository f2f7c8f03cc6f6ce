import type { HierarchyLevel, HierarchyUser } from '@console/shared-kernel/contracts/hierarchy'
import { buildHierarchy, type Hierarchy } from '@console/shared-kernel/domain/hierarchy'

/** The part of an order that lies under a user: `first` belongs to it, `end` does not. */
interface Stretch {
  first: number
  end: number
}

/** Users in one line in which each branch is one stretch: what is under a user is cut out, never searched. */
export interface TreeOrder {
  hierarchy: Hierarchy<HierarchyUser>
  /** The place of a user and of everybody below. */
  stretchOf: (userId: number) => Stretch | null
}

export function orderTree(users: readonly HierarchyUser[]): TreeOrder {
  const hierarchy = buildHierarchy(users)
  const order = hierarchy.roots.flatMap((root) => [root, ...hierarchy.descendantsOf(root.userId)])
  const stretches = new Map(order.map(({ userId }, place) => [userId, { first: place, end: place + 1 }]))
  // from the last to the first: everybody below has been counted by then
  for (const { userId } of order.toReversed()) {
    const above = stretches.get(hierarchy.parentOf(userId)?.userId ?? NaN)
    if (above) above.end = Math.max(above.end, stretches.get(userId)!.end)
  }
  return { hierarchy, stretchOf: (userId) => stretches.get(userId) ?? null }
}

/** A list that can be cut by who stands above. */
export interface CuttableList<Item> {
  /** In the server's order. */
  all: readonly Item[]
  under: (stretch: Stretch) => readonly Item[]
}

/** `ownerOf` names the user at whose place an item stands; items of nobody are in `all` alone. */
export function cuttable<Item>(
  items: readonly Item[],
  ownerOf: (item: Item) => number | null,
  { stretchOf }: TreeOrder,
): CuttableList<Item> {
  const placed = items
    .flatMap((item) => {
      const place = stretchOf(ownerOf(item) ?? NaN)?.first
      return place === undefined ? [] : [{ item, place }]
    })
    .sort((a, b) => a.place - b.place)
  const ordered = placed.map(({ item }) => item)

  /** Index of the first item at this place or after it. */
  const from = (place: number): number => {
    let low = 0
    let high = placed.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (placed[middle]!.place < place) low = middle + 1
      else high = middle
    }
    return low
  }
  return { all: items, under: ({ first, end }) => ordered.slice(from(first), from(end)) }
}

/** The ancestors that can be chosen above a user, by level: each under the one before. */
export function ancestorsByLevel(
  userId: number,
  hierarchy: Hierarchy<HierarchyUser>,
): ReadonlyMap<HierarchyLevel, HierarchyUser> {
  const found = new Map<HierarchyLevel, HierarchyUser>()
  let lowest: number = hierarchy.byId.get(userId)?.level ?? 0
  for (const ancestor of hierarchy.ancestorsOf(userId)) {
    // in bad data a level may come twice, or stand under a lower one
    if (ancestor.level >= lowest) continue
    found.set(ancestor.level, ancestor)
    lowest = ancestor.level
  }
  return found
}
