import type { User } from '@console/shared-kernel/contracts'
import { canCreateUnder, LEVELS, matcher } from '@console/shared-kernel/rules'

/** Whether somebody other than the viewer may be created under this user. */
export const isOtherParent = (user: User, viewer: User): boolean =>
  user.userId !== viewer.userId && canCreateUnder(user)

/** The users that the text typed finds: the viewer first, by name or as 'Tu cuenta', then those found of the others. */
export const withViewer = (viewer: User, found: readonly User[], search: string): readonly User[] =>
  matcher(search)(viewer.userName, OWN_ACCOUNT) ? [viewer, ...found] : found

/** The levels that users may be created under. */
export const PARENT_LEVELS = LEVELS.filter((level) => canCreateUnder({ level }))

export const OWN_ACCOUNT = 'Tu cuenta'
