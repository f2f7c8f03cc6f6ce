import { http } from '@console/shared-kernel/core'
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
  const made = normaliseUser(data)
  return made && made.userName !== '' && made.level !== MISSING_LEVEL ? made : null
}

export const updateUser = ({ user, changes }: { user: User; changes: UserChanges }) =>
  http.put(`/api/Users/${user.userId}`, userToWire(user, changes))
