import type { ListSnapshot, MachineFilter } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { canManageMachines } from '@console/shared-kernel/rules'
import { choicePart, idPart, misreadPart, sortPart, textPart } from '@console/shared-kernel/table'

type YesNo = '' | 'yes' | 'no'

/** '' and null are no filter. */
export interface MachineFilters {
  /** In lower case. */
  status: string
  /** Whether it is connected. */
  online: YesNo
  blocked: YesNo
  /** Machines of this user and of everybody below. */
  branch: number | null
}

const status = textPart('status')
const FILTERS = {
  online: choicePart<YesNo>('online', ['', 'yes', 'no']),
  blocked: choicePart<YesNo>('blocked', ['', 'yes', 'no']),
  branch: idPart('branch'),
}

/** What the address of the screen holds. */
export const MACHINES_VIEW = {
  search: textPart('search'),
  sort: sortPart('userName', ['credit', 'serviceMode', 'profit']),
  status: { ...status, read: (params: URLSearchParams) => status.read(params).toLowerCase() },
  ...FILTERS,
  misread: misreadPart(FILTERS),
}

/** Clients have few Players below: they find their machines by name. */
export const offersBranches = canManageMachines
/** A Player has one machine. */
export const offersOthers = ({ level }: Pick<User, 'level'>): boolean => level !== 7

/** What is known of the lists that the filters name; null of one that has not come. */
interface Known {
  statuses: readonly string[] | null
  users: readonly User[] | null
}

/** The filters of an address, without those that are none: a status or a user that is not there. */
export function usableFilters(
  { status, online, blocked, branch }: MachineFilters,
  viewer: User,
  { statuses, users }: Known,
): MachineFilters {
  if (!offersOthers(viewer)) return { status: '', online: '', blocked: '', branch: null }
  return {
    status: isStatus(status, statuses) ? status : '',
    online,
    blocked,
    // also where it is not offered: a link may name it
    branch: isUser(branch, users) ? branch : null,
  }
}

const isStatus = (status: string, known: Known['statuses']): boolean =>
  status === '' || known === null || known.some((each) => each.toLowerCase() === status)
const isUser = (branch: number | null, known: Known['users']): boolean =>
  branch === null || known === null || known.some(({ userId }) => userId === branch)

/** As their fields are labelled. */
export const FILTER_LABELS = {
  status: 'Status',
  online: 'Connection',
  blocked: 'Blocked',
  branch: 'Branch',
} as const
const KEYS = ['status', 'online', 'blocked', 'branch'] as const

/** The labels of the filters of an address with a value that is none: all machines are not what it asks for. */
export function unknownFilters(
  {
    status,
    branch,
    misread,
  }: Pick<MachineFilters, 'status' | 'branch'> & { misread: readonly (keyof typeof FILTERS)[] },
  viewer: User,
  { statuses, users }: Known,
): string[] {
  if (!offersOthers(viewer)) return []
  const isUnknown = {
    status: !isStatus(status, statuses),
    online: misread.includes('online'),
    blocked: misread.includes('blocked'),
    branch: misread.includes('branch') || !isUser(branch, users),
  }
  return KEYS.filter((key) => isUnknown[key]).map((key) => FILTER_LABELS[key])
}

/** As the list engine takes them. Null while a branch is asked for whose users have not come. */
export function filterOf(
  { branch, ...others }: MachineFilters,
  users: ListSnapshot<'users'> | undefined,
): MachineFilter | null {
  if (branch === null) return others
  if (!users) return null
  return { ...others, ownerFrom: { users: { id: users.id, version: users.version }, userId: branch } }
}

export const countFilters = (filters: MachineFilters): number =>
  Object.values(filters).filter((value) => value !== '' && value !== null).length

/** What a list is narrowed to, for the name of its file. @param branch the name of the user at its top */
export const filterWords = ({ status, online, blocked }: MachineFilters, branch: string): string[] => [
  status,
  { '': '', yes: 'online', no: 'offline' }[online],
  { '': '', yes: 'blocked', no: 'not blocked' }[blocked],
  branch,
]
