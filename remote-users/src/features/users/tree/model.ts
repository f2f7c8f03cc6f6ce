import { forEachInSteps, ITEMS_A_STEP, type Steps } from '@console/shared-kernel/contracts/steps'
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

/** Those with somebody of the users given below them. */
function* findAbove(hierarchy: Hierarchy<User>, users: readonly User[]): Steps<ReadonlySet<number>> {
  const above = new Set<number>()
  yield* forEachInSteps(users, ({ userId }) => {
    let parent = hierarchy.parentOf(userId)
    // whoever was met before has brought all of their path along
    while (parent !== null && !above.has(parent.userId)) {
      above.add(parent.userId)
      parent = hierarchy.parentOf(parent.userId)
    }
  })
  return above
}

/**
 * The rows of the tree that can be seen, each branch whole before the next, in steps. A branch is open where
 * a search has found somebody in it, or where it is the only one at the top; `toggled` holds those that are
 * the other way round. While there is a search, a branch with somebody found in it shows these alone; below
 * somebody found are all that are there.
 *
 * @param found null without a search
 */
export function* growingTree(
  hierarchy: Hierarchy<User>,
  found: readonly User[] | null,
  toggled: ReadonlySet<number>,
): Steps<TreeRow[]> {
  const above = found && (yield* findAbove(hierarchy, found))
  const foundIds = found && new Set(found.map(({ userId }) => userId))
  const isFound = (id: number) => foundIds === null || foundIds.has(id)
  const narrowed = (users: readonly User[]) =>
    above ? users.filter(({ userId }) => isFound(userId) || above.has(userId)) : users
  const childrenOf = (id: number) => {
    const children = hierarchy.childrenOf(id)
    return above?.has(id) ? narrowed(children) : children
  }

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
    const openAtFirst = above ? above.has(userId) : walks.length === 1 && walk.users.length === 1
    const expanded = children.length === 0 ? null : openAtFirst !== toggled.has(userId)
    rows.push({
      user,
      place: { level: walks.length, position: walk.next, siblings: walk.users.length, expanded },
      found: isFound(userId),
    })
    if (expanded) walks.push({ users: children, next: 0 })
    if (rows.length % ITEMS_A_STEP === 0) yield
  }
  return rows
}
