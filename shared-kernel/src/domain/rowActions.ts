import type { User } from '../contracts/user'
import { isManager } from './levels'
import {
  canBlockUser,
  canConfigureGames,
  canCreateMachineFor,
  canCreateUnder,
  canDeleteUser,
  canEditUser,
  canManageMachines,
  canSeeDelete,
  type Capability,
} from './uiPermissions'

/*
 * The actions that rows and panels offer for one user or machine. An action's name is its `do=` in the
 * address, next to `open=`; that opens a form or a question, and sends nothing.
 */

/** What operators call an action: its label, then other words for it. */
type Words = readonly [label: string, ...others: string[]]

export const USER_ACTIONS = {
  details: ['View details', 'details', 'show user'],
  edit: ['Edit', 'edit user', 'change user', 'password'],
  create: ['Create user', 'new user', 'add user'],
  delete: ['Delete', 'delete user', 'remove'],
  games: ['Game Configuration', 'games', 'game settings', 'configure games', 'jackpot'],
  block: ['Block', 'block user', 'timed block', 'change block', 'lock'],
  unblock: ['Unblock', 'unblock user'],
  machine: ['Create machine', 'new machine', 'add machine'],
  unlock: ['Unlock', 'unlock user', 'sign-in'],
  'end-sessions': ['End sessions', 'sign out user'],
  'reset-factor': ['Reset second factor', 'second factor', 'reset factor'],
} as const satisfies Record<string, Words>

export const MACHINE_ACTIONS = {
  credit: [
    'Update Credit',
    'credit',
    'money',
    'balance',
    'add credit',
    'subtract credit',
    'set credit',
    'pay',
  ],
  configure: ['Configure', 'configuration', 'settings', 'set up'],
  block: ['Block', 'block machine', 'timed block', 'change block', 'lock'],
  unblock: ['Unblock', 'unblock machine', 'unlock'],
  details: ['Details', 'view details', 'show machine'],
} as const satisfies Record<string, Words>

export type UserActionName = keyof typeof USER_ACTIONS
export type MachineActionName = keyof typeof MACHINE_ACTIONS

/** The label of 'block' for a subject that is already blocked: it changes the block's end and reason. */
export const CHANGE_BLOCK = 'Change block'

export interface OfferedAction<Name> {
  name: Name
  /** Why it does not apply to this user or machine. */
  unavailable?: string
}

/** The features of the current user that determine the actions. */
export interface ActionFeatures {
  userAccess?: boolean
  security?: boolean
  blockEnd?: boolean
}

/** For a blocked user or machine, 'block' changes the block, if the server has the feature `blockEnd`. */
export function userActions(
  viewer: User,
  user: User,
  { userAccess = false, security = false, blockEnd = false }: ActionFeatures = {},
): OfferedAction<UserActionName>[] {
  const shown = (name: UserActionName, isOffered = true, capability: Capability = { allowed: true }) =>
    isOffered ? [{ name, ...(!capability.allowed && { unavailable: capability.reason }) }] : []
  return [
    ...shown('details'),
    ...shown('edit', canEditUser(viewer, user)),
    ...shown('create', canCreateUnder(user)),
    ...shown('delete', canSeeDelete(viewer), canDeleteUser(viewer, user)),
    ...shown('games', canConfigureGames(viewer, user)),
    ...shown('unblock', user.isBlocked, canBlockUser(viewer, user)),
    ...shown('block', !user.isBlocked || blockEnd, canBlockUser(viewer, user)),
    ...shown('machine', canCreateMachineFor(viewer, user)),
    ...(['unlock', 'end-sessions'] as const).flatMap((name) =>
      // same rule as game settings: levels 1 and 2, and below
      shown(name, userAccess && canConfigureGames(viewer, user)),
    ),
    ...shown('reset-factor', security && isManager(viewer.level) && user.level > viewer.level),
  ]
}

export function machineActions(
  viewer: User,
  { blocked }: { blocked: boolean },
  { blockEnd = false }: Pick<ActionFeatures, 'blockEnd'> = {},
): OfferedAction<MachineActionName>[] {
  if (!canManageMachines(viewer)) return [{ name: 'details' }]
  const names: MachineActionName[] = [
    'credit',
    'configure',
    ...(blocked ? (['unblock'] as const) : []),
    ...(!blocked || blockEnd ? (['block'] as const) : []),
    'details',
  ]
  return names.map((name) => ({ name }))
}
