import { fetchList, http, queryOptions } from '@console/shared-kernel/core'
import { normaliseCountries } from '@console/shared-kernel/contracts/country'
import type { User } from '@console/shared-kernel/contracts/user'
import {
  newUserToWire,
  userToWire,
  type NewUser,
  type UserChanges,
} from '@console/shared-kernel/contracts/userToWire'

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: async ({ signal }) => normaliseCountries(await fetchList('/api/Users/countries', signal)),
})

export const createUser = (user: NewUser) => http.post('/api/Users', newUserToWire(user))

export const updateUser = ({ user, changes }: { user: User; changes: UserChanges }) =>
  http.put(`/api/Users/${user.userId}`, userToWire(user, changes))
