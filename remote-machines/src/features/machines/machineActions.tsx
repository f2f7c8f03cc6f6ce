import BlockIcon from '@mui/icons-material/BlockOutlined'
import InfoIcon from '@mui/icons-material/InfoOutlined'
import LockOpenIcon from '@mui/icons-material/LockOpenOutlined'
import PaymentsIcon from '@mui/icons-material/PaymentsOutlined'
import TimedIcon from '@mui/icons-material/ScheduleOutlined'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import { lazyWithRetry } from '@console/shared-kernel/core'
import type { Machine, User } from '@console/shared-kernel/contracts'
import { canManageMachines } from '@console/shared-kernel/rules'
import type { RowAction } from '@console/shared-kernel/table'

const CreditDialog = lazyWithRetry(async () => (await import('./credit/CreditDialog')).CreditDialog)
const MachineConfigDialog = lazyWithRetry(
  async () => (await import('./config/MachineConfigDialog')).MachineConfigDialog,
)
const BlockDialog = lazyWithRetry(async () => (await import('./block/BlockDialog')).BlockDialog)
const MachineDetailsDialog = lazyWithRetry(
  async () => (await import('./details/MachineDetailsDialog')).MachineDetailsDialog,
)

const DIALOGS = {
  credit: CreditDialog,
  configure: MachineConfigDialog,
  block: BlockDialog,
  details: MachineDetailsDialog,
}

/** As `do` names it in the address. */
export type DialogAction = keyof typeof DIALOGS

/** Whether it is a dialog that this viewer may open. @param hasEnds whether the server lifts blocks */
export const isDialogAction = (viewer: User, action: string, hasEnds: boolean): action is DialogAction =>
  action === 'details' ||
  (canManageMachines(viewer) && Object.hasOwn(DIALOGS, action) && (action !== 'block' || hasEnds))

/** At most one is open; `machine` is as it was when the dialog opened. */
export interface OpenDialog {
  action: DialogAction
  machine: Machine
}

export function MachineDialog({ action, machine, onClose }: OpenDialog & { onClose: () => void }) {
  const Dialog = DIALOGS[action]
  return <Dialog machine={machine} onClose={onClose} />
}

interface ActionHandlers {
  open: (dialog: OpenDialog) => void
  onToggleBlock: (machine: Machine) => Promise<void>
}

// shared by all rows
const icons = {
  credit: <PaymentsIcon fontSize="small" />,
  configure: <SettingsIcon fontSize="small" />,
  block: <BlockIcon fontSize="small" />,
  unblock: <LockOpenIcon fontSize="small" />,
  timed: <TimedIcon fontSize="small" />,
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
    onClick: () => open({ action: 'details', machine }),
  }
  if (!canManageMachines(viewer)) return [details]
  return [
    { label: 'Update Credit', icon: icons.credit, onClick: () => open({ action: 'credit', machine }) },
    { label: 'Configure', icon: icons.configure, onClick: () => open({ action: 'configure', machine }) },
    {
      label: machine.blocked ? 'Unblock' : 'Block',
      icon: machine.blocked ? icons.unblock : icons.block,
      apart: true,
      onClick: () => void onToggleBlock(machine),
    },
    details,
  ]
}

/** A block with an end and a reason, beside the one that is made at once. For servers that lift blocks. */
export const timedBlock = (machine: Machine, { open }: Pick<ActionHandlers, 'open'>): RowAction => ({
  label: 'Timed block',
  icon: icons.timed,
  onClick: () => open({ action: 'block', machine }),
})

/** The most actions that {@link actionsOf} returns. */
export const maxActions = (viewer: User): number => (canManageMachines(viewer) ? 4 : 1)
