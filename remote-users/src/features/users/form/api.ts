import { queryOptions } from '@tanstack/react-query'
import { fetchList, http } from '@console/shared-kernel/core'
import {
  type NewUser,
  newUserToWire,
  normaliseCountries,
  normaliseUser,
  type User,
  type UserChanges,
  userToWire,
} from '@console/shared-kernel/contracts'
import { MISSING_LEVEL } from '@console/shared-kernel/rules'

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: async ({ signal }) => normaliseCountries(await fetchList('/api/Users/countries', signal)),
})

/** @returns the user that was made; null where the answer does not tell who that is: it is made all the same */
export async function createUser(user: NewUser): Promise<User | null> {
  const { data } = await http.post<unknown>('/api/Users', newUserToWire(user))
  const made = normaliseUser(data)
  return made && made.userName !== '' && made.level !== MISSING_LEVEL ? made : null
}

export const updateUser = ({ user, changes }: { user: User; changes: UserChanges }) =>
  http.put(`/api/Users/${user.userId}`, userToWire(user, changes))
