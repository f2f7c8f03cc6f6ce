import Typography from '@mui/material/Typography'
import type { Machine } from '@console/shared-kernel/contracts'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { describeMachine, nameOf } from '../model'
import { useBlockToggle } from '../useBlockToggle'

/** The question of an address; the button of a row does it at once. */
export function BlockQuestion({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const toggle = useBlockToggle()
  const label = machine.blocked ? 'Unblock' : 'Block'
  return (
    <ConfirmDialog
      title={`${label} machine: ${nameOf(machine)}`}
      confirmLabel={label}
      addressed
      onConfirm={async () => {
        await toggle(machine)
        onClose()
      }}
      onClose={onClose}
    >
      <Typography>{describeMachine(machine)}</Typography>
    </ConfirmDialog>
  )
}
