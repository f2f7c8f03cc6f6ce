import { useMemo, useState } from 'react'
import {
  Chip,
  dialogOnDemand,
  EmptyState,
  RetryAlert,
  Screen,
  ScreenHeader,
  Stack,
  Typography,
  useCurrentUser,
  useQuery,
} from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { seesEverything } from '@console/shared-kernel/domain/permissions'
import { searchUsers } from '@console/shared-kernel/domain/search'
import { sortUsers } from '@console/shared-kernel/domain/sorting'
import { DataTable, SearchField, useListView, type Sort } from '@console/shared-kernel/table'
import { usersQuery } from './api'
import { userColumns } from './columns'
import { countLine, emptyText } from './model'

const UserDetailsDialog = dialogOnDemand(
  async () => (await import('@console/shared-kernel/user-details')).UserDetailsDialog,
)

const NOBODY: User[] = []
const BY_LEVEL: Sort = { key: 'level', direction: 'asc' }

export function UsersScreen() {
  const viewer = useCurrentUser()
  const { search, query, sort, setSearch, setSort } = useListView(BY_LEVEL)
  const { data, isPending, isFetching, isError, refetch } = useQuery(usersQuery(viewer))
  const [details, setDetails] = useState<User | null>(null)

  const all = data?.users ?? NOBODY
  const sorted = useMemo(() => sortUsers(all, sort.key, sort.direction), [all, sort.key, sort.direction])
  const shown = useMemo(() => [...searchUsers(sorted, query)], [sorted, query])
  const columns = useMemo(() => userColumns({ onDetails: setDetails }), [])
  const incomplete = isError || data?.complete === false

  return (
    <Screen>
      <ScreenHeader
        title="Managed Users"
        mark={
          seesEverything(viewer) && (
            <Chip size="small" color="error" variant="outlined" label="Master View - All Users" />
          )
        }
      />
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <SearchField label="Search users" value={search} onChange={setSearch} />
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
          {isPending ? '' : countLine({ shown: shown.length, all: all.length, search: query, incomplete })}
        </Typography>
      </Stack>
      {incomplete && (
        <RetryAlert message="Error cargando datos" onRetry={() => void refetch()} busy={isFetching} />
      )}
      <DataTable
        label="Managed Users"
        columns={columns}
        rows={shown}
        rowKey={(user) => user.userId}
        tinted={(user) => user.isBlocked}
        sort={sort}
        onSort={setSort}
        loading={isPending}
        refreshing={isFetching && !isPending}
        empty={<EmptyState title="No Users Found" text={emptyText({ search: query, incomplete })} />}
      />
      {details && <UserDetailsDialog user={details} onClose={() => setDetails(null)} />}
    </Screen>
  )
}
