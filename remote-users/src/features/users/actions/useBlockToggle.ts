import { useRowWrite, type RowWrite } from '@console/shared-kernel/core'
import { userIdentity, type User } from '@console/shared-kernel/contracts/user'
import { replaceUser, usersKey } from '../api'
import { failureText } from '../failures'
import { updateUser } from '../form/api'

const BLOCK_TOGGLE: RowWrite<User, User> = {
  idOf: userIdentity,
  call: async (user) => {
    const changes = { isBlocked: !user.isBlocked }
    await updateUser({ user, changes })
    return { ...user, ...changes }
  },
  show: replaceUser,
  done: () => 'Usuario actualizado con éxito',
  failed: failureText,
  queryKey: usersKey,
}

/** Blocks or unblocks users. */
export const useBlockToggle = () => useRowWrite(BLOCK_TOGGLE)
