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

/** Ids of the users who are blocked, themselves or through an ancestor. */
export function blockedIds(users: readonly TreeMember[]): ReadonlySet<number> {
  const ancestorOf = blockedAncestors(users)
  const blocked = users.filter((user) => user.isBlocked || ancestorOf(user) !== undefined)
  return new Set(blocked.map(({ userId }) => userId))
}
