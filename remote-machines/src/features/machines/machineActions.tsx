import BlockIcon from '@mui/icons-material/BlockOutlined'
import InfoIcon from '@mui/icons-material/InfoOutlined'
import LockOpenIcon from '@mui/icons-material/LockOpenOutlined'
import PaymentsIcon from '@mui/icons-material/PaymentsOutlined'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import type { Machine, User } from '@console/shared-kernel/contracts'
import { canManageMachines } from '@console/shared-kernel/rules'
import type { RowAction } from '@console/shared-kernel/table'

/** What each action of a row does. */
export interface MachineActions {
  onCredit: (machine: Machine) => void
  onConfigure: (machine: Machine) => void
  onToggleBlock: (machine: Machine) => void
  onDetails: (machine: Machine) => void
}

// one element each for all rows
const icons = {
  credit: <PaymentsIcon fontSize="small" />,
  configure: <SettingsIcon fontSize="small" />,
  block: <BlockIcon fontSize="small" />,
  unblock: <LockOpenIcon fontSize="small" />,
  details: <InfoIcon fontSize="small" />,
}

/** The actions of a machine's row, as the viewer may use them. */
export function actionsOf(viewer: User, machine: Machine, on: MachineActions): RowAction[] {
  const details = { label: 'Details', icon: icons.details, onClick: () => on.onDetails(machine) }
  if (!canManageMachines(viewer)) return [details]
  return [
    { label: 'Update Credit', icon: icons.credit, onClick: () => on.onCredit(machine) },
    { label: 'Configure', icon: icons.configure, onClick: () => on.onConfigure(machine) },
    {
      label: machine.blocked ? 'Unblock' : 'Block',
      icon: machine.blocked ? icons.unblock : icons.block,
      onClick: () => on.onToggleBlock(machine),
    },
    details,
  ]
}
