import { useState } from 'react'
import {
  createContentKeys,
  isStale,
  machinesQuery,
  messageOf,
  showToast,
  useApiMutation,
} from '@console/shared-kernel/core'
import { type Machine, normaliseMachine } from '@console/shared-kernel/contracts'
import { useBlockForm, useReplacedBlock } from '@console/shared-kernel/dates'
import { type BlockChange, blockConflict } from '@console/shared-kernel/domain'
import { FormDialog } from '@console/shared-kernel/form'
import { CHANGE_BLOCK } from '@console/shared-kernel/rules'
import { setMachineBlocked, showBlock } from '../api'
import { describeMachine, nameOf } from '../model'

/** Blocks with an end and a reason, or edits an existing block. */
export function BlockDialog({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const { blocked, blockedUntil } = machine
  /** The machine as the operator has seen it. */
  const [seen, setSeen] = useState(machine)
  const { fields, isValid, changed, body } = useBlockForm({
    isBlock: true,
    first: blocked ? 'none' : 'tomorrow',
    current: blocked ? blockedUntil : undefined,
  })
  const change: BlockChange = blocked ? body : { until: null, ...body }
  const [keyFor] = useState(createContentKeys)
  const send = (change: BlockChange, version: string | null) =>
    setMachineBlocked(machine, true, { version, key: keyFor([change, version]), change })
  const { run, error } = useApiMutation({
    call: async ({ change, base }: { change: BlockChange; base: Machine }) => {
      try {
        return await send(change, base.version ?? null)
      } catch (error) {
        const now = isStale(error) ? normaliseMachine(error.current) : null
        if (!now || blockConflict(base, now, change) !== 'none') throw error
        return send(change, now.version ?? null)
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
  const rejection = isStale(error) ? error : null
  const now = rejection && normaliseMachine(rejection.current)
  const isReplaced = now !== null && blockConflict(seen, now, change) === 'replaces'
  const replaced = useReplacedBlock({
    refusal: isReplaced ? rejection : null,
    blockedUntil: now?.blockedUntil,
    until: change.until,
    onReplace: () => {
      setSeen(now!)
      return run({ change, base: now! })
    },
  })
  return (
    <>
      <FormDialog
        title={blocked ? `${CHANGE_BLOCK} of ${nameOf(machine)}` : `Block machine: ${nameOf(machine)}`}
        subtitle={describeMachine(machine)}
        submitLabel={blocked ? CHANGE_BLOCK : 'Block'}
        maxWidth="xs"
        changed={changed}
        canSubmit={isValid && (!blocked || changed)}
        error={replaced.text ?? (error && `Error: ${messageOf(error, 'Unknown error')}`)}
        onSubmit={async () => (isReplaced ? replaced.ask() : run({ change, base: seen }))}
        onClose={onClose}
      >
        {fields}
      </FormDialog>
      {replaced.question}
    </>
  )
}
