import type { QueryClient } from '@tanstack/react-query'
import { changeFields, http } from '@console/shared-kernel/core'
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

/** Null where the answer does not name the user and the level. */
export function completeUser(data: unknown): User | null {
  const user = normaliseUser(data)
  return user && user.userName !== '' && user.level !== MISSING_LEVEL ? user : null
}

/**
 * Puts a changed user into the lists.
 * @param now null where the answer did not tell: until the lists are read again, a change names no version
 */
export const showUpdatedUser = (client: QueryClient, userId: number, now: User | null): Promise<void> =>
  changeFields(client, 'users', (user) => user.userId === userId, now ?? { version: null })
