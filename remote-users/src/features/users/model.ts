import { creatorNames, type Machine, type User } from '@console/shared-kernel/contracts'
import { canCreateUnder } from '@console/shared-kernel/rules'

export const NO_USERS: readonly User[] = []

/** 'master › admin1 › client1', from the top of the tree down to the user. Empty for the top itself. */
export function pathOf(user: User): string {
  const names = creatorNames(user)
  return names.length > 1 ? names.join(' › ') : ''
}

/** Also finds the viewer's own account, which only the Master's list has. */
export const userById = (id: number | null, users: readonly User[], viewer: User): User | undefined =>
  users.find(({ userId }) => userId === id) ?? (viewer.userId === id ? viewer : undefined)

/** Whether the user, other than the viewer, can be a parent. */
export const isOtherParent = (user: User, viewer: User): boolean =>
  user.userId !== viewer.userId && canCreateUnder(user)

/** Some servers send only the owner's name. */
export const isMachineOf = ({ ownerId, userName }: Machine, user: User): boolean =>
  ownerId === null ? userName === user.userName : ownerId === user.userId

/** Whether both lists have the same users in the same order, with the same parents, names and blocks. */
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
