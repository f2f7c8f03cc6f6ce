import { useMemo, useState } from 'react'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import {
  clearFilters,
  countFilters,
  EmptyState,
  lazyWithRetry,
  RetryAlert,
  Screen,
  useCurrentUser,
  useFilteredList,
  useFilters,
} from '@console/shared-kernel/core'
import { type User, userIdentity } from '@console/shared-kernel/contracts'
import { blockedAncestors } from '@console/shared-kernel/domain'
import { canCreateUnder } from '@console/shared-kernel/rules'
import {
  DataTable,
  ExportButtons,
  ListCount,
  RefreshControl,
  SearchField,
  UnknownFilterAlert,
  useRefresh,
  useSelection,
  useViewState,
} from '@console/shared-kernel/table'
import { blockImpactOf, useBlockToggle } from './actions/useBlockToggle'
import { actionsOf, maxActions } from './actions/userActions'
import { useUsers } from './api'
import { userColumns } from './columns'
import { filterOf, USER_FILTERS, UserFilterFields, USERS_VIEW } from './filters'
import type { LostWrites } from './lostAnswers'
import { countLine, emptyText } from './texts'
import { useBranches } from './tree/useBranches'
import { UsersTree } from './tree/UsersTree'
import { ViewSwitch } from './tree/ViewSwitch'
import { createUserDialog, UserDialogs, type UserDialog } from './UserDialogs'
import { UsersHeader } from './UsersHeader'

const UserSelection = lazyWithRetry(async () => (await import('./bulk/UserSelection')).UserSelection)

const nameOf = ({ userName }: User): string => userName
const NO_USERS: readonly User[] = []

/** The viewer's users, and those of them that the filters, the search and the sort in the address find. */
function useFoundUsers(viewer: User) {
  const [address, set] = useViewState(USERS_VIEW)
  const { search, sort } = address
  const users = useUsers(viewer)
  const { list, arriving, incomplete } = users
  const all = list?.rows ?? NO_USERS
  const isLoaded = list !== undefined && !arriving
  const known = useMemo(
    () => ({ viewer, users: all, isLoaded, incomplete }),
    [viewer, all, isLoaded, incomplete],
  )
  const isTree = address.view === 'tree'
  const { filters } = useFilters(USER_FILTERS, address, known)
  const isNarrowed = search.trim() !== '' || countFilters(filters) > 0
  const { toggledIds, toggleBranch } = useBranches(isNarrowed ? JSON.stringify([search, filters]) : '')
  const found = useFilteredList({
    list,
    arriving,
    table: USER_FILTERS,
    address,
    known,
    viewOf: () => ({
      view: {
        sort,
        search,
        within: filters.branch,
        ...filterOf(filters),
        ...(isTree && { branches: [...toggledIds] }),
      },
    }),
  })
  return {
    ...users,
    ...found,
    address,
    set,
    all,
    refresh: useRefresh({ ...users, ready: isLoaded }),
    isLoaded,
    /** Everyone is loaded, so what is below a user can be counted. */
    isWhole: !arriving && !incomplete,
    isTree,
    toggleBranch,
  }
}

type FoundUsers = ReturnType<typeof useFoundUsers>

/** The open dialog. A link may ask for the one that creates a user. */
function useUserDialog(viewer: User, { address, set, all, arriving }: FoundUsers) {
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  const isCreationLinked = address.creation === 'user' && canCreateUnder(viewer) && !arriving
  // chosen once: a list that is read again must not replace an open form
  if (dialog === null && isCreationLinked) setDialog(createUserDialog(viewer, all))
  const closeDialog = () => {
    // before the dialog, which the address would open again
    if (address.creation !== '') set.creation('')
    setDialog(null)
  }
  return { dialog, setDialog, closeDialog }
}

export function UsersScreen() {
  const viewer = useCurrentUser()
  // narrower screens have no room for the exports in the header
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const found = useFoundUsers(viewer)
  const { address, set, list, all, arriving, incomplete, isWhole, rows, words } = found
  const selection = useSelection({ rows: all, keyOf: userIdentity, nameOf })
  const { toggle, blockInDialog, busy } = useBlockToggle()

  const mayCreate = canCreateUnder(viewer)
  const { dialog, setDialog, closeDialog } = useUserDialog(viewer, found)
  const [lostCreations] = useState<LostWrites>(() => new Map())

  const blockedAncestorOf = useMemo(() => blockedAncestors(all), [all])
  const { columns, files, fold } = useMemo(() => {
    const onToggleBlock = async (user: User) => {
      const impact = user.isBlocked ? null : await blockImpactOf(user, list, isWhole)
      if (impact) setDialog((open) => open ?? { kind: 'block', user, impact })
      else void toggle(user)
    }
    const handlers = { open: setDialog, onToggleBlock }
    return userColumns((user) => actionsOf(viewer, user, handlers), maxActions(viewer), blockedAncestorOf)
  }, [viewer, toggle, list, isWhole, setDialog, blockedAncestorOf])

  const table = {
    label: 'Managed Users',
    columns,
    rows,
    total: found.count,
    selection: selection.table,
    fold,
    sort: address.sort,
    onSort: set.sort,
    onOpen: (user: User) => setDialog({ kind: 'details', user }),
    loading: found.isLoading,
    arriving,
    foundBy: found.foundBy,
    notice: incomplete && (
      <RetryAlert
        message="Error cargando datos"
        onRetry={() => void found.refetch()}
        busy={found.isFetching}
      />
    ),
    refreshing: (list !== undefined && (arriving || found.refresh.isSlow)) || busy,
    empty: (
      <NoUsers
        found={found}
        onCreate={
          mayCreate ? () => setDialog({ kind: 'create', parent: viewer, onlyParent: false }) : undefined
        }
      />
    ),
  }
  const exports = (
    <ExportButtons
      name={['users', found.isTree && 'tree', ...words]}
      columns={files}
      rows={rows}
      settled={found.settled}
      ready={!arriving}
    />
  )
  return (
    <Screen>
      <UsersHeader viewer={viewer} users={all} arriving={arriving} onOpen={setDialog}>
        {wide && exports}
      </UsersHeader>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <SearchField label="Search users" value={address.search} onChange={set.search} ofScreen />
        <UserFilterFields
          viewer={viewer}
          list={found.isLoaded ? list : undefined}
          filters={found.filters}
          set={set}
        />
        <ViewSwitch view={address.view} onView={set.view} />
        <ListCount
          text={countText(found)}
          longest={countLine({ shown: all.length, all: all.length, search: '', filtered: true, incomplete })}
          filters={words}
        />
        <RefreshControl {...found.refresh} />
        {mayCreate && !selection.selecting && (
          <Button variant="outlined" onClick={selection.start}>
            Select
          </Button>
        )}
        {!wide && exports}
      </Stack>
      {found.unknownLabels.length > 0 ? (
        <UnknownFilterAlert filters={found.unknownLabels} onClear={() => clearFilters(USER_FILTERS, set)} />
      ) : found.isTree ? (
        <UsersTree {...table} rows={found.tree} onExpand={found.toggleBranch} whole={isWhole} />
      ) : (
        <DataTable {...table} rowKey={(user) => user.userId} tinted={(user) => user.isBlocked} />
      )}
      {selection.selecting && <UserSelection selection={selection} shown={rows} />}
      {dialog && (
        <UserDialogs
          dialog={dialog}
          blockedAncestorOf={blockedAncestorOf}
          parentOf={({ parentUserId }) => [viewer, ...all].find(({ userId }) => userId === parentUserId)}
          lostCreations={lostCreations}
          onBlock={blockInDialog}
          onOpen={setDialog}
          onClose={closeDialog}
        />
      )}
    </Screen>
  )
}

function countText({ unknownLabels, isLoading, arriving, rows, count, ...found }: FoundUsers): string {
  if (unknownLabels.length > 0) return ''
  if (isLoading || arriving) return 'Loading...'
  const { foundSearch: search, isFiltered: filtered, incomplete } = found
  return countLine({ shown: rows.length, all: count, search, filtered, incomplete })
}

function NoUsers({ found, onCreate }: { found: FoundUsers; onCreate: (() => void) | undefined }) {
  const { foundSearch, isFiltered, incomplete } = found
  return (
    <EmptyState
      title="No Users Found"
      text={emptyText({ search: foundSearch, filtered: isFiltered, incomplete })}
      action={
        onCreate &&
        !incomplete && (
          <Button variant="outlined" onClick={onCreate}>
            Create Your First User
          </Button>
        )
      }
    />
  )
}
