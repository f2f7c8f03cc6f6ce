import { useCallback } from 'react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  type ApiMutation,
  attentionQuery,
  machinesQuery,
  messageOf,
  showActionToast,
  showToast,
  useApiMutation,
} from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'
import type { BlockChange } from '@console/shared-kernel/domain'
import { setMachineBlocked, showBlock, type BlockAnswer } from './api'
import { machineLabel } from './model'

interface Change {
  machine: Machine
  /** Set if this is an Undo: the change to undo. */
  undo?: BlockAnswer
  /** Set by a dialog, which shows the failure. */
  dialog?: BlockInDialog
}

interface BlockInDialog {
  /** Added to the body of the call: the reason, or nothing. */
  body: BlockChange
  onDone: () => void
}

/** One toast per machine, so that only the last change offers Undo. */
const toastKey = ({ machine }: Change) => `machine.block.${machine.id}`

/** The end of a restored block, for servers that send no activity row. */
const previousEnd = ({ machine: { blocked, blockedUntil }, undo }: Change): BlockChange | undefined =>
  undo && !blocked && blockedUntil ? { until: blockedUntil } : undefined

const BLOCK_TOGGLE: ApiMutation<Change, BlockAnswer> = {
  call: async (change) => {
    const { machine, undo, dialog } = change
    if (undo && undo.activityId !== null) {
      const { undoBlock } = await import('./block/undoBlock')
      return undoBlock(undo.activityId)
    }
    return setMachineBlocked(machine, !machine.blocked, {
      version: undo?.version,
      change: dialog?.body ?? previousEnd(change),
    })
  },
  keyOf: ({ machine }) => machine.id,
  patch: async (client, answer, { machine }) => {
    await showBlock(client, machine.id, answer)
    // blocked machines need no attention
    void client.invalidateQueries({ queryKey: attentionQuery.queryKey })
  },
  refetch: machinesQuery.queryKey,
  refetchAfterSuccess: false,
  toastKey,
  slowToast: ({ machine, dialog }) =>
    dialog ? null : `${machine.blocked ? 'unblock' : 'block'} of ${machineLabel(machine)}`,
  onError: (failure, change) => {
    if (!change.dialog) showToast(blockFailureText(failure), 'error', toastKey(change))
  },
}

export const blockFailureText = (failure: unknown): string => `Error: ${messageOf(failure, 'Unknown error')}`

/** Whether the row or the panel has started a toggle: a second one would undo the first. */
const isUnderWay = (client: QueryClient, id: string): boolean =>
  client.isMutating({
    predicate: ({ state }) => (state.variables as Partial<Change> | undefined)?.machine?.id === id,
  }) > 0

/**
 * The list shows the server's answer; the success toast offers Undo. `error` is for a dialog that toggles.
 */
export function useBlockToggle() {
  const client = useQueryClient()
  const { run, error } = useApiMutation<Change, BlockAnswer>({
    ...BLOCK_TOGGLE,
    onSuccess: (answer, change) => {
      const { machine, undo, dialog } = change
      dialog?.onDone()
      const { blocked, version } = answer
      const done = `Machine ${blocked ? 'blocked' : 'unblocked'} successfully`
      // if somebody else had already made the change, there is nothing of ours to undo
      const isOwnChange = machine.creditVersion === null || version !== null
      if (undo || !isOwnChange) return showToast(done, 'success', toastKey(change))
      const action = {
        label: 'Undo',
        ariaLabel: `Undo ${blocked ? 'block' : 'unblock'} of ${machineLabel(machine)}`,
        onClick: () => void run({ machine: { ...machine, blocked }, undo: answer }),
      }
      showActionToast(done, action, toastKey(change))
    },
  })
  const toggle = useCallback(
    async (machine: Machine, dialog?: BlockInDialog) => {
      if (!isUnderWay(client, machine.id)) await run({ machine, ...(dialog && { dialog }) })
    },
    [client, run],
  )
  return { toggle, error }
}
