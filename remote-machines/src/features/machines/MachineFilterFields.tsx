import { memo } from 'react'
import Box from '@mui/material/Box'
import { lazyWithRetry, type ListSnapshot } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { FilterBar, FilterSelect } from '@console/shared-kernel/table'
import {
  clearFilters,
  countFilters,
  FILTER_LABELS,
  offersBranches,
  offersFilters,
  type MachineFilters,
  type SetFilters,
} from './view'

const UserCombobox = lazyWithRetry(async () => (await import('./lazyUserCombobox')).UserCombobox)

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
  /** As spelled by the server; null until all machines are loaded. */
  statuses: readonly string[] | null
  /** Undefined until loaded, which starts on demand. */
  owners: ListSnapshot<'users'> | undefined
  onNeedOwners: () => void
  filters: MachineFilters
  set: SetFilters
}

/** Memoised, so that typing in the search does not render it. */
export const MachineFilterFields = memo(function MachineFilterFields(props: Props) {
  const { viewer, statuses, owners, onNeedOwners, filters, set } = props
  if (!offersFilters(viewer)) return null
  // until all machines are loaded, one of them may have the status in the address
  const offered = statuses ?? (filters.status === '' ? [] : [filters.status])
  return (
    <FilterBar count={countFilters(filters)} onClear={() => clearFilters(set)}>
      <FilterSelect
        label={FILTER_LABELS.status}
        value={filters.status}
        choices={[['', 'Any status'], ...offered.map((status) => [status.toLowerCase(), status] as const)]}
        onChange={set.status}
      />
      <FilterSelect
        label={FILTER_LABELS.online}
        value={filters.online}
        choices={CONNECTIONS}
        onChange={set.online}
      />
      <FilterSelect
        label={FILTER_LABELS.blocked}
        value={filters.blocked}
        choices={BLOCKED}
        onChange={set.blocked}
      />
      {(offersBranches(viewer) || filters.branch !== null) && (
        <Box sx={{ width: 200, minHeight: 40 }}>
          <UserCombobox
            label={FILTER_LABELS.branch}
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
