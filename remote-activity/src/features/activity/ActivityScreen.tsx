import { useMemo, useState } from 'react'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import Stack from '@mui/material/Stack'
import { useNavigate } from 'react-router-dom'
import { type Activity, MAX_SEARCH_LENGTH } from '@console/shared-kernel/contracts'
import { counted, grouped, toggled } from '@console/shared-kernel/domain'
import {
  CallError,
  countFilters,
  currentConnection,
  EmptyState,
  isUnauthorized,
  lazyWithRetry,
  messageOf,
  RetryAlert,
  Screen,
  showToast,
  useCurrentUser,
  useFeature,
} from '@console/shared-kernel/core'
import { canManageMachines, nowIn } from '@console/shared-kernel/rules'
import {
  DataTable,
  ListCount,
  ListHead,
  RefreshControl,
  SearchField,
  UnknownFilterAlert,
  useRefresh,
} from '@console/shared-kernel/table'
import { useViewState } from '@console/shared-kernel/view'
import { ActivityFilterFields } from './ActivityFilterFields'
import { readForFile } from './api'
import { activityColumns } from './columns'
import { bulkLines, isReverted, type Line, singleLines } from './lines'
import { withNoteSubjects } from './model'
import { Periods } from './Periods'
import { ShiftSums } from './ShiftSums'
import {
  useActivity,
  useCounts,
  useFilterNames,
  useRecordNames,
  useSettled,
  useUsedFilters,
} from './useActivity'
import { ACTIVITY_VIEW, filterWords, mayCutBulks, unusableFilters, type ActivityFilters } from './view'

const ActivityDialog = lazyWithRetry(async () => (await import('./ActivityDialog')).ActivityDialog)

const RevertDialog = lazyWithRetry(async () => (await import('./revert/RevertDialog')).RevertDialog)

const PRINT = { label: 'Print', icon: <PrintIcon />, onClick: () => window.print() }
const NO_TOOLS: readonly never[] = []
/** Statuses for a filter that is invalid or names a user or machine that the viewer may not see. */
const REJECTED: readonly (number | null)[] = [400, 403, 404]

export default function ActivityScreen() {
  const [view, set] = useViewState<ActivityFilters>(ACTIVITY_VIEW)
  const isLedger = useFeature('ledger') !== undefined
  const filters = useUsedFilters(view, isLedger)
  const unusable = unusableFilters(filters)
  const activity = useActivity({ ...filters, search: useSettled(filters.search) }, isLedger)
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = activity
  const refresh = useRefresh({
    queryKey: activity.queryKey,
    // the time of the newest rows: older pages are appended later
    updatedAt: data?.pages[0]?.readAt ?? 0,
    isFetching,
    ready: data !== undefined,
    refetch,
  })
  const [detailed, setDetailed] = useState<Activity | null>(null)
  const navigate = useNavigate()

  const records = useRecordNames()
  const { newRows } = activity
  const rows = useMemo(() => withNoteSubjects(activity.rows, records), [activity.rows, records])
  const viewer = useCurrentUser()
  const shown = useShownFilters(filters, viewer.userId, data?.pages[0]?.since)
  const names = useFilterNames(shown, rows)
  const words = filterWords(filters, names)
  const [reverting, setReverting] = useState<Line | null>(null)
  const [opened, setOpened] = useState<readonly Line['key'][]>([])
  const changes = useMemo(() => singleLines(rows), [rows])
  const isPart = mayCutBulks(filters)
  const lines = useMemo(
    () => (isLedger ? bulkLines(rows, opened, isPart) : changes),
    [isLedger, rows, changes, opened, isPart],
  )
  // lines are indented only if at least one can be expanded
  const opens = lines.some(({ place }) => place.expanded !== null)
  const tree = useMemo(
    () =>
      opens
        ? {
            placeOf: ({ place }: Line) => place,
            onExpand: ({ key }: Line) => setOpened((before) => toggled(before, key)),
          }
        : undefined,
    [opens],
  )
  const counts = useCounts(data?.pages, isLedger)
  const onRevert = useFeature('revert') && canManageMachines(viewer) ? setReverting : null
  const { columns, files, fold } = useMemo(
    () =>
      activityColumns({
        viewer,
        onOpen: ({ rows: [row] }) => setDetailed(row),
        onRevert,
        onExpand: tree?.onExpand ?? null,
        records,
      }),
    [viewer, onRevert, tree, records],
  )
  const isRejected =
    error instanceof CallError && REJECTED.includes(error.status) && countFilters(filters) > 0
  const failed = error !== null && !isUnauthorized(error) && !isRejected
  const isShift = filters.shift !== ''
  const isComplete = data !== undefined && !hasNextPage && !failed
  const loadMore = () => {
    // fetching a page cancels a running refresh
    if (!isFetchingNextPage && error === null) void fetchNextPage()
  }

  return (
    <Screen actions={['export']}>
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
        search={
          isLedger && (
            <SearchField
              label="Search Activity"
              value={filters.search}
              onChange={set.search}
              maxLength={MAX_SEARCH_LENGTH}
              ofScreen
            />
          )
        }
        filters={<ActivityFilterFields filters={shown} set={set} {...names} />}
        tools={isShift ? [{ ...PRINT, disabled: !isComplete || rows.length === 0 }] : NO_TOOLS}
        exports={{
          name: ['activity', ...words],
          dated: filters.from !== '' && filters.to !== '',
          columns: files,
          rows: changes,
          settled: async () => singleLines(withNoteSubjects(await readAll(filters), records)),
          more: hasNextPage,
          ready: data !== undefined && unusable === '',
        }}
        views={{ name: 'activity', ...counts }}
      />
      <Periods range={view.range} shift={filters.shift} offersShift={isLedger} set={set} />
      {isShift && !isRejected && (
        <ShiftSums
          hours={filters.shift}
          onHours={set.shift}
          since={data?.pages[0]?.since}
          rows={rows}
          complete={isComplete}
          failed={failed}
          part={countFilters({ ...filters, shift: '' }) > 0}
        />
      )}
      {isRejected && <UnknownFilterAlert onClear={() => void navigate('/activity')} />}
      <DataTable
        label="Activity"
        columns={columns}
        rows={lines}
        rowKey={({ key }) => key}
        fold={fold}
        {...(tree && { tree })}
        onOpen={(line) => (line.rows.length > 1 ? tree?.onExpand(line) : setDetailed(line.rows[0]))}
        loading={activity.isLoading}
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
                    : 'Changes by you and the users below you appear here.'
              }
              onClearFilters={countFilters(filters) > 0 && (() => void navigate('/activity'))}
            />
          )
        }
      />
      <Stack role="status" sx={{ minHeight: 20, color: 'text.secondary', typography: 'body2' }}>
        {isFetchingNextPage && 'Loading earlier activity'}
      </Stack>
      {detailed && (
        <ActivityDialog
          row={detailed}
          records={records}
          onRevert={
            onRevert && !isReverted(detailed, rows)
              ? () => {
                  setDetailed(null)
                  onRevert(singleLines([detailed])[0]!)
                }
              : null
          }
          onClose={() => setDetailed(null)}
        />
      )}
      {reverting && (
        <RevertDialog
          row={reverting.unreverted[0] ?? reverting.rows[0]}
          rows={isLedger ? reverting.unreverted : changes.flatMap(({ unreverted }) => unreverted)}
          ofLine={isLedger ? reverting.rows.length : null}
          records={records}
          onClose={() => setReverting(null)}
        />
      )}
    </Screen>
  )
}

/** The filters, with a shift's person and first day filled in. */
const useShownFilters = (
  filters: ActivityFilters,
  userId: number,
  since: string | undefined,
): ActivityFilters =>
  useMemo(() => {
    if (filters.shift === '') return filters
    const { timeZone } = currentConnection()
    const firstDay = since === undefined ? '' : nowIn(timeZone, new Date(since)).day
    return { ...filters, who: filters.who || String(userId), from: filters.from || firstDay }
  }, [filters, userId, since])

/** The number of loaded rows; '' for an empty list, which shows its own text. */
function countText(count: number, hasMore: boolean): string {
  if (count === 0) return ''
  return hasMore ? `${grouped(count)}+ changes` : counted(count, 'change')
}

/** All rows that match the filters, for export. */
async function readAll(filters: ActivityFilters): Promise<readonly Activity[]> {
  try {
    const { rows, cut } = await readForFile(filters)
    if (cut)
      showToast(
        `The file holds the newest ${counted(rows.length, 'row')}. Choose fewer days to export the rest.`,
        'error',
      )
    return rows
  } catch (failure) {
    if (!isUnauthorized(failure))
      showToast(`Error exporting activity: ${messageOf(failure, 'Unknown error')}`, 'error')
    throw failure
  }
}
