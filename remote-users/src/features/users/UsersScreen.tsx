import { useCallback, useMemo, useState } from 'react'
import Button from '@mui/material/Button'
import {
  clearFilters,
  countFilters,
  EmptyState,
  lazyWithRetry,
  RetryAlert,
  Screen,
  useCurrentUser,
  useFilteredList,
} from '@console/shared-kernel/core'
import { type User, userIdentity } from '@console/shared-kernel/contracts'
import { blockedAncestors } from '@console/shared-kernel/domain'
import { canCreateUnder } from '@console/shared-kernel/rules'
import {
  DataTable,
  ListCount,
  RefreshControl,
  SearchField,
  UnknownFilterAlert,
  useRefresh,
  useSelection,
  useViewState,
} from '@console/shared-kernel/table'
import { AddressDialog, useOpen, useOpened } from '@console/shared-kernel/view'
import { actionsOf, maxActions, type ActionHandlers } from './actions/userActions'
import { useUserQuestions } from './actions/useUserQuestions'
import { useUsers } from './api'
import { userColumns } from './columns'
import { useCreatedUser } from './createdUser'
import { filterOf, USER_FILTERS, UserFilterFields, type UserFilters, USERS_VIEW } from './filters'
import { isSameTree, NO_USERS } from './model'
import { NewUserDialog } from './parent/NewUserDialog'
import { countLine, emptyText } from './texts'
import { useBranches } from './tree/useBranches'
import { UsersTree } from './tree/UsersTree'
import { UsersHeader } from './UsersHeader'

const UserSelection = lazyWithRetry(async () => (await import('./bulk/UserSelection')).UserSelection)

const nameOf = ({ userName }: User): string => userName

/** The action in the address that creates a user. */
const CREATE = 'create'
const OPENS = { kind: 'user', idOf: ({ userId }: User) => String(userId) } as const

/** The viewer's users, and those that match the filters and the search in the address, sorted. */
function useFoundUsers(viewer: User) {
  const [address, set] = useViewState(USERS_VIEW)
  const { search, sort, level, status, branch } = address
  const users = useUsers(viewer)
  const { list, arriving, incomplete } = users
  const all = list?.rows ?? NO_USERS
  const isLoaded = list !== undefined && !arriving
  const known = useMemo(
    () => ({ viewer, users: all, isLoaded, incomplete }),
    [viewer, all, isLoaded, incomplete],
  )
  const isTree = address.view === 'tree'
  const filters: UserFilters = { level, status, branch }
  const isNarrowed = search.trim() !== '' || countFilters(filters) > 0
  const { toggledIds, toggleBranch } = useBranches(isNarrowed ? JSON.stringify([search, filters]) : '')
  const found = useFilteredList({
    list,
    arriving,
    table: USER_FILTERS,
    address,
    known,
    viewOf: (asked) => ({
      view: {
        sort,
        search,
        within: asked.branch,
        ...filterOf(asked),
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
    /** Whether everyone is loaded, so that the users below a user can be counted. */
    isComplete: !arriving && !incomplete,
    isTree,
    toggleBranch,
  }
}

/** Keeps its result while changes leave the tree as it is: a new one re-creates the columns and all rows. */
function useTree(users: readonly User[]): readonly User[] {
  const [tree, setTree] = useState(users)
  if (tree !== users && !isSameTree(tree, users)) setTree(users)
  return tree
}

type FoundUsers = ReturnType<typeof useFoundUsers>

export default function UsersScreen() {
  const viewer = useCurrentUser()
  const found = useFoundUsers(viewer)
  const { address, set, list, all, arriving, incomplete, isComplete, rows, words } = found
  const selection = useSelection({ rows: all, keyOf: userIdentity, nameOf })
  const createdId = useCreatedUser((userId) =>
    found.isTree
      ? found.tree?.some(({ row }) => row.userId === userId) === true
      : rows.some((row) => row.userId === userId),
  )
  const { dialog, busy, questions } = useUserQuestions({ list, isComplete })
  const { open, openAction } = useOpen()
  const opened = useOpened()
  const onCreate = useCallback(() => openAction(CREATE), [openAction])
  const mayCreate = canCreateUnder(viewer)
  const isCreating = mayCreate && opened.kind === null && opened.action === CREATE

  const tree = useTree(all)
  const blockedAncestorOf = useMemo(() => blockedAncestors(tree), [tree])
  const { columns, files, fold } = useMemo(() => {
    const handlers: ActionHandlers = {
      open: ({ userId }, action) => open('user', userId, action),
      ...questions,
    }
    return userColumns((user) => actionsOf(viewer, user, handlers), maxActions(viewer), blockedAncestorOf)
  }, [viewer, open, questions, blockedAncestorOf])

  const table = {
    label: 'Managed Users',
    columns,
    rows,
    total: found.count,
    selection: selection.table,
    pointsAt: createdId,
    fold,
    sort: address.sort,
    onSort: set.sort,
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
      <NoUsers found={found} onCreate={mayCreate ? () => open('user', viewer.userId, CREATE) : undefined} />
    ),
  }
  return (
    <Screen actions={mayCreate ? [CREATE, 'export'] : ['export']}>
      <UsersHeader
        viewer={viewer}
        arriving={arriving}
        view={address.view}
        onView={set.view}
        onCreate={onCreate}
        onSelect={selection.selecting ? null : selection.start}
        status={
          <>
            <ListCount
              text={countText(found)}
              longest={longestCount(found)}
              filters={words}
              newRows={found.newRows}
            />
            <RefreshControl {...found.refresh} />
          </>
        }
        search={<SearchField label="Search users" value={address.search} onChange={set.search} ofScreen />}
        filters={
          <UserFilterFields
            viewer={viewer}
            list={found.isLoaded ? list : undefined}
            filters={found.filters}
            set={set}
          />
        }
        exports={{
          name: ['users', found.isTree && 'tree', ...words],
          columns: files,
          rows,
          settled: found.settled,
          ready: !arriving,
        }}
        views={{ name: 'users', ...found.counts }}
      />
      {found.unknownLabels.length > 0 ? (
        <UnknownFilterAlert filters={found.unknownLabels} onClear={() => clearFilters(USER_FILTERS, set)} />
      ) : found.isTree ? (
        <UsersTree {...table} rows={found.tree} onExpand={found.toggleBranch} isComplete={isComplete} />
      ) : (
        <DataTable
          {...table}
          opens={OPENS}
          rowKey={(user) => user.userId}
          tinted={(user) => user.isBlocked}
        />
      )}
      {selection.selecting && <UserSelection selection={selection} shown={rows} />}
      {isCreating && (
        <AddressDialog>
          <NewUserDialog users={all} arriving={arriving} />
        </AddressDialog>
      )}
      {dialog}
    </Screen>
  )
}

function countText({ unknownLabels, isLoading, arriving, rows, count, ...found }: FoundUsers): string {
  if (unknownLabels.length > 0) return ''
  if (isLoading || arriving) return 'Loading...'
  const { foundSearch: search, isFiltered: filtered, incomplete } = found
  return countLine({ shown: rows.length, all: count, search, filtered, incomplete })
}

const longestCount = ({ all: { length }, incomplete }: FoundUsers): string =>
  countLine({ shown: length, all: length, search: '', filtered: true, incomplete })

function NoUsers({ found, onCreate }: { found: FoundUsers; onCreate: (() => void) | undefined }) {
  const { address, set, foundSearch, isFiltered, incomplete } = found
  return (
    <EmptyState
      title="No Users Found"
      text={emptyText({ search: foundSearch, filtered: isFiltered, incomplete })}
      onClearSearch={address.search !== '' && (() => set.search(''))}
      onClearFilters={isFiltered && (() => clearFilters(USER_FILTERS, set))}
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
