import { CallError, fetchCurrentUser, http, versionHeaders } from '@console/shared-kernel/core'
import { type User, type UserChanges, userToWire } from '@console/shared-kernel/contracts'

/** @throws CallError also for an answer without a user */
export async function readOwnRecord(): Promise<User> {
  const user = await fetchCurrentUser()
  if (!user) throw new CallError('The server did not say who is signed in')
  return user
}

export interface PasswordUpdate {
  /** The user, sent back unchanged except for the password. */
  user: User
  changes: Required<Pick<UserChanges, 'password' | 'currentPassword'>>
  /** The key stays the same when the same change is sent again. */
  key: string
}

export async function savePassword({ user, changes, key }: PasswordUpdate): Promise<void> {
  await http.put<unknown>(`/api/Users/${user.userId}`, userToWire(user, changes), {
    headers: versionHeaders(user.version, key),
  })
}
