import { useMemo, useState } from 'react'
import Stack from '@mui/material/Stack'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { type Activity, hierarchyName } from '@console/shared-kernel/contracts'
import { counted, grouped } from '@console/shared-kernel/domain'
import {
  CallError,
  countFilters,
  EmptyState,
  isUnauthorized,
  lazyWithRetry,
  messageOf,
  RetryAlert,
  Screen,
  showToast,
  usableList,
  currentConnection,
  useCurrentUser,
  useFeature,
} from '@console/shared-kernel/core'
import { canManageMachines, formatDateTime } from '@console/shared-kernel/rules'
import {
  DataTable,
  ListCount,
  ListHead,
  RefreshControl,
  UnknownFilterAlert,
  useRefresh,
} from '@console/shared-kernel/table'
import { useViewState } from '@console/shared-kernel/view'
import { ActivityFilterFields } from './ActivityFilterFields'
import { activityQuery, gamesQuery, type LoadedPage, machinesQuery, peopleQuery, readForFile } from './api'
import { activityColumns } from './columns'
import type { RecordNames } from './model'
import { ACTIVITY_VIEW, filterWords, unusableFilters, type ActivityFilters, type FilterNames } from './view'

const ActivityDialog = lazyWithRetry(async () => (await import('./ActivityDialog')).ActivityDialog)

const RevertDialog = lazyWithRetry(async () => (await import('./revert/RevertDialog')).RevertDialog)

const NONE: readonly Activity[] = []
/** A filter is invalid, or names a user or machine that the viewer may not see. */
const REFUSED: readonly (number | null)[] = [400, 403, 404]

export function ActivityScreen() {
  const [filters, set] = useViewState<ActivityFilters>(ACTIVITY_VIEW)
  const unusable = unusableFilters(filters)
  const options = activityQuery(filters)
  const query = useInfiniteQuery({ ...options, enabled: unusable === '' })
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query
  const refresh = useRefresh({
    queryKey: options.queryKey,
    // of the newest rows: pages are added to them later
    updatedAt: data?.pages[0]?.readAt ?? 0,
    isFetching,
    ready: data !== undefined,
    refetch,
  })
  const [opened, setOpened] = useState<Activity | null>(null)
  const navigate = useNavigate()

  const { rows, newRows } = useShownRows(data?.pages)
  const names = useFilterNames(filters, rows)
  const words = filterWords(filters, names)
  const records = useRecordNames()
  const [reverting, setReverting] = useState<Activity | null>(null)
  const viewer = useCurrentUser()
  const onRevert = useFeature('revert') && canManageMachines(viewer) ? setReverting : null
  const { columns, files, fold } = useMemo(
    () => activityColumns({ onOpen: setOpened, onRevert, records }),
    [onRevert, records],
  )
  const isRefused = error instanceof CallError && REFUSED.includes(error.status)
  const failed = error !== null && !isUnauthorized(error) && !isRefused
  const loadMore = () => {
    // ends a refresh
    if (!isFetchingNextPage && error === null) void fetchNextPage()
  }

  return (
    <Screen actions={[]}>
      <ListHead
        title="Activity"
        status={
          <>
            <ListCount
              text={countText(rows.length, hasNextPage)}
              longest=""
              filters={words}
              newRows={newRows}
            />
            <RefreshControl {...refresh} />
          </>
        }
        filters={<ActivityFilterFields filters={filters} set={set} {...names} />}
        exports={{
          name: ['activity', ...words],
          dated: filters.from !== '' && filters.to !== '',
          columns: files,
          rows,
          settled: () => readAll(filters),
          more: hasNextPage,
          ready: data !== undefined && unusable === '',
        }}
      />
      {isRefused && <UnknownFilterAlert onClear={() => void navigate('/activity')} />}
      <DataTable
        label="Activity"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        fold={fold}
        onOpen={setOpened}
        loading={query.isLoading}
        refreshing={refresh.isSlow && data !== undefined && !isFetchingNextPage}
        foundBy={JSON.stringify(filters)}
        notice={
          failed && (
            <RetryAlert
              message={`Error loading activity: ${messageOf(error, 'Unknown error')}`}
              onRetry={() => void (data && hasNextPage ? fetchNextPage() : refetch())}
              busy={isFetching}
            />
          )
        }
        onEnd={hasNextPage ? loadMore : undefined}
        empty={
          error === null && (
            <EmptyState
              title="No Activity Found"
              text={
                unusable !== ''
                  ? `Correct the ${unusable} to see activity.`
                  : countFilters(filters) > 0
                    ? 'Nothing matches these filters. Try others, or more days.'
                    : 'What you and the users below you change appears here.'
              }
              onClearFilters={countFilters(filters) > 0 && (() => void navigate('/activity'))}
            />
          )
        }
      />
      <Stack role="status" sx={{ minHeight: 20, color: 'text.secondary', typography: 'body2' }}>
        {isFetchingNextPage && 'Loading earlier activity'}
      </Stack>
      {opened && (
        <ActivityDialog
          row={opened}
          records={records}
          onRevert={
            onRevert &&
            (() => {
              setOpened(null)
              onRevert(opened)
            })
          }
          onClose={() => setOpened(null)}
        />
      )}
      {reverting && (
        <RevertDialog row={reverting} rows={rows} records={records} onClose={() => setReverting(null)} />
      )}
    </Screen>
  )
}

/** Of the rows that are loaded: an empty list says so itself. */
function countText(count: number, hasMore: boolean): string {
  if (count === 0) return ''
  return hasMore ? `${grouped(count)}+ changes` : counted(count, 'change')
}

/** Rows of others that come by themselves are held back until they are asked for: no row moves under the pointer. */
function useShownRows(pages: readonly LoadedPage[] | undefined) {
  const { userId } = useCurrentUser()
  const [seen, setSeen] = useState<ReadonlySet<number>>()
  const arrived = pages?.[0]?.arrived
  const all = useMemo(() => pages?.flatMap((page) => page.rows) ?? NONE, [pages])
  const rows = useMemo(
    () => all.filter(({ id, actor }) => !arrived?.has(id) || seen?.has(id) || actor?.userId === userId),
    [all, arrived, seen, userId],
  )
  return { rows, newRows: { count: all.length - rows.length, onShow: () => setSeen(arrived) } }
}

/** All rows that the filters find, for a file. */
async function readAll(filters: ActivityFilters): Promise<readonly Activity[]> {
  try {
    const { rows, cut } = await readForFile(filters)
    if (cut)
      showToast(
        `The file holds the newest ${counted(rows.length, 'row')}. Choose fewer days for the others.`,
        'error',
      )
    return rows
  } catch (failure) {
    if (!isUnauthorized(failure))
      showToast(`Error exporting activity: ${messageOf(failure, 'Unknown error')}`, 'error')
    throw failure
  }
}

/** @param rows for the names of users and machines that are no longer in the lists */
function useFilterNames({ who, whom, machine }: ActivityFilters, rows: readonly Activity[]): FilterNames {
  const people = usableList(useQuery(peopleQuery))?.rows
  const machines = usableList(useQuery(machinesQuery))?.rows
  return useMemo(() => {
    const listed = (id: string) => {
      const number = Number(id)
      const found = String(number) === id ? people?.find(({ userId }) => userId === number) : undefined
      return found && hierarchyName(found)
    }
    const isMachine = (id: string | null | undefined) => id?.toLowerCase() === machine.toLowerCase()
    return {
      who: listed(who) ?? rows.find(({ actor }) => String(actor?.userId) === who)?.actor?.userName,
      whom:
        listed(whom) ??
        rows.find(({ subject }) => subject?.type === 'user' && String(subject.userId) === whom)?.subject
          ?.name,
      machine:
        machines?.find(({ id }) => isMachine(id))?.name ??
        rows.find(({ subject }) => isMachine(subject?.machineId))?.subject?.name,
    }
  }, [who, whom, machine, people, machines, rows])
}

/** Names from the catalogue of games and the list of users. */
function useRecordNames(): RecordNames {
  const games = useQuery(gamesQuery).data
  const people = usableList(useQuery(peopleQuery))?.rows
  return useMemo(() => {
    const gameNames = new Map(games?.map(({ id, name }) => [id, name]))
    const userNames = new Map(people?.map((user) => [user.userId, hierarchyName(user)]))
    // '' counts as no name
    return {
      game: (id) => gameNames.get(id) || undefined,
      user: (id) => userNames.get(id) || undefined,
      instant: (iso) => formatDateTime(iso, currentConnection().timeZone),
    }
  }, [games, people])
}
