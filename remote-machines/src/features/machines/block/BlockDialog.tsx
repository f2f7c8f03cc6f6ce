import { useRef, useState } from 'react'
import Stack from '@mui/material/Stack'
import {
  changeFields,
  machinesQuery,
  messageOf,
  newKey,
  showToast,
  useApiMutation,
} from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'
import { type BlockEnd, BlockEndField, endOfBlock, NO_END } from '@console/shared-kernel/dates'
import { FormDialog, ReasonField, useReason } from '@console/shared-kernel/form'
import { setMachineBlocked } from '../api'
import { describeMachine, nameOf } from '../model'

/** A block with an end and a reason. Of a blocked machine it changes the end. */
export function BlockDialog({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const [end, setEnd] = useState<BlockEnd>({ ...NO_END, choice: 'tomorrow' })
  const reason = useReason()
  const until = endOfBlock(end)
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
      changed={reason.text !== '' || end.choice === 'at'}
      canSubmit={until !== undefined}
      error={error && `Error: ${messageOf(error, 'Unknown error')}`}
      onSubmit={() => run({ until: until ? until.toISOString() : null, ...reason.body })}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <BlockEndField end={end} onChange={setEnd} />
        <ReasonField reason={reason} />
      </Stack>
    </FormDialog>
  )
}
