import { type ApiMutation, messageOf, useApiMutation } from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'
import { changeMachine, machinesQuery, toggleBlock } from './api'

const BLOCK_TOGGLE: ApiMutation<Machine, boolean> = {
  call: toggleBlock,
  keyOf: ({ id }) => id,
  patch: (client, blocked, { id }) => changeMachine(client, id, { blocked }),
  refetch: machinesQuery.queryKey,
  refetchAfterSuccess: false,
  successToast: (blocked) => `Machine ${blocked ? 'blocked' : 'unblocked'} successfully`,
  errorToast: (failure) => `Error: ${messageOf(failure, 'Unknown error')}`,
}

/** Blocks or unblocks machines; the list shows what the server answered. */
export const useBlockToggle = () => useApiMutation(BLOCK_TOGGLE)
