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

/** @returns the new user; null if it was created but the answer does not contain it */
export async function createUser(user: NewUser, headers: Record<string, string>): Promise<User | null> {
  const { data } = await http.post<unknown>('/api/Users', newUserToWire(user), { headers })
  return completeUser(data)
}

interface UserUpdate {
  /** Sent back unchanged except for `changes`. */
  user: User
  changes: UserChanges
  headers: Record<string, string>
}

/** @returns the updated user; null if the answer does not contain it */
export async function updateUser({ user, changes, headers }: UserUpdate): Promise<User | null> {
  const { data } = await http.put<unknown>(`/api/Users/${user.userId}`, userToWire(user, changes), {
    headers,
  })
  return completeUser(data)
}

/** Null if the name or the level is missing. */
export function completeUser(data: unknown): User | null {
  const user = normaliseUser(data)
  return user && user.userName !== '' && user.level !== MISSING_LEVEL ? user : null
}

/**
 * Patches the cached lists.
 * @param now null if unknown: changes then send no version until the lists are read again
 */
export const showUpdatedUser = (client: QueryClient, userId: number, now: User | null): Promise<void> =>
  changeFields(client, 'users', (user) => user.userId === userId, now ?? { version: null })
