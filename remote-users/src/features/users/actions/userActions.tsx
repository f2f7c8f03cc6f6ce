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

/**
 * The dialogs about one user that have an address, and who is offered them: `do=` beside `open=user:<id>`. Not
 * questions: a link and Enter would answer them.
 */
const OFFERED = {
  details: () => true,
  edit: canEditUser,
  create: (_: User, user: User) => canCreateUnder(user),
  games: (viewer: User, user: User) => canConfigureGames(viewer, user),
}

export type UserAction = keyof typeof OFFERED

/** False for an action that there is not, too. */
export const offersAction = (viewer: User, user: User, action: string): action is UserAction =>
  Object.hasOwn(OFFERED, action) && OFFERED[action as UserAction](viewer, user)

export interface ActionHandlers {
  open: (user: User, action: UserAction) => void
  onDelete: (user: User) => void
  onCreateMachine: (user: User) => void
  onToggleBlock: (user: User) => void
  /** Asks for the end and the reason of a block. */
  onTimedBlock: (user: User) => void
}

// shared by all rows
const icons = {
  details: <VisibilityIcon fontSize="small" />,
  edit: <EditIcon fontSize="small" />,
  create: <PersonAddIcon fontSize="small" />,
  delete: <DeleteIcon fontSize="small" />,
  games: <GamesIcon fontSize="small" />,
  block: <BlockIcon fontSize="small" />,
  unblock: <LockOpenIcon fontSize="small" />,
  machine: <CasinoIcon fontSize="small" />,
}

const reasonAgainst = (capability: Capability) => (capability.allowed ? undefined : capability.reason)

/** null keeps the space of a missing action, so that the columns of buttons align. */
export function actionsOf(viewer: User, user: User, handlers: ActionHandlers): (RowAction | null)[] {
  const { open, onDelete, onCreateMachine, onToggleBlock } = handlers
  const dialog = (action: UserAction, label: string): RowAction | null =>
    offersAction(viewer, user, action)
      ? { label, icon: icons[action], onClick: () => open(user, action) }
      : null
  const remove = {
    label: 'Delete',
    icon: icons.delete,
    apart: true,
    onClick: () => onDelete(user),
    unavailable: reasonAgainst(canDeleteUser(viewer, user)),
  }
  const toggleBlock = {
    label: user.isBlocked ? 'Unblock' : 'Block',
    icon: user.isBlocked ? icons.unblock : icons.block,
    apart: true,
    onClick: () => onToggleBlock(user),
    unavailable: reasonAgainst(canBlockUser(viewer, user)),
  }
  return [
    dialog('details', 'View details'),
    dialog('edit', 'Edit'),
    dialog('create', 'Create user'),
    // no space is kept for an action that the viewer can never use
    ...(canSeeDelete(viewer) ? [remove] : []),
    ...(canConfigureGames(viewer) ? [dialog('games', 'Game Configuration')] : []),
    toggleBlock,
    canCreateMachineFor(viewer, user)
      ? { label: 'Create machine', icon: icons.machine, onClick: () => onCreateMachine(user) }
      : null,
  ]
}

/** A block with an end and a reason; null of a user who is blocked. For servers that lift blocks. */
export const timedBlock = (
  viewer: User,
  user: User,
  { onTimedBlock }: Pick<ActionHandlers, 'onTimedBlock'>,
): RowAction | null =>
  user.isBlocked
    ? null
    : {
        label: 'Timed block',
        icon: icons.block,
        onClick: () => onTimedBlock(user),
        unavailable: reasonAgainst(canBlockUser(viewer, user)),
      }

/** The most actions that {@link actionsOf} returns. */
export const maxActions = (viewer: User): number =>
  5 + (canSeeDelete(viewer) ? 1 : 0) + (canConfigureGames(viewer) ? 1 : 0)
