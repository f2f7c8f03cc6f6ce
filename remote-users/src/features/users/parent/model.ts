import type { User } from '@console/shared-kernel/contracts'
import { canCreateUnder, LEVELS, matcher } from '@console/shared-kernel/rules'

/** Whether the user, other than the viewer, can be a parent. */
export const isOtherParent = (user: User, viewer: User): boolean =>
  user.userId !== viewer.userId && canCreateUnder(user)

/** Adds the viewer, found by name or as 'Tu cuenta', before the others. */
export const withViewer = (viewer: User, found: readonly User[], search: string): readonly User[] =>
  matcher(search)(viewer.userName, OWN_ACCOUNT) ? [viewer, ...found] : found

export const PARENT_LEVELS = LEVELS.filter((level) => canCreateUnder({ level }))

export const OWN_ACCOUNT = 'Tu cuenta'
