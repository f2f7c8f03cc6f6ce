import type { User } from '@console/shared-kernel/contracts/user'
import type { Hierarchy } from '@console/shared-kernel/domain/hierarchy'
import type { TreePlace } from '@console/shared-kernel/domain/treePlace'

/** A user in the tree, as it is opened and searched at present. */
export interface TreeRow {
  user: User
  place: TreePlace
  /** False for those who are there only because the search found somebody below them. */
  found: boolean
}

/** What a search has found. */
export interface Found {
  ids: ReadonlySet<number>
  /** Those with somebody found below them. */
  above: ReadonlySet<number>
}

export function foundIn(hierarchy: Hierarchy<User>, users: readonly User[]): Found {
  const above = new Set<number>()
  for (const { userId } of users) {
    let parent = hierarchy.parentOf(userId)
    // whoever was met before has brought all of their path along
    while (parent !== null && !above.has(parent.userId)) {
      above.add(parent.userId)
      parent = hierarchy.parentOf(parent.userId)
    }
  }
  return { ids: new Set(users.map(({ userId }) => userId)), above }
}

/**
 * The rows of the tree that can be seen, each branch whole before the next. A branch is open where a search
 * has found somebody in it, or where it is the only one at the top; `toggled` holds those that are the other
 * way round. While there is a search, a branch with somebody found in it shows these alone; below somebody
 * found are all that are there.
 *
 * @param found null without a search
 */
export function treeRows(
  hierarchy: Hierarchy<User>,
  found: Found | null,
  toggled: ReadonlySet<number>,
): TreeRow[] {
  const narrowed = (users: readonly User[]) =>
    found ? users.filter(({ userId }) => found.ids.has(userId) || found.above.has(userId)) : users
  const childrenOf = (id: number) => {
    const children = hierarchy.childrenOf(id)
    return found?.above.has(id) ? narrowed(children) : children
  }
  const openAtFirst = (id: number, isOnlyRoot: boolean) => (found ? found.above.has(id) : isOnlyRoot)

  const rows: TreeRow[] = []
  // the branches that are being walked, the deepest last: no recursion, a broken list may be deep
  const walks = [{ users: narrowed(hierarchy.roots), next: 0 }]
  for (let walk = walks.at(-1); walk !== undefined; walk = walks.at(-1)) {
    const user = walk.users[walk.next]
    if (user === undefined) {
      walks.pop()
      continue
    }
    walk.next += 1
    const { userId } = user
    const children = childrenOf(userId)
    const isOnlyRoot = walks.length === 1 && walk.users.length === 1
    const expanded = children.length === 0 ? null : openAtFirst(userId, isOnlyRoot) !== toggled.has(userId)
    rows.push({
      user,
      place: { level: walks.length, position: walk.next, siblings: walk.users.length, expanded },
      found: found === null || found.ids.has(userId),
    })
    if (expanded) walks.push({ users: children, next: 0 })
  }
  return rows
}
