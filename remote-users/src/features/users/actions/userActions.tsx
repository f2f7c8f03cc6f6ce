import BlockIcon from '@mui/icons-material/BlockOutlined'
import CasinoIcon from '@mui/icons-material/CasinoOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import LockOpenIcon from '@mui/icons-material/LockOpenOutlined'
import PersonAddIcon from '@mui/icons-material/PersonAddAltOutlined'
import TimedIcon from '@mui/icons-material/ScheduleOutlined'
import GamesIcon from '@mui/icons-material/SportsEsportsOutlined'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import type { User } from '@console/shared-kernel/contracts'
import {
  type ActionFeatures,
  canConfigureGames,
  canSeeDelete,
  CHANGE_BLOCK,
  USER_ACTIONS,
  type UserActionName,
  userActions,
} from '@console/shared-kernel/rules'
import type { RowAction } from '@console/shared-kernel/table'

/** Whether `do=<action>` with `open=user:<id>` opens a dialog for this viewer; false for unknown actions. */
export const offersAction = (
  viewer: User,
  user: User,
  action: string,
  features?: ActionFeatures,
): action is UserActionName =>
  userActions(viewer, user, features).some(({ name, unavailable }) => name === action && !unavailable)

/** The dialogs that a row opens by their address; it opens the others directly. */
type Form = 'details' | 'edit' | 'create' | 'games'

export interface ActionHandlers {
  open: (user: User, action: Form) => void
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
const timedIcon = <TimedIcon fontSize="small" />

/** `null` reserves the space of a missing action, so that the button columns align. */
export function actionsOf(viewer: User, user: User, handlers: ActionHandlers): (RowAction | null)[] {
  const { open, onDelete, onCreateMachine, onToggleBlock } = handlers
  const offered = userActions(viewer, user)
  const button = (
    name: keyof typeof icons,
    onClick: () => void,
    { apart = false } = {},
  ): RowAction | null => {
    const action = offered.find((one) => one.name === name)
    if (!action) return null
    const { unavailable } = action
    return { label: USER_ACTIONS[name][0], icon: icons[name], apart, onClick, unavailable }
  }
  const dialog = (name: Form) => button(name, () => open(user, name))
  return [
    dialog('details'),
    dialog('edit'),
    dialog('create'),
    // no space is kept for an action that the viewer can never use
    ...(canSeeDelete(viewer) ? [button('delete', () => onDelete(user), { apart: true })] : []),
    ...(canConfigureGames(viewer) ? [dialog('games')] : []),
    button(user.isBlocked ? 'unblock' : 'block', () => onToggleBlock(user), { apart: true }),
    button('machine', () => onCreateMachine(user)),
  ]
}

/** Blocks with an end and a reason, or edits an existing block. For servers that lift timed blocks. */
export function timedBlock(
  viewer: User,
  user: User,
  { onTimedBlock }: Pick<ActionHandlers, 'onTimedBlock'>,
): RowAction {
  const toggle = userActions(viewer, user).find(({ name }) => name === 'block' || name === 'unblock')
  return {
    label: user.isBlocked ? CHANGE_BLOCK : 'Timed block',
    icon: timedIcon,
    onClick: () => onTimedBlock(user),
    unavailable: toggle?.unavailable,
  }
}

/** The maximum number of actions from {@link actionsOf}. */
export const maxActions = (viewer: User): number =>
  5 + (canSeeDelete(viewer) ? 1 : 0) + (canConfigureGames(viewer) ? 1 : 0)

/**
 * What users above can change about a user's access. The last requires the feature 'security', the others
 * 'userAccess'.
 */
const ACCESS_CHANGES = ['unlock', 'end-sessions', 'reset-factor'] as const
export type AccessChange = (typeof ACCESS_CHANGES)[number]

export const isAccessChange = (action: string): action is AccessChange =>
  ACCESS_CHANGES.some((change) => change === action)
