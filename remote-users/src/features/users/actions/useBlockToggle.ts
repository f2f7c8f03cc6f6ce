import { type ApiMutation, changeFields, listsKey, useApiMutation } from '@console/shared-kernel/core'
import { type User, userIdentity } from '@console/shared-kernel/contracts'
import { failureText } from '../failures'
import { updateUser } from '../form/api'

const BLOCK_TOGGLE: ApiMutation<User, User> = {
  call: async (user) => {
    const changes = { isBlocked: !user.isBlocked }
    await updateUser({ user, changes })
    return { ...user, ...changes }
  },
  keyOf: userIdentity,
  patch: (client, { userId, isBlocked }) =>
    changeFields(client, 'users', (user) => user.userId === userId, { isBlocked }),
  refetch: listsKey('users'),
  refetchAfterSuccess: false,
  successToast: () => 'Usuario actualizado con éxito',
  errorToast: failureText,
}

/** Blocks or unblocks users. */
export const useBlockToggle = () => useApiMutation(BLOCK_TOGGLE)
