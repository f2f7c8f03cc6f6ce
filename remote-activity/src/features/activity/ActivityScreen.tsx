import { useMemo, useState } from 'react'
import Stack from '@mui/material/Stack'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { type Activity, hierarchyName } from '@console/shared-kernel/contracts'
import { counted } from '@console/shared-kernel/domain'
import {
  CallError,
  countFilters,
  EmptyState,
  isUnauthorized,
  lazyWithRetry,
  messageOf,
  RetryAlert,
  Screen,
  ScreenHeader,
  showToast,
  usableList,
} from '@console/shared-kernel/core'
import {
  DataTable,
  ExportButtons,
  PrintedFilters,
  RefreshControl,
  UnknownFilterAlert,
  useRefresh,
} from '@console/shared-kernel/table'
import { useViewState } from '@console/shared-kernel/view'
import { ActivityFilterFields } from './ActivityFilterFields'
import { activityQuery, gamesQuery, machinesQuery, peopleQuery, readForFile } from './api'
import { activityColumns } from './columns'
import type { RecordNames } from './model'
import { ACTIVITY_VIEW, filterWords, unusableFilters, type ActivityFilters, type FilterNames } from './view'

const ActivityDialog = lazyWithRetry(async () => (await import('./ActivityDialog')).ActivityDialog)

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

  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? NONE, [data])
  const names = useFilterNames(filters, rows)
  const records = useRecordNames()
  const { columns, files, fold } = useMemo(() => activityColumns(setOpened, records), [records])
  const isRefused = error instanceof CallError && REFUSED.includes(error.status)
  const failed = error !== null && !isUnauthorized(error) && !isRefused
  const loadMore = () => {
    // ends a refresh
    if (!isFetchingNextPage && error === null) void fetchNextPage()
  }

  return (
    <Screen actions={[]}>
      <ScreenHeader
        title="Activity"
        actions={
          <>
            <RefreshControl {...refresh} />
            <ExportButtons
              name={['activity', ...filterWords(filters, names)]}
              dated={filters.from !== '' && filters.to !== ''}
              columns={files}
              rows={rows}
              settled={() => readAll(filters)}
              more={hasNextPage}
              ready={data !== undefined && unusable === ''}
            />
          </>
        }
      />
      <ActivityFilterFields filters={filters} set={set} {...names} />
      <PrintedFilters words={filterWords(filters, names)} />
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
            />
          )
        }
      />
      <Stack role="status" sx={{ minHeight: 20, color: 'text.secondary', typography: 'body2' }}>
        {isFetchingNextPage && 'Loading earlier activity'}
      </Stack>
      {opened && <ActivityDialog row={opened} records={records} onClose={() => setOpened(null)} />}
    </Screen>
  )
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
    return { game: (id) => gameNames.get(id) || undefined, user: (id) => userNames.get(id) || undefined }
  }, [games, people])
}
