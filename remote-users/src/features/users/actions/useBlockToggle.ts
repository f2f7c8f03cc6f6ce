import { useCallback, useRef } from 'react'
import {
  isOutOfDateAfter,
  isSessionOver,
  showToast,
  useMutation,
  useQueryClient,
} from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { replaceUser, USERS } from '../api'
import { failureText } from '../failures'
import { updateUser } from '../form/api'

/** Blocks or unblocks users, several at a time, each of them once. */
export function useBlockToggle() {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({ mutationFn: updateUser })
  const running = useRef(new Set<number>())

  // the columns of the list hold it: another one would draw all rows anew
  const toggle = useCallback(
    async (user: User) => {
      if (running.current.has(user.userId)) return
      running.current.add(user.userId)
      const changes = { isBlocked: !user.isBlocked }
      try {
        await mutateAsync({ user, changes })
        replaceUser(client, { ...user, ...changes })
        showToast('Usuario actualizado con éxito')
      } catch (failure) {
        if (!isSessionOver(failure)) showToast(failureText(failure), 'error')
        if (isOutOfDateAfter(failure)) void client.invalidateQueries({ queryKey: [USERS] })
      } finally {
        running.current.delete(user.userId)
      }
    },
    [client, mutateAsync],
  )
  return { toggle, busy: isPending }
}
