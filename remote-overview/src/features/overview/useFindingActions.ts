import { useCallback } from 'react'
import { showActionToast, showToast, useApiMutation } from '@console/shared-kernel/core'
import type { Finding } from '@console/shared-kernel/contracts'
import { type Block, type Blocked, blockToast, MARK, type Mark, SET_BLOCK } from './api'

type Machine = NonNullable<Finding['machine']>

const DONE = { seen: 'Marked as seen.', tomorrow: 'Snoozed until tomorrow.', none: 'Shown again.' }

/** The actions that the list offers for each finding, with Undo. */
export function useFindingActions() {
  const { run: mark } = useApiMutation<Mark, unknown>({
    ...MARK,
    onSuccess: (_, { ids, until }) => {
      const key = `finding.${ids.join()}`
      if (until === 'none') return showToast(DONE.none, 'success', key)
      const undo = { label: 'Undo', onClick: () => void mark({ ids, until: 'none' }) }
      showActionToast(DONE[until], undo, key)
    },
  })
  const { run: setBlock } = useApiMutation<Block, Blocked>({
    ...SET_BLOCK,
    onSuccess: ({ blocked, version }, { machine }) => {
      const key = blockToast({ machine })
      const done = `Machine ${blocked ? 'blocked' : 'unblocked'} successfully`
      // if somebody else had blocked it already, there is nothing to undo
      if (!blocked || version === null) return showToast(done, 'success', key)
      const undo = {
        label: 'Undo',
        ariaLabel: `Undo block of ${machine.name}`,
        onClick: () => void setBlock({ machine, blocked: false, version }),
      }
      showActionToast(done, undo, key)
    },
  })
  const hide = useCallback(
    ({ id }: Finding, until: 'seen' | 'tomorrow') => void mark({ ids: [id], until }),
    [mark],
  )
  const showAgain = useCallback((ids: readonly number[]) => void mark({ ids, until: 'none' }), [mark])
  const block = useCallback(
    (machine: Machine) => void setBlock({ machine, blocked: true, version: null }),
    [setBlock],
  )
  return { hide, showAgain, block }
}
