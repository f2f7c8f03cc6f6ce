import { useRef } from 'react'
import {
  isStale,
  machinesQuery,
  messageOf,
  newKey,
  showToast,
  useApiMutation,
} from '@console/shared-kernel/core'
import { type Machine, normaliseMachine } from '@console/shared-kernel/contracts'
import { useBlockForm } from '@console/shared-kernel/dates'
import { FormDialog } from '@console/shared-kernel/form'
import { CHANGE_BLOCK } from '@console/shared-kernel/rules'
import { setMachineBlocked, showBlock } from '../api'
import { describeMachine, nameOf } from '../model'

/** A block with an end and a reason. Of a blocked machine it changes them. */
export function BlockDialog({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const { blocked, blockedUntil } = machine
  const { fields, isValid, changed, body } = useBlockForm(
    true,
    blocked ? 'none' : 'tomorrow',
    blocked ? blockedUntil : undefined,
  )
  const attempt = useRef({ change: '', key: '' })
  const send = (body: object, version: string | null) => {
    const change = JSON.stringify([body, version])
    if (attempt.current.change !== change) attempt.current = { change, key: newKey() }
    return setMachineBlocked(machine, true, version, attempt.current.key, body)
  }
  const { run, error } = useApiMutation({
    call: async (body: object) => {
      if (!blocked) return send(body, null)
      try {
        return await send(body, machine.version ?? null)
      } catch (error) {
        const current = isStale(error) ? normaliseMachine(error.current) : null
        // a change of a block that somebody else has taken off would be a new block
        if (!current?.blocked) throw error
        return send(body, current.version ?? null)
      }
    },
    patch: (client, answer) => showBlock(client, machine.id, answer),
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
