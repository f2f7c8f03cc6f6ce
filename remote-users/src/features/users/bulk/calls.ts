import type { BulkCalls } from '@console/shared-kernel/bulk'
import { type User, userIdentity } from '@console/shared-kernel/contracts'
import { updateUser } from '../form/api'

/** Blocks or unblocks: a user, so changed twice, is as after once, also on servers that know no key. */
export const blockCalls = (blocked: boolean): BulkCalls<User> => ({
  path: '/api/Users/bulk/block',
  idOf: userIdentity,
  isCounted: () => true,
  bodyOf: (users) => ({ items: users.map(({ userId }) => ({ userId, blocked })) }),
  single: (user) => updateUser({ user, changes: { isBlocked: blocked } }),
})
