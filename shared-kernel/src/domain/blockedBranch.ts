import type { Machine } from '../contracts/machine'
import type { User } from '../contracts/user'

type TreeMember = Pick<User, 'userId' | 'parentUserId' | 'isBlocked'>

/** The highest blocked ancestor of a user. Cycles in the links end the walk. */
export function blockedAncestors<Member extends TreeMember>(
  users: readonly Member[],
): (user: Member) => Member | undefined {
  if (!users.some(({ isBlocked }) => isBlocked)) return () => undefined
  const byId = new Map(users.map((user) => [user.userId, user]))
  const parentOf = ({ parentUserId }: Member) => (parentUserId === null ? undefined : byId.get(parentUserId))
  return (user) => {
    let highest: Member | undefined
    const seen = new Set([user])
    for (let at = parentOf(user); at && !seen.has(at); at = parentOf(at)) {
      seen.add(at)
      if (at.isBlocked) highest = at
    }
    return highest
  }
}

/**
 * Whether the owner of a machine is blocked, directly or through an ancestor. A machine without the id of its owner
 * is matched by name.
 */
export function blockedOwners(users: readonly (TreeMember & Pick<User, 'userName'>)[]): IsOwnerBlocked {
  const blocked = blockedUsers(users)
  const ids = new Set(blocked.map(({ userId }) => userId))
  const names = new Set(blocked.map(({ userName }) => userName))
  return ({ ownerId, userName }) => (ownerId === null ? names.has(userName) : ids.has(ownerId))
}

export type IsOwnerBlocked = (machine: Pick<Machine, 'ownerId' | 'userName'>) => boolean

/** Takes linear time: each user is visited once. */
function blockedUsers<Member extends TreeMember>(users: readonly Member[]): Member[] {
  const blocked = new Set(users.filter(({ isBlocked }) => isBlocked))
  if (blocked.size === 0) return []
  const byId = new Map(users.map((user) => [user.userId, user]))
  const walked = new Set<Member>()
  for (const user of users) {
    const path: Member[] = []
    let at: Member | undefined = user
    while (at && !blocked.has(at) && !walked.has(at)) {
      walked.add(at)
      path.push(at)
      at = at.parentUserId === null ? undefined : byId.get(at.parentUserId)
    }
    if (at && blocked.has(at)) for (const below of path) blocked.add(below)
  }
  return [...blocked]
}
