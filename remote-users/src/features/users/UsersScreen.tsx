import { useMemo, useState } from 'react'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import {
  EmptyState,
  lazyWithRetry,
  RetryAlert,
  Screen,
  useCurrentUser,
  useListRows,
} from '@console/shared-kernel/core'
import { type User, userIdentity } from '@console/shared-kernel/contracts'
import { canCreateUnder } from '@console/shared-kernel/rules'
import {
  DataTable,
  ExportButtons,
  ListCount,
  SearchField,
  UnknownFilterAlert,
  useSelection,
  useViewState,
} from '@console/shared-kernel/table'
import { blockImpactOf, useBlockToggle } from './actions/useBlockToggle'
import { actionsOf, maxActions } from './actions/userActions'
import { useUsers } from './api'
import { csvColumns, NARROW_ROWS, userColumns } from './columns'
import { blockedThrough, pathOf } from './model'
import { countLine, emptyText } from './texts'
import { useBranches } from './tree/useBranches'
import { UsersTree } from './tree/UsersTree'
import { ViewSwitch } from './tree/ViewSwitch'
import { createUserDialog, UserDialogs, type UserDialog } from './UserDialogs'
import { UserFilterFields } from './UserFilterFields'
import { UsersHeader } from './UsersHeader'
import { countFilters, filterOf, filterWords, unknownFilters, USERS_VIEW, usableFilters } from './view'

const UserSelection = lazyWithRetry(async () => (await import('./bulk/UserSelection')).UserSelection)

const nameOf = ({ userName }: User): string => userName
const NO_USERS: readonly User[] = []

export function UsersScreen() {
  const viewer = useCurrentUser()
  // elsewhere the head of the screen has no room for the exports
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const [{ search, sort, view, level, status, branch, misread, asked }, set] = useViewState(USERS_VIEW)
  const { list, arriving, incomplete, isFetching, refetch } = useUsers(viewer)
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  const blocking = useBlockToggle()

  const all = list?.rows ?? NO_USERS
  const selection = useSelection({ rows: all, keyOf: userIdentity, nameOf })
  const isThere = list !== undefined && !arriving
  const filters = useMemo(
    () => usableFilters({ level, status, branch }, viewer, isThere ? all : null),
    [level, status, branch, viewer, all, isThere],
  )
  const unknownLabels = useMemo(
    () => unknownFilters({ level, status, branch, misread }, viewer, isThere && !incomplete ? all : null),
    [level, status, branch, misread, viewer, all, isThere, incomplete],
  )
  const isUnknown = unknownLabels.length > 0
  const clearFilters = () => {
    set.level('')
    set.status('')
    set.branch(null)
  }
  const filter = filterOf(filters)
  const filtered = countFilters(filters) > 0
  const { toggled, flip } = useBranches(filtered ? JSON.stringify([search, filters]) : search)
  const isTree = view === 'tree'
  const found = useListRows(isUnknown ? undefined : list, {
    sort,
    search,
    within: filters.branch,
    ...(filter && { filter }),
    ...(isTree && { branches: [...toggled] }),
  })
  const shown = found.rows
  const unknown = arriving || (list !== undefined && !isUnknown && !found.current)
  const shownSearch = found.view?.search ?? ''
  const { toggle } = blocking
  const through = useMemo(() => blockedThrough(all), [all])
  const isWhole = !arriving && !incomplete
  const columns = useMemo(() => {
    const on = {
      onDetails: (user: User) => setDialog({ kind: 'details', user }),
      onEdit: (user: User) => setDialog({ kind: 'edit', user }),
      onCreateUnder: (parent: User) => setDialog({ kind: 'create', parent, onlyParent: false }),
      onDelete: (user: User) => setDialog({ kind: 'delete', user }),
      onConfigureGames: (user: User) => setDialog({ kind: 'games', user }),
      onToggleBlock: async (user: User) => {
        const impact = user.isBlocked ? null : await blockImpactOf(user, list, isWhole)
        if (impact) setDialog({ kind: 'block', user, impact })
        else void toggle(user)
      },
      onCreateMachine: (user: User) => setDialog({ kind: 'machine', user }),
    }
    const pathTo = (user: User) => pathOf(viewer, user)
    return {
      onScreen: userColumns((user) => actionsOf(viewer, user, on), maxActions(viewer), pathTo, through),
      inFile: csvColumns(pathTo),
    }
  }, [viewer, toggle, list, isWhole, through])
  const mayCreate = canCreateUnder(viewer)
  const askedDialog = asked === 'user' && mayCreate && !arriving ? createUserDialog(viewer, all) : null
  const shownDialog = dialog ?? askedDialog
  const closeDialog = () => {
    setDialog(null)
    if (asked !== '') set.asked('')
  }

  const table = {
    label: 'Managed Users',
    columns: columns.onScreen,
    rows: shown,
    total: found.count,
    selection: selection.table,
    fold: NARROW_ROWS,
    sort,
    onSort: set.sort,
    onOpen: (user: User) => setDialog({ kind: 'details', user }),
    // a user who is searched for may be among those on their way
    loading: unknown && shown.length === 0,
    arriving,
    foundBy: found.view ? JSON.stringify(found.view) : undefined,
    notice: incomplete && (
      <RetryAlert message="Error cargando datos" onRetry={() => void refetch()} busy={isFetching} />
    ),
    refreshing: (isFetching && list !== undefined) || blocking.busy,
    empty: (
      <EmptyState
        title="No Users Found"
        text={emptyText({ search: shownSearch, filtered, incomplete })}
        action={
          mayCreate &&
          !incomplete && (
            <Button
              variant="outlined"
              onClick={() => setDialog({ kind: 'create', parent: viewer, onlyParent: false })}
            >
              Create Your First User
            </Button>
          )
        }
      />
    ),
  }

  const words = [...filterWords(filters, all), shownSearch.trim() !== '' && `search ${shownSearch}`]
  const exports = (
    <ExportButtons
      name={['users', isTree && 'tree', ...words]}
      columns={columns.inFile}
      rows={shown}
      settled={found.settled}
      ready={!arriving}
    />
  )

  const countText = isUnknown
    ? ''
    : table.loading || arriving
      ? 'Loading...'
      : countLine({ shown: shown.length, all: found.count, search: shownSearch, filtered, incomplete })
  return (
    <Screen>
      <UsersHeader viewer={viewer} users={all} arriving={arriving} onOpen={setDialog}>
        {wide && exports}
      </UsersHeader>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <SearchField label="Search users" value={search} onChange={set.search} ofScreen />
        <UserFilterFields viewer={viewer} list={isThere ? list : undefined} filters={filters} set={set} />
        <ViewSwitch view={view} onView={set.view} />
        <ListCount
          text={countText}
          longest={countLine({ shown: all.length, all: all.length, search: '', filtered: true, incomplete })}
          filters={words}
        />
        {mayCreate && !selection.selecting && (
          <Button variant="outlined" onClick={selection.start}>
            Select
          </Button>
        )}
        {!wide && exports}
      </Stack>
      {isUnknown ? (
        <UnknownFilterAlert filters={unknownLabels} onClear={clearFilters} />
      ) : isTree ? (
        <UsersTree {...table} rows={found.tree} onExpand={flip} whole={isWhole} />
      ) : (
        <DataTable {...table} rowKey={(user) => user.userId} tinted={(user) => user.isBlocked} />
      )}
      {selection.selecting && <UserSelection selection={selection} shown={shown} />}
      {shownDialog && (
        <UserDialogs
          dialog={shownDialog}
          through={through}
          parentOf={({ parentUserId }) => [viewer, ...all].find(({ userId }) => userId === parentUserId)}
          onBlock={toggle}
          onOpen={setDialog}
          onClose={closeDialog}
        />
      )}
    </Screen>
  )
}
