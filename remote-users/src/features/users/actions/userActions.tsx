import BlockIcon from '@mui/icons-material/BlockOutlined'
import CasinoIcon from '@mui/icons-material/CasinoOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import LockOpenIcon from '@mui/icons-material/LockOpenOutlined'
import PersonAddIcon from '@mui/icons-material/PersonAddAltOutlined'
import GamesIcon from '@mui/icons-material/SportsEsportsOutlined'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import type { User } from '@console/shared-kernel/contracts'
import {
  canBlockUser,
  canConfigureGames,
  canCreateMachineFor,
  canCreateUnder,
  canDeleteUser,
  canEditUser,
  canSeeDelete,
  type Capability,
} from '@console/shared-kernel/rules'
import type { RowAction } from '@console/shared-kernel/table'
import type { UserDialog } from '../UserDialogs'

export interface ActionHandlers {
  open: (dialog: UserDialog) => void
  onToggleBlock: (user: User) => void
}

// shared by all rows
const icons = {
  details: <VisibilityIcon fontSize="small" />,
  edit: <EditIcon fontSize="small" />,
  createUnder: <PersonAddIcon fontSize="small" />,
  delete: <DeleteIcon fontSize="small" />,
  games: <GamesIcon fontSize="small" />,
  block: <BlockIcon fontSize="small" />,
  unblock: <LockOpenIcon fontSize="small" />,
  machine: <CasinoIcon fontSize="small" />,
}

const reasonAgainst = (capability: Capability) => (capability.allowed ? undefined : capability.reason)

/** null keeps the space of a missing action, so that the columns of buttons align. */
export function actionsOf(
  viewer: User,
  user: User,
  { open, onToggleBlock }: ActionHandlers,
): (RowAction | null)[] {
  const details = {
    label: 'View details',
    icon: icons.details,
    onClick: () => open({ kind: 'details', user }),
  }
  const edit = { label: 'Edit', icon: icons.edit, onClick: () => open({ kind: 'edit', user }) }
  const createUnder = {
    label: 'Create user',
    icon: icons.createUnder,
    onClick: () => open({ kind: 'create', parent: user, onlyParent: false }),
  }
  const remove = {
    label: 'Delete',
    icon: icons.delete,
    apart: true,
    onClick: () => open({ kind: 'delete', user }),
    unavailable: reasonAgainst(canDeleteUser(viewer, user)),
  }
  const configureGames = {
    label: 'Game Configuration',
    icon: icons.games,
    onClick: () => open({ kind: 'games', user }),
  }
  const toggleBlock = {
    label: user.isBlocked ? 'Unblock' : 'Block',
    icon: user.isBlocked ? icons.unblock : icons.block,
    apart: true,
    onClick: () => onToggleBlock(user),
    unavailable: reasonAgainst(canBlockUser(viewer, user)),
  }
  const createMachine = {
    label: 'Create machine',
    icon: icons.machine,
    onClick: () => open({ kind: 'machine', user }),
  }
  return [
    details,
    canEditUser(viewer, user) ? edit : null,
    canCreateUnder(user) ? createUnder : null,
    // no space is kept for an action that the viewer can never use
    ...(canSeeDelete(viewer) ? [remove] : []),
    ...(canConfigureGames(viewer) ? [canConfigureGames(viewer, user) ? configureGames : null] : []),
    toggleBlock,
    canCreateMachineFor(viewer, user) ? createMachine : null,
  ]
}

/** The most actions that {@link actionsOf} returns. */
export const maxActions = (viewer: User): number =>
  5 + (canSeeDelete(viewer) ? 1 : 0) + (canConfigureGames(viewer) ? 1 : 0)
