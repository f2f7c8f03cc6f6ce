import type { User } from '@console/shared-kernel/contracts/user'
import { canCreateUnder } from '@console/shared-kernel/domain/permissions'
import { matcher } from '@console/shared-kernel/domain/search'

/** The users, other than the viewer, that somebody may be created under; by rank, then as the list has them. */
export const otherParents = (users: readonly User[], viewer: User): User[] =>
  users
    .filter((user) => user.userId !== viewer.userId && canCreateUnder(user))
    .sort((a, b) => a.level - b.level)

/** Whoever the text typed finds: the viewer first, by name or as 'Tu cuenta', then those found of the others. */
export const withViewer = (viewer: User, found: readonly User[], search: string): readonly User[] =>
  matcher(search)(viewer.userName, OWN_ACCOUNT) ? [viewer, ...found] : found

export const OWN_ACCOUNT = 'Tu cuenta'
