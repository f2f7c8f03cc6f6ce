import { useMemo, useState } from 'react'
import {
  Button,
  EmptyState,
  RetryAlert,
  Screen,
  Stack,
  Typography,
  useCurrentUser,
  useQuery,
} from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { canCreateUnder } from '@console/shared-kernel/domain/permissions'
import { DataTable, ExportCsvButton, SearchField, useListView, type Sort } from '@console/shared-kernel/table'
import { useBlockToggle } from './actions/useBlockToggle'
import { actionsOf } from './actions/userActions'
import { NO_USERS, usersQuery } from './api'
import { csvColumns, userColumns } from './columns'
import { countLine, emptyText, pathOf } from './model'
import { UsersTree } from './tree/UsersTree'
import { useView } from './tree/useView'
import { ViewSwitch } from './tree/ViewSwitch'
import { UserDialogs, type UserDialog } from './UserDialogs'
import { UsersHeader } from './UsersHeader'
import { useShownUsers } from './useShownUsers'

const BY_LEVEL: Sort = { key: 'level', direction: 'asc' }

export function UsersScreen() {
  const viewer = useCurrentUser()
  const { search, sort, setSearch, setSort } = useListView(BY_LEVEL)
  const { view, setView } = useView()
  const { data, isPending, isFetching, isError, refetch } = useQuery(usersQuery(viewer))
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  const blocking = useBlockToggle()

  const list = data ?? NO_USERS
  const all = list.users
  const { sorted, shown, sorting } = useShownUsers(list, sort, search)
  const { run: toggle } = blocking
  const columns = useMemo(() => {
    const on = {
      onDetails: (user: User) => setDialog({ kind: 'details', user }),
      onEdit: (user: User) => setDialog({ kind: 'edit', user }),
      onCreateUnder: (parent: User) => setDialog({ kind: 'create', parent, onlyParent: false }),
      onDelete: (user: User) => setDialog({ kind: 'delete', user }),
      onConfigureGames: (user: User) => setDialog({ kind: 'games', user }),
      onToggleBlock: (user: User) => void toggle(user),
      onCreateMachine: (user: User) => setDialog({ kind: 'machine', user }),
    }
    const pathTo = (user: User) => pathOf(viewer, user)
    return {
      onScreen: userColumns((user) => actionsOf(viewer, user, on), pathTo),
      inFile: csvColumns(pathTo),
    }
  }, [viewer, toggle])
  const arriving = isPending || data?.arriving === true
  const incomplete = isError || (data?.complete === false && !arriving)
  const mayCreate = canCreateUnder(viewer)

  const table = {
    label: 'Managed Users',
    columns: columns.onScreen,
    rows: shown,
    sort,
    onSort: setSort,
    onOpen: (user: User) => setDialog({ kind: 'details', user }),
    // whoever is searched for may be among those on their way
    loading: isPending || (arriving && shown.length === 0),
    refreshing: (isFetching && !isPending) || blocking.busy || sorting,
    empty: (
      <EmptyState
        title="No Users Found"
        text={emptyText({ search, incomplete })}
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

  return (
    <Screen>
      <UsersHeader viewer={viewer} users={all} arriving={arriving} onOpen={setDialog} />
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <SearchField label="Search users" value={search} onChange={setSearch} ofScreen />
        <ViewSwitch view={view} onView={setView} />
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
          {arriving ? 'Loading...' : countLine({ shown: shown.length, all: all.length, search, incomplete })}
        </Typography>
        <ExportCsvButton name="users" columns={columns.inFile} rows={arriving ? NO_USERS.users : shown} />
      </Stack>
      {incomplete && (
        <RetryAlert message="Error cargando datos" onRetry={() => void refetch()} busy={isFetching} />
      )}
      {view === 'tree' ? (
        <UsersTree {...table} users={sorted} query={search} />
      ) : (
        <DataTable {...table} rowKey={(user) => user.userId} tinted={(user) => user.isBlocked} />
      )}
      {dialog && <UserDialogs dialog={dialog} onOpen={setDialog} onClose={() => setDialog(null)} />}
    </Screen>
  )
}
