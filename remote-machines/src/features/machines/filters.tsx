import { memo } from 'react'
import Box from '@mui/material/Box'
import {
  clearFilters,
  countFilters,
  filterParts,
  type FilterTable,
  type List,
  type MachineFilter,
} from '@console/shared-kernel/core'
import { UserCombobox } from '@console/shared-kernel/combobox'
import type { User } from '@console/shared-kernel/contracts'
import { canManageMachines } from '@console/shared-kernel/rules'
import { choicePart, FilterBar, FilterSelect, idPart, sortPart, textPart } from '@console/shared-kernel/table'
import { MACHINE_SORTS } from './columns'

type YesNo = '' | 'yes' | 'no'
/** 'owner': machines whose owner is blocked. */
type BlockedFilter = YesNo | 'owner'

/** '' and null mean no filter. */
interface MachineFilters {
  /** In lower case, or NEEDS_ATTENTION. */
  status: string
  online: YesNo
  blocked: BlockedFilter
  /** A user id: shows the machines of this user and of everyone below. */
  branch: number | null
}

/** Offered as a status, although no machine has it. */
const NEEDS_ATTENTION = 'needs-attention'
export const asksForAttention = ({ status }: Pick<MachineFilters, 'status'>): boolean =>
  status === NEEDS_ATTENTION

/** The values that filters can have; null until loaded. */
interface Known {
  viewer: User
  /** Whether the server reports which machines need attention. */
  offersAttention: boolean
  statuses: readonly string[] | null
  users: readonly User[] | null
}

/** Clients have few Players below them and find machines by name. A link may still set a branch for them. */
const offersBranches = canManageMachines
/** A Player has one machine. */
export const offersFilters = ({ level }: Pick<User, 'level'>): boolean => level !== 7

const isOffered = ({ viewer }: Known): boolean => offersFilters(viewer)
const statusPart = textPart('status')

export const MACHINE_FILTERS: FilterTable<MachineFilters, Known> = {
  status: {
    label: 'Status',
    part: { ...statusPart, read: (params) => statusPart.read(params).toLowerCase() },
    isOffered,
    exists: (status, { statuses, offersAttention }) =>
      status === NEEDS_ATTENTION
        ? offersAttention
        : statuses === null || statuses.some((each) => each.toLowerCase() === status),
    word: (status) => (status === NEEDS_ATTENTION ? 'needs attention' : status),
  },
  online: {
    label: 'Connection',
    part: choicePart<YesNo>('online', ['', 'yes', 'no']),
    isOffered,
    word: (online) => ({ '': '', yes: 'online', no: 'offline' })[online],
  },
  blocked: {
    label: 'Blocked',
    part: choicePart<BlockedFilter>('blocked', ['', 'yes', 'no', 'owner']),
    isOffered,
    word: (blocked) => ({ '': '', yes: 'blocked', no: 'not blocked', owner: 'owner blocked' })[blocked],
  },
  branch: {
    label: 'Branch',
    part: idPart('branch'),
    isOffered,
    exists: (id, { users }) => users === null || users.some(({ userId }) => userId === id),
    word: (id, { users }) => users?.find(({ userId }) => userId === id)?.userName ?? '',
  },
}

export const MACHINES_VIEW = {
  search: textPart('search'),
  sort: sortPart('userName', MACHINE_SORTS),
  ...filterParts(MACHINE_FILTERS),
}

interface Loaded {
  users: List<'users'> | null
  /** Whether each machine's record contains whether its owner is blocked. */
  hasOwnerBlockState: boolean
  /** Ids of the machines that need attention. */
  attention: readonly string[] | undefined
}

/** The list's filter; null while the data that it needs is loading. */
export function filterOf(
  filters: MachineFilters,
  { users: list, hasOwnerBlockState, attention }: Loaded,
): MachineFilter | null {
  const { online, blocked, branch } = filters
  const ids = asksForAttention(filters) ? attention : null
  if (ids === undefined) return null
  const status = ids ? '' : filters.status
  const others = { status, online, blocked: blocked === 'owner' ? '' : blocked, ...(ids && { ids }) } as const
  const users = list && { id: list.id, version: list.version }
  if (!users && (branch !== null || (blocked === 'owner' && !hasOwnerBlockState))) return null
  return {
    ...others,
    ...(users && branch !== null && { ownerFrom: { users, userId: branch } }),
    ...(blocked === 'owner' && { ownerBlocked: { users: hasOwnerBlockState ? null : users } }),
  }
}

const CONNECTIONS = [
  ['', 'Any'],
  ['yes', 'Online'],
  ['no', 'Offline'],
] as const
const BLOCKED = [
  ['', 'All'],
  ['yes', 'Blocked'],
  ['no', 'Not blocked'],
  ['owner', 'Owner blocked'],
] as const

interface Props {
  viewer: User
  offersAttention: boolean
  /** In the server's spelling; null until all machines are loaded. */
  statuses: readonly string[] | null
  /** Undefined until loaded, which starts on demand. */
  owners: List<'users'> | undefined
  onNeedOwners: () => void
  filters: MachineFilters
  set: { readonly [Name in keyof MachineFilters]: (value: MachineFilters[Name]) => void }
}

/** Memoised so that typing in the search does not rerender it. */
export const MachineFilterFields = memo(function MachineFilterFields(props: Props) {
  const { viewer, offersAttention, statuses, owners, onNeedOwners, filters, set } = props
  if (!offersFilters(viewer)) return null
  // until all machines are loaded, one of them may have the status in the address
  const offered = statuses ?? (filters.status === '' || asksForAttention(filters) ? [] : [filters.status])
  return (
    <FilterBar count={countFilters(filters)} onClear={() => clearFilters(MACHINE_FILTERS, set)}>
      <FilterSelect
        label={MACHINE_FILTERS.status.label}
        value={filters.status}
        choices={[
          ['', 'Any status'],
          ...(offersAttention ? [[NEEDS_ATTENTION, 'Needs attention'] as const] : []),
          ...offered.map((status) => [status.toLowerCase(), status] as const),
        ]}
        onChange={set.status}
      />
      <FilterSelect
        label={MACHINE_FILTERS.online.label}
        value={filters.online}
        choices={CONNECTIONS}
        onChange={set.online}
      />
      <FilterSelect
        label={MACHINE_FILTERS.blocked.label}
        value={filters.blocked}
        choices={BLOCKED}
        onChange={set.blocked}
      />
      {(offersBranches(viewer) || filters.branch !== null) && (
        <Box sx={{ width: 200 }}>
          <UserCombobox
            label={MACHINE_FILTERS.branch.label}
            emptyLabel="All branches"
            list={owners}
            userId={filters.branch}
            onChange={set.branch}
            onUse={onNeedOwners}
          />
        </Box>
      )}
    </FilterBar>
  )
})
