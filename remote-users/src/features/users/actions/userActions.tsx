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

/** What each action of a row does. */
export interface UserActions {
  onDetails: (user: User) => void
  onEdit: (user: User) => void
  onCreateUnder: (parent: User) => void
  onDelete: (user: User) => void
  onConfigureGames: (user: User) => void
  onToggleBlock: (user: User) => void
  onCreateMachine: (user: User) => void
}

// one element each for all rows
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

/** The actions of a user's row, as the viewer may use them; a null is the place of one that this user has not. */
export function actionsOf(viewer: User, user: User, on: UserActions): (RowAction | null)[] {
  const createUnder = { label: 'Create user', icon: icons.createUnder, onClick: () => on.onCreateUnder(user) }
  const remove = {
    label: 'Delete',
    icon: icons.delete,
    onClick: () => on.onDelete(user),
    unavailable: reasonAgainst(canDeleteUser(viewer, user)),
  }
  const configureGames = {
    label: 'Game Configuration',
    icon: icons.games,
    onClick: () => on.onConfigureGames(user),
  }
  const toggleBlock = {
    label: user.isBlocked ? 'Unblock' : 'Block',
    icon: user.isBlocked ? icons.unblock : icons.block,
    onClick: () => on.onToggleBlock(user),
    unavailable: reasonAgainst(canBlockUser(viewer, user)),
  }
  const createMachine = {
    label: 'Create machine',
    icon: icons.machine,
    onClick: () => on.onCreateMachine(user),
  }
  return [
    { label: 'View details', icon: icons.details, onClick: () => on.onDetails(user) },
    canEditUser(viewer, user) ? { label: 'Edit', icon: icons.edit, onClick: () => on.onEdit(user) } : null,
    canCreateUnder(user) ? createUnder : null,
    // places of their own only for those who may do it at all
    ...(canSeeDelete(viewer) ? [remove] : []),
    ...(canConfigureGames(viewer) ? [canConfigureGames(viewer, user) ? configureGames : null] : []),
    toggleBlock,
    canCreateMachineFor(viewer, user) ? createMachine : null,
  ]
}

/** How many places the actions of a row have. */
export const maxActions = (viewer: User): number =>
  5 + (canSeeDelete(viewer) ? 1 : 0) + (canConfigureGames(viewer) ? 1 : 0)
