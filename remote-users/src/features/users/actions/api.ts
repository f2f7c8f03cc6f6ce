import { http, isStale, newKey, versionHeaders } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { completeUser, updateUser } from '../form/api'

export const deleteUser = (userId: number) => http.delete(`/api/Users/${userId}`)

/** A machine by hand for a user whose own one is gone; the server gives it its name and its settings. */
export const createMachine = (userId: number) => http.post(`/api/machines/auto-create/${userId}`)

/**
 * Blocks or unblocks, and changes nothing else: where somebody has changed the user meanwhile, that stays.
 *
 * @returns the user as it is now; `now` is null where the answer does not tell, `changed` false where somebody
 * else had done the same before
 */
export async function setBlocked(
  user: User,
  isBlocked: boolean,
): Promise<{ now: User | null; changed: boolean }> {
  try {
    return { now: await putBlocked(user, isBlocked), changed: true }
  } catch (error) {
    const current = isStale(error) ? completeUser(error.current) : null
    if (!current) throw error
    if (current.isBlocked === isBlocked) return { now: current, changed: false }
    return { now: await putBlocked(current, isBlocked), changed: true }
  }
}

/** One try, against the user as shown. @throws CallError 409 where somebody has changed the user meanwhile */
export const putBlocked = (user: User, isBlocked: boolean): Promise<User | null> =>
  updateUser({ user, changes: { isBlocked }, headers: versionHeaders(user.version, newKey()) })
