import { memo } from 'react'
import Box from '@mui/material/Box'
import {
  clearFilters,
  countFilters,
  filterParts,
  type FilterTable,
  type List,
  type SortKeys,
  type UserFilter,
} from '@console/shared-kernel/core'
import { UserCombobox } from '@console/shared-kernel/combobox'
import type { User } from '@console/shared-kernel/contracts'
import { levelName, seesEverything } from '@console/shared-kernel/rules'
import { choicePart, FilterBar, FilterSelect, idPart, sortPart, textPart } from '@console/shared-kernel/table'
import { USER_SORTS } from './columns'

const LEVEL_CHOICES = ['', '1', '2', '3', '4', '5', '6', '7'] as const
type LevelChoice = (typeof LEVEL_CHOICES)[number]
type StatusChoice = '' | 'active' | 'blocked'

/** '' and null mean no filter. */
export interface UserFilters {
  level: LevelChoice
  status: StatusChoice
  /** The id of a user: this user and everyone below. */
  branch: number | null
}

interface Known {
  viewer: User
  users: readonly User[]
  /** Whether `users` have all been received. */
  isLoaded: boolean
  /** Reading failed: users may be missing. */
  incomplete: boolean
}

/** The levels that can occur in the viewer's list. */
const levelsFor = (viewer: User): LevelChoice[] =>
  LEVEL_CHOICES.filter((choice) => choice !== '' && (seesEverything(viewer) || Number(choice) > viewer.level))

/** A filter is offered only if it can leave out some of the viewer's users, but not all. */
const offersLevels = (viewer: User): boolean => levelsFor(viewer).length > 1
const offersStatus = (viewer: User): boolean => levelsFor(viewer).length > 0
/** A branch of several users needs two levels below the viewer. A link may set the filter regardless. */
const offersBranches = offersLevels

export const USER_FILTERS: FilterTable<UserFilters, Known> = {
  level: {
    label: 'Level',
    part: choicePart<LevelChoice>('level', LEVEL_CHOICES),
    isOffered: ({ viewer }) => offersLevels(viewer),
    exists: (level, { viewer }) => levelsFor(viewer).includes(level),
    word: (level) => levelName(Number(level)),
  },
  status: {
    label: 'Status',
    part: choicePart<StatusChoice>('status', ['', 'active', 'blocked']),
    isOffered: ({ viewer }) => offersStatus(viewer),
    word: (status) => status,
  },
  branch: {
    label: 'Branch',
    part: idPart('branch'),
    isOffered: ({ viewer }) => offersStatus(viewer),
    exists: (id, { users, isLoaded, incomplete }) =>
      !isLoaded || users.some(({ userId }) => userId === id) || (incomplete ? null : false),
    word: (id, { users }) => users.find(({ userId }) => userId === id)?.userName ?? '',
  },
}

/** The list's filter without the branch, which the list takes separately. Empty if nothing is filtered. */
export function filterOf({ level, status }: UserFilters): { filter?: UserFilter } {
  if (level === '' && status === '') return {}
  return {
    filter: {
      ...(level !== '' && { levels: [Number(level)] }),
      ...(status !== '' && { blocked: status === 'blocked' }),
    },
  }
}

export type View = 'list' | 'tree'

export const USERS_VIEW = {
  search: textPart('search'),
  // links may sort by the date of creation, which no column shows
  sort: sortPart<SortKeys['users']>('level', [...USER_SORTS, 'dateCreation', 'creationDate']),
  view: choicePart<View>('view', ['list', 'tree']),
  ...filterParts(USER_FILTERS),
}

const STATUSES = [
  ['', 'Any status'],
  ['active', 'Activo'],
  ['blocked', 'Bloqueado'],
] as const
/** Players have no users below them. */
const BRANCHES = { levels: [1, 2, 3, 4, 5, 6] }

interface Props {
  viewer: User
  list: List<'users'> | undefined
  filters: UserFilters
  set: { readonly [Name in keyof UserFilters]: (value: UserFilters[Name]) => void }
}

/** Memoised, so that typing in the search does not re-render it. */
export const UserFilterFields = memo(function UserFilterFields({ viewer, list, filters, set }: Props) {
  if (!offersStatus(viewer)) return null
  return (
    <FilterBar count={countFilters(filters)} onClear={() => clearFilters(USER_FILTERS, set)}>
      {offersLevels(viewer) && (
        <FilterSelect<LevelChoice>
          label={USER_FILTERS.level.label}
          value={filters.level}
          choices={[
            ['', 'Any level'],
            ...levelsFor(viewer).map((level) => [level, levelName(Number(level))] as const),
          ]}
          onChange={set.level}
        />
      )}
      <FilterSelect
        label={USER_FILTERS.status.label}
        value={filters.status}
        choices={STATUSES}
        onChange={set.status}
      />
      {(offersBranches(viewer) || filters.branch !== null) && (
        <Box sx={{ width: 200 }}>
          <UserCombobox
            label={USER_FILTERS.branch.label}
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
