import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { Machine } from '@console/shared-kernel/contracts'
import { ConfirmDialog, ReasonField, useReason } from '@console/shared-kernel/form'
import { describeMachine, nameOf } from '../model'
import { blockFailureText, useBlockToggle } from '../useBlockToggle'

/** The confirmation that an address opens; the button in a row acts at once. */
export function BlockQuestion({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const { toggle, error } = useBlockToggle()
  const reason = useReason()
  const label = machine.blocked ? 'Unblock' : 'Block'
  return (
    <ConfirmDialog
      title={`${label} machine: ${nameOf(machine)}`}
      confirmLabel={label}
      addressed
      changed={reason.text !== ''}
      error={error && blockFailureText(error)}
      onConfirm={() => toggle(machine, { body: reason.body, onDone: onClose })}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography>{describeMachine(machine)}</Typography>
        <ReasonField reason={reason} />
      </Stack>
    </ConfirmDialog>
  )
}
