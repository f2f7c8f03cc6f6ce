import type { ListRef, ListSnapshot, MachineFilter } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { canManageMachines } from '@console/shared-kernel/rules'
import { choicePart, idPart, misreadPart, sortPart, textPart } from '@console/shared-kernel/table'

type YesNo = '' | 'yes' | 'no'
/** 'owner': machines whose owner is blocked. */
type BlockedFilter = YesNo | 'owner'

/** '' and null mean no filter. */
export interface MachineFilters {
  /** In lower case. */
  status: string
  online: YesNo
  blocked: BlockedFilter
  /** The id of a user: machines of this user and of everyone below. */
  branch: number | null
}

export type SetFilters = { readonly [Name in keyof MachineFilters]: (value: MachineFilters[Name]) => void }

export function clearFilters(set: SetFilters): void {
  set.status('')
  set.online('')
  set.blocked('')
  set.branch(null)
}

const status = textPart('status')
const FILTERS = {
  online: choicePart<YesNo>('online', ['', 'yes', 'no']),
  blocked: choicePart<BlockedFilter>('blocked', ['', 'yes', 'no', 'owner']),
  branch: idPart('branch'),
}

export const MACHINES_VIEW = {
  search: textPart('search'),
  sort: sortPart('userName', ['credit', 'serviceMode', 'profit']),
  status: { ...status, read: (params: URLSearchParams) => status.read(params).toLowerCase() },
  ...FILTERS,
  misread: misreadPart(FILTERS),
}

/** Clients have few Players below, and find their machines by name. */
export const offersBranches = canManageMachines
/** A Player has one machine. */
export const offersFilters = ({ level }: Pick<User, 'level'>): boolean => level !== 7

/** The values that filters can have; null until loaded. */
interface Known {
  statuses: readonly string[] | null
  users: readonly User[] | null
}

/** Drops filters whose status or user does not exist. */
export function usableFilters(
  { status, online, blocked, branch }: MachineFilters,
  viewer: User,
  { statuses, users }: Known,
): MachineFilters {
  if (!offersFilters(viewer)) return { status: '', online: '', blocked: '', branch: null }
  return {
    status: isStatus(status, statuses) ? status : '',
    online,
    blocked,
    // even if the filter is not offered: a link may set it
    branch: isUser(branch, users) ? branch : null,
  }
}

const isStatus = (status: string, known: Known['statuses']): boolean =>
  status === '' || known === null || known.some((each) => each.toLowerCase() === status)
const isUser = (branch: number | null, known: Known['users']): boolean =>
  branch === null || known === null || known.some(({ userId }) => userId === branch)

export const FILTER_LABELS = {
  status: 'Status',
  online: 'Connection',
  blocked: 'Blocked',
  branch: 'Branch',
} as const
const KEYS = ['status', 'online', 'blocked', 'branch'] as const

/** Labels of filters whose value is invalid. The screen shows an error instead of all machines. */
export function unknownFilters(
  {
    status,
    branch,
    misread,
  }: Pick<MachineFilters, 'status' | 'branch'> & { misread: readonly (keyof typeof FILTERS)[] },
  viewer: User,
  { statuses, users }: Known,
): string[] {
  if (!offersFilters(viewer)) return []
  const isUnknown = {
    status: !isStatus(status, statuses),
    online: misread.includes('online'),
    blocked: misread.includes('blocked'),
    branch: misread.includes('branch') || !isUser(branch, users),
  }
  return KEYS.filter((key) => isUnknown[key]).map((key) => FILTER_LABELS[key])
}

/**
 * For the list engine. Null while the users that it needs are loading.
 *
 * @param namesBlockedOwners whether each machine says itself if its owner is blocked
 */
export function filterOf(
  { status, online, blocked, branch }: MachineFilters,
  list: ListSnapshot<'users'> | null,
  namesBlockedOwners: boolean,
): MachineFilter | null {
  const others = { status, online, blocked: blocked === 'owner' ? '' : blocked } as const
  const users = list && refOf(list)
  if (!users && (branch !== null || (blocked === 'owner' && !namesBlockedOwners))) return null
  return {
    ...others,
    ...(users && branch !== null && { ownerFrom: { users, userId: branch } }),
    ...(blocked === 'owner' && { ownerBlocked: { users: namesBlockedOwners ? null : users } }),
  }
}

const refOf = ({ id, version }: ListRef): ListRef => ({ id, version })

export const countFilters = (filters: MachineFilters): number =>
  Object.values(filters).filter((value) => value !== '' && value !== null).length

/** For the name of an exported file. @param branch the name of its top user */
export const filterWords = ({ status, online, blocked }: MachineFilters, branch: string): string[] => [
  status,
  { '': '', yes: 'online', no: 'offline' }[online],
  { '': '', yes: 'blocked', no: 'not blocked', owner: 'owner blocked' }[blocked],
  branch,
]
