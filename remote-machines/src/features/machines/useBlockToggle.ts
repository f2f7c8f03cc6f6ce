import { useCallback, useRef } from 'react'
import {
  isOutOfDateAfter,
  isSessionOver,
  messageOf,
  showToast,
  useMutation,
  useQueryClient,
} from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts/machine'
import { changeMachine, machinesQuery, toggleBlock } from './api'

/** Blocks or unblocks machines, several at a time, each of them once; the list shows what the server answered. */
export function useBlockToggle(): (machine: Machine) => Promise<void> {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({ mutationFn: toggleBlock })
  const running = useRef(new Set<string>())

  // the columns of the list hold it: another one would draw all rows anew
  return useCallback(
    async (machine: Machine) => {
      if (running.current.has(machine.id)) return
      running.current.add(machine.id)
      try {
        const blocked = await mutateAsync(machine)
        await changeMachine(client, machine.id, { blocked })
        showToast(`Machine ${blocked ? 'blocked' : 'unblocked'} successfully`)
      } catch (failure) {
        if (!isSessionOver(failure)) showToast(`Error: ${messageOf(failure, 'Unknown error')}`, 'error')
        if (isOutOfDateAfter(failure)) void client.invalidateQueries(machinesQuery)
      } finally {
        running.current.delete(machine.id)
      }
    },
    [client, mutateAsync],
  )
}
