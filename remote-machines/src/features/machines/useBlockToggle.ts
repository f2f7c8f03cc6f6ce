import { messageOf, useRowWrite, type RowWrite } from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts/machine'
import { changeMachine, machinesQuery, toggleBlock } from './api'

const BLOCK_TOGGLE: RowWrite<Machine, boolean> = {
  idOf: ({ id }) => id,
  call: toggleBlock,
  show: (client, blocked, { id }) => changeMachine(client, id, { blocked }),
  done: (blocked) => `Machine ${blocked ? 'blocked' : 'unblocked'} successfully`,
  failed: (failure) => `Error: ${messageOf(failure, 'Unknown error')}`,
  queryKey: machinesQuery.queryKey,
}

/** Blocks or unblocks machines; the list shows what the server answered. */
export const useBlockToggle = () => useRowWrite(BLOCK_TOGGLE)
