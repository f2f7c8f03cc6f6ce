import { memo } from 'react'
import Box from '@mui/material/Box'
import { lazyWithRetry, type ListSnapshot } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { levelName } from '@console/shared-kernel/rules'
import { FilterBar, FilterSelect } from '@console/shared-kernel/table'
import {
  clearFilters,
  countFilters,
  FILTER_LABELS,
  levelsFor,
  offersBranches,
  offersLevels,
  offersStatus,
  type LevelChoice,
  type SetFilters,
  type UserFilters,
} from './view'

const UserCombobox = lazyWithRetry(async () => (await import('./lazyUserCombobox')).UserCombobox)

const STATUSES = [
  ['', 'Any status'],
  ['active', 'Activo'],
  ['blocked', 'Bloqueado'],
] as const
/** Players have no users below them. */
const BRANCHES = { levels: [1, 2, 3, 4, 5, 6] }

interface Props {
  viewer: User
  list: ListSnapshot<'users'> | undefined
  filters: UserFilters
  set: SetFilters
}

/** Memoised, so that typing in the search does not render it. */
export const UserFilterFields = memo(function UserFilterFields({ viewer, list, filters, set }: Props) {
  if (!offersStatus(viewer)) return null
  return (
    <FilterBar count={countFilters(filters)} onClear={() => clearFilters(set)}>
      {offersLevels(viewer) && (
        <FilterSelect<LevelChoice>
          label={FILTER_LABELS.level}
          value={filters.level}
          choices={[
            ['', 'Any level'],
            ...levelsFor(viewer).map((level) => [level, levelName(Number(level))] as const),
          ]}
          onChange={set.level}
        />
      )}
      <FilterSelect
        label={FILTER_LABELS.status}
        value={filters.status}
        choices={STATUSES}
        onChange={set.status}
      />
      {(offersBranches(viewer) || filters.branch !== null) && (
        <Box sx={{ width: 200, minHeight: 40 }}>
          <UserCombobox
            label={FILTER_LABELS.branch}
            emptyLabel="All branches"
            list={list}
            filter={BRANCHES}
            userId={filters.branch}
            onChange={set.branch}
          />
        </Box>
      )}
    </FilterBar>
  )
})
