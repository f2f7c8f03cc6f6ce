import { useRef } from 'react'
import {
  changeFields,
  machinesQuery,
  messageOf,
  newKey,
  showToast,
  useApiMutation,
} from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'
import { useBlockForm } from '@console/shared-kernel/dates'
import { FormDialog } from '@console/shared-kernel/form'
import { CHANGE_BLOCK } from '@console/shared-kernel/rules'
import { setMachineBlocked } from '../api'
import { describeMachine, nameOf } from '../model'

/** A block with an end and a reason. Of a blocked machine it changes them. */
export function BlockDialog({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const { blocked, blockedUntil } = machine
  const { fields, isValid, changed, body } = useBlockForm(
    true,
    blocked ? 'none' : 'tomorrow',
    blocked ? blockedUntil : undefined,
  )
  const attempt = useRef({ body: '', key: '' })
  const { run, error } = useApiMutation({
    call: (body: object) => {
      const text = JSON.stringify(body)
      if (attempt.current.body !== text) attempt.current = { body: text, key: newKey() }
      return setMachineBlocked(machine, true, null, attempt.current.key, body)
    },
    patch: (client, { blocked, blockedUntil }) =>
      changeFields(client, 'machines', ({ id }) => id === machine.id, { blocked, blockedUntil }),
    refetch: machinesQuery.queryKey,
    refetchAfterSuccess: false,
    onSuccess: () => {
      const done = blocked ? 'Block changed' : 'Machine blocked successfully'
      showToast(done, 'success', `machine.block.${machine.id}`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={blocked ? `${CHANGE_BLOCK} of ${nameOf(machine)}` : `Block machine: ${nameOf(machine)}`}
      subtitle={describeMachine(machine)}
      submitLabel={blocked ? CHANGE_BLOCK : 'Block'}
      maxWidth="xs"
      changed={changed}
      canSubmit={isValid && (!blocked || changed)}
      error={error && `Error: ${messageOf(error, 'Unknown error')}`}
      onSubmit={() => run(blocked ? body : { until: null, ...body })}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  )
}
