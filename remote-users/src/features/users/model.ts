import { creatorNames, type Machine, type User } from '@console/shared-kernel/contracts'

/** 'master › admin1 › client1', from the top of the tree down to the user. Empty for the top itself. */
export function pathOf(user: User): string {
  const names = creatorNames(user)
  return names.length > 1 ? names.join(' › ') : ''
}

/** The viewer's own account too, which only the Master's list has. */
export const userById = (id: number | null, users: readonly User[], viewer: User): User | undefined =>
  users.find(({ userId }) => userId === id) ?? (viewer.userId === id ? viewer : undefined)

/** Some servers name the owner alone. */
export const isMachineOf = ({ ownerId, userName }: Machine, user: User): boolean =>
  ownerId === null ? userName === user.userName : ownerId === user.userId

/** Whether both lists have the same users in the same order, at the same places of the tree, blocked or not. */
export const isSameTree = (one: readonly User[], other: readonly User[]): boolean =>
  one.length === other.length &&
  one.every((user, index) => {
    const now = other[index]!
    return (
      user === now ||
      (user.userId === now.userId &&
        user.parentUserId === now.parentUserId &&
        user.isBlocked === now.isBlocked &&
        user.userName === now.userName)
    )
  })

/** What loses access with a user. `users` is null until the whole list is loaded. */
export interface BlockImpact {
  users: number | null
  machines: number
}

export const NO_IMPACT: BlockImpact = { users: 0, machines: 0 }

/**
 * What loses access when several users are blocked, each counted once.
 *
 * @param all the whole list
 * @returns `below` counts the users below each of them, by id
 */
export function combinedBlockImpact(
  users: readonly User[],
  all: readonly User[],
): { users: number; machines: number; below: ReadonlyMap<number, number> } {
  const chosen = new Set(users.map(({ userId }) => userId))
  const parents = new Map(all.map(({ userId, parentUserId }) => [userId, parentUserId]))
  /** Cycles in the links end the walk. */
  const chosenAbove = ({ userId, parentUserId }: User): number[] => {
    const seen = new Set([userId])
    const found: number[] = []
    for (let at = parentUserId; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
      seen.add(at)
      if (chosen.has(at)) found.push(at)
    }
    return found
  }
  const below = new Map<number, number>()
  let blockedBelow = 0
  for (const user of all) {
    const above = chosenAbove(user)
    for (const id of above) below.set(id, (below.get(id) ?? 0) + 1)
    if (above.length > 0 && !chosen.has(user.userId)) blockedBelow += 1
  }
  // `machineCount` includes the machines of all users below
  const machines = users
    .filter((user) => chosenAbove(user).length === 0)
    .reduce((sum, { machineCount }) => sum + machineCount, 0)
  return { users: blockedBelow, machines, below }
}
