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
  return toldWhole(data)
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
  return toldWhole(data)
}

/**
 * Blocks or unblocks, and changes nothing else: where somebody has changed the user meanwhile, that stays.
 *
 * @returns the user as it is now; null where the answer does not tell
 */
export async function setBlocked(user: User, isBlocked: boolean): Promise<User | null> {
  const put = (from: User) =>
    updateUser({ user: from, changes: { isBlocked }, headers: versionHeaders(from.version, newKey()) })
  try {
    return await put(user)
  } catch (error) {
    const current = isStale(error) ? toldWhole(error.current) : null
    if (!current) throw error
    return put(current)
  }
}

function toldWhole(data: unknown): User | null {
  const user = normaliseUser(data)
  return user && user.userName !== '' && user.level !== MISSING_LEVEL ? user : null
}

/**
 * Puts a changed user into the lists.
 * @param now null where the answer did not tell: until the lists are read again, a change names no version
 */
export const showChanged = (client: QueryClient, userId: number, now: User | null): Promise<void> =>
  changeFields(client, 'users', (user) => user.userId === userId, now ?? { version: null })
