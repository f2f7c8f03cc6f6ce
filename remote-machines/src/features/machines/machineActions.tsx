import BlockIcon from '@mui/icons-material/BlockOutlined'
import InfoIcon from '@mui/icons-material/InfoOutlined'
import LockOpenIcon from '@mui/icons-material/LockOpenOutlined'
import PaymentsIcon from '@mui/icons-material/PaymentsOutlined'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import { lazyWithRetry } from '@console/shared-kernel/core'
import type { Machine, User } from '@console/shared-kernel/contracts'
import { canManageMachines } from '@console/shared-kernel/rules'
import type { RowAction } from '@console/shared-kernel/table'

const CreditDialog = lazyWithRetry(async () => (await import('./credit/CreditDialog')).CreditDialog)
const MachineConfigDialog = lazyWithRetry(
  async () => (await import('./config/MachineConfigDialog')).MachineConfigDialog,
)
const MachineDetailsDialog = lazyWithRetry(
  async () => (await import('./details/MachineDetailsDialog')).MachineDetailsDialog,
)

/** At most one is open; `machine` is as it was when the dialog opened. */
export interface MachineDialog {
  kind: 'credit' | 'config' | 'details'
  machine: Machine
}

export function MachineDialogs({ dialog, onClose }: { dialog: MachineDialog; onClose: () => void }) {
  const { kind, machine } = dialog
  if (kind === 'credit') return <CreditDialog machine={machine} onClose={onClose} />
  if (kind === 'config') return <MachineConfigDialog machine={machine} onClose={onClose} />
  return <MachineDetailsDialog machine={machine} onClose={onClose} />
}

interface ActionHandlers {
  open: (dialog: MachineDialog) => void
  onToggleBlock: (machine: Machine) => Promise<void>
}

// shared by all rows
const icons = {
  credit: <PaymentsIcon fontSize="small" />,
  configure: <SettingsIcon fontSize="small" />,
  block: <BlockIcon fontSize="small" />,
  unblock: <LockOpenIcon fontSize="small" />,
  details: <InfoIcon fontSize="small" />,
}

export function actionsOf(
  viewer: User,
  machine: Machine,
  { open, onToggleBlock }: ActionHandlers,
): RowAction[] {
  const details = {
    label: 'Details',
    icon: icons.details,
    onClick: () => open({ kind: 'details', machine }),
  }
  if (!canManageMachines(viewer)) return [details]
  return [
    { label: 'Update Credit', icon: icons.credit, onClick: () => open({ kind: 'credit', machine }) },
    { label: 'Configure', icon: icons.configure, onClick: () => open({ kind: 'config', machine }) },
    {
      label: machine.blocked ? 'Unblock' : 'Block',
      icon: machine.blocked ? icons.unblock : icons.block,
      onClick: () => void onToggleBlock(machine),
    },
    details,
  ]
}

/** The most actions that {@link actionsOf} returns. */
export const maxActions = (viewer: User): number => (canManageMachines(viewer) ? 4 : 1)
