import type { QueryClient } from '@tanstack/react-query'
import { changeFields, http, isStale, newKey, versionHeaders } from '@console/shared-kernel/core'
import {
  type NewUser,
  newUserToWire,
  normaliseUser,
  type User,
  type UserChanges,
  userToWire,
} from '@console/shared-kernel/contracts'
import { MISSING_LEVEL } from '@console/shared-kernel/rules'

/** @returns the user that was made; null where the answer does not tell who that is: it is made all the same */
export async function createUser(user: NewUser): Promise<User | null> {
  const { data } = await http.post<unknown>('/api/Users', newUserToWire(user))
  return completeUser(data)
}

interface UserUpdate {
  /** Goes back as it is, but for the changes. */
  user: User
  changes: UserChanges
  headers?: Record<string, string>
}

/** @returns the user as it is now; null where the answer does not tell */
export async function updateUser({ user, changes, headers = {} }: UserUpdate): Promise<User | null> {
  const { data } = await http.put<unknown>(`/api/Users/${user.userId}`, userToWire(user, changes), {
    headers,
  })
  return completeUser(data)
}

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

/** As `setBlocked`, of the user as it is known here alone. @throws CallError 409 where it has changed meanwhile */
export const putBlocked = (user: User, isBlocked: boolean): Promise<User | null> =>
  updateUser({ user, changes: { isBlocked }, headers: versionHeaders(user.version, newKey()) })

function completeUser(data: unknown): User | null {
  const user = normaliseUser(data)
  return user && user.userName !== '' && user.level !== MISSING_LEVEL ? user : null
}

/**
 * Puts a changed user into the lists.
 * @param now null where the answer did not tell: until the lists are read again, a change names no version
 */
export const showUpdatedUser = (client: QueryClient, userId: number, now: User | null): Promise<void> =>
  changeFields(client, 'users', (user) => user.userId === userId, now ?? { version: null })
