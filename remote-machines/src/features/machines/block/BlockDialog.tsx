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
import { setMachineBlocked } from '../api'
import { describeMachine, nameOf } from '../model'

/** A block with an end and a reason. Of a blocked machine it changes the end. */
export function BlockDialog({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const { fields, isValid, changed, body } = useBlockForm(true, 'tomorrow')
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
      showToast('Machine blocked successfully', 'success', `machine.block.${machine.id}`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Block machine: ${nameOf(machine)}`}
      subtitle={describeMachine(machine)}
      submitLabel="Block"
      maxWidth="xs"
      changed={changed}
      canSubmit={isValid}
      error={error && `Error: ${messageOf(error, 'Unknown error')}`}
      onSubmit={() => run({ until: null, ...body })}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  )
}
