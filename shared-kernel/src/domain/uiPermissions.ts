import type { User } from '../contracts/user'
import { isEndUser, isManager } from './levels'

/** What the interface offers; the server decides. A plain boolean hides a control, a reason disables it. */
export type Capability = { allowed: true } | { allowed: false; reason: string }

type Ranked = Pick<User, 'level'>
type Person = Pick<User, 'userId' | 'level'>

const ALLOWED: Capability = { allowed: true }
const denied = (reason: string): Capability => ({ allowed: false, reason })

const isAdministrator = ({ level }: Ranked): boolean => level === 1 || level === 2

/**
 * Whether the target is lower in rank, and not the user itself. The server's lists contain only users below in the
 * tree.
 */
const isLowerLevel = (current: Person, target: Person): boolean =>
  target.userId !== current.userId && target.level > current.level

/** True for the Master, who sees every user and every machine. */
export const seesEverything = (current: Ranked): boolean => current.level === 1

/** Users are created under managers only. */
export const canCreateUnder = (target: Ranked): boolean => isManager(target.level)

/** The API has this rule too. */
export const canSeeDelete = (current: Ranked): boolean => isAdministrator(current)

/** Decides about the button; the server also rejects a target that has users below. */
export function canDeleteUser(current: Ranked, target: Pick<User, 'level' | 'machineCount'>): Capability {
  if (!canSeeDelete(current)) return denied('Only Master and Administrator users can delete users')
  if (target.level <= current.level) return denied('Only users of a lower level can be deleted')
  if (!isEndUser(target.level) && target.machineCount > 0)
    return denied('Users with machines cannot be deleted')
  return ALLOWED
}

/** Whether the action applies to the target; without a target, whether it is shown at all. */
export const canConfigureGames = (current: Person, target?: Person): boolean =>
  isAdministrator(current) && (target === undefined || isLowerLevel(current, target))

/** Allows editing oneself and users of a lower level. */
export const canEditUser = (current: Person, target: Person): boolean =>
  target.userId === current.userId || isLowerLevel(current, target)

/** Applies to unblocking too. */
export function canBlockUser(current: Person, target: Person & Pick<User, 'blockDisabled'>): Capability {
  if (target.userId === current.userId) return denied('You cannot block yourself')
  if (!isLowerLevel(current, target)) return denied('Only users of a lower level can be blocked')
  return target.blockDisabled ? denied('Blocking is disabled for this user') : ALLOWED
}

/** Whether the user may change credit, block and configuration; others only see details. */
export const canManageMachines = (current: Ranked): boolean => isManager(current.level)

/** Whether the user may add a machine manually, for Clients and Players below a manager. */
export const canCreateMachineFor = (current: Person, target: Person): boolean =>
  isManager(current.level) && isLowerLevel(current, target) && isEndUser(target.level)

export const canChangeCatalogue = (current: Ranked): Capability =>
  isAdministrator(current)
    ? ALLOWED
    : denied('Only Master and Administrator users can change the game catalogue')
