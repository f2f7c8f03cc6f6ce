import { useCallback } from 'react'
import {
  type ApiMutation,
  messageOf,
  showActionToast,
  showToast,
  useApiMutation,
} from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'
import { changeMachine, machinesQuery, toggleBlock } from './api'

interface Change {
  machine: Machine
  /** As it was before the change that is undone; absent for a change. */
  undoTo?: boolean
}

const BLOCK_TOGGLE: ApiMutation<Change, boolean> = {
  call: ({ machine, undoTo }) => toggleBlock(machine, undoTo),
  keyOf: ({ machine }) => machine.id,
  patch: (client, blocked, { machine }) => changeMachine(client, machine.id, { blocked }),
  refetch: machinesQuery.queryKey,
  refetchAfterSuccess: false,
  errorToast: (failure) => `Error: ${messageOf(failure, 'Unknown error')}`,
}

/** Blocks or unblocks machines; the list shows what the server answered, and the toast can undo it. */
export function useBlockToggle() {
  const { run } = useApiMutation<Change, boolean>({
    ...BLOCK_TOGGLE,
    onSuccess: (blocked, { machine, undoTo }) => {
      const done = `Machine ${blocked ? 'blocked' : 'unblocked'} successfully`
      if (undoTo !== undefined) showToast(done)
      else
        showActionToast(done, {
          label: 'Undo',
          onClick: () => void run({ machine: { ...machine, blocked }, undoTo: !blocked }),
        })
    },
  })
  return useCallback((machine: Machine) => run({ machine }), [run])
}
