import BlockIcon from '@mui/icons-material/BlockOutlined'
import InfoIcon from '@mui/icons-material/InfoOutlined'
import LockOpenIcon from '@mui/icons-material/LockOpenOutlined'
import PaymentsIcon from '@mui/icons-material/PaymentsOutlined'
import TimedIcon from '@mui/icons-material/ScheduleOutlined'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import { lazyWithRetry, useFeature } from '@console/shared-kernel/core'
import type { Machine, User } from '@console/shared-kernel/contracts'
import {
  type ActionFeatures,
  CHANGE_BLOCK,
  MACHINE_ACTIONS,
  machineActions,
  type MachineActionName,
} from '@console/shared-kernel/rules'
import type { RowAction } from '@console/shared-kernel/table'

const CreditDialog = lazyWithRetry(async () => (await import('./credit/CreditDialog')).CreditDialog)
const MachineConfigDialog = lazyWithRetry(
  async () => (await import('./config/MachineConfigDialog')).MachineConfigDialog,
)
const BlockDialog = lazyWithRetry(async () => (await import('./block/BlockDialog')).BlockDialog)
const MachineDetailsDialog = lazyWithRetry(
  async () => (await import('./details/MachineDetailsDialog')).MachineDetailsDialog,
)

const BlockQuestion = lazyWithRetry(async () => (await import('./block/BlockQuestion')).BlockQuestion)

const DIALOGS = {
  credit: CreditDialog,
  configure: MachineConfigDialog,
  block: BlockDialog,
  unblock: BlockQuestion,
  details: MachineDetailsDialog,
}

/** Whether `do=<action>` opens a dialog about the machine for this viewer. */
export const offersAction = (
  viewer: User,
  machine: Machine,
  action: string,
  features: ActionFeatures,
): action is MachineActionName =>
  machineActions(viewer, machine, features).some(({ name }) => name === action)

/** The actions that depend on the server. */
export const useActionFeatures = (): ActionFeatures => ({ blockEnd: useFeature('blockEnd') !== undefined })

/** At most one dialog is open; `machine` is as it was when the dialog opened. */
export interface OpenDialog {
  action: MachineActionName
  machine: Machine
}

export function MachineDialog({ action, machine, onClose }: OpenDialog & { onClose: () => void }) {
  const { blockEnd } = useActionFeatures()
  const Dialog = action === 'block' && !blockEnd ? BlockQuestion : DIALOGS[action]
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
  return machineActions(viewer, machine).map(({ name }) => {
    const appearance = { label: MACHINE_ACTIONS[name][0], icon: icons[name] }
    return name === 'block' || name === 'unblock'
      ? { ...appearance, apart: true, onClick: () => void onToggleBlock(machine) }
      : { ...appearance, onClick: () => open({ action: name, machine }) }
  })
}

/** Blocks with an end and a reason, whereas Block acts at once. For servers that can end blocks. */
export const timedBlock = (machine: Machine, { open }: Pick<ActionHandlers, 'open'>): RowAction => ({
  label: machine.blocked ? CHANGE_BLOCK : 'Timed block',
  icon: icons.timed,
  onClick: () => open({ action: 'block', machine }),
})

/** The maximum number of actions from {@link actionsOf}. */
export const maxActions = (viewer: User): number => machineActions(viewer, { blocked: false }).length
