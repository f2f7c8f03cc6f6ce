import { useCallback } from 'react'
import {
  type ApiMutation,
  lists,
  listsKey,
  type ListSnapshot,
  showActionToast,
  showToast,
  useApiMutation,
} from '@console/shared-kernel/core'
import { type User, userIdentity } from '@console/shared-kernel/contracts'
import { failureText } from '../failures'
import { setBlocked, showChanged } from '../form/api'

interface Change {
  user: User
  isUndo?: boolean
}

const BLOCK_TOGGLE: ApiMutation<Change, User> = {
  call: async ({ user }) => {
    const changes = { isBlocked: !user.isBlocked }
    const now = await setBlocked(user, changes.isBlocked)
    return now ?? { ...user, ...changes, version: null }
  },
  keyOf: ({ user }) => userIdentity(user),
  // all of it: a version that is newer than its row would let the next change undo another's
  patch: (client, changed) => showChanged(client, changed.userId, changed),
  refetch: listsKey('users'),
  refetchAfterSuccess: false,
  errorToast: failureText,
}

const DONE = 'Usuario actualizado con éxito'

/** Blocks or unblocks users; the toast of a change can undo it. */
export function useBlockToggle() {
  const { run, busy } = useApiMutation<Change, User>({
    ...BLOCK_TOGGLE,
    onSuccess: (user, { isUndo }) =>
      isUndo
        ? showToast(DONE)
        : showActionToast(DONE, { label: 'Undo', onClick: () => void run({ user, isUndo: true }) }),
  })
  const toggle = useCallback((user: User) => run({ user }), [run])
  return { toggle, busy }
}

/** What loses access with a user; `users` is null where the list does not hold them all yet. */
export interface Losing {
  users: number | null
  machines: number
}

/** Null where nothing stands below the user. */
export async function losingAccess(
  user: User,
  list: ListSnapshot<'users'> | undefined,
  isWhole: boolean,
): Promise<Losing | null> {
  const found = list && isWhole ? await lists.find(list, { filter: { below: user.userId } }) : null
  const users = found ? found.indexes.length : null
  return users === 0 && user.machineCount === 0 ? null : { users, machines: user.machineCount }
}
