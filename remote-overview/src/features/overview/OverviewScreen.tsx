import { useCallback, useState } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import {
  useQuery,
  useQueryClient,
  type Query,
  type RefetchOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import {
  attentionQuery,
  EmptyState,
  isUnauthorized,
  messageOf,
  RetryAlert,
  Screen,
  ScreenHeader,
  useFeature,
} from '@console/shared-kernel/core'
import type { Attention as AttentionAnswer } from '@console/shared-kernel/contracts'
import { counted, formatCount } from '@console/shared-kernel/domain'
import { RefreshControl, useRefresh } from '@console/shared-kernel/table'
import { choicePart, useViewState } from '@console/shared-kernel/view'
import { OWN_QUERIES, overviewQuery } from './api'
import { AttentionList } from './AttentionList'
import { LatestChanges } from './LatestChanges'
import { MachinesOfDay } from './MachinesOfDay'
import { Section } from './Section'
import { Thresholds } from './Thresholds'
import { MachineTiles, MoneyTiles } from './Tiles'
import { useFindingActions } from './useFindingActions'

const VIEW = { view: choicePart('view', ['today', 'attention']) }
const SHOWN_OF_TODAY = 5
const BESIDE = { gridColumn: { lg: 2 }, gridRow: { lg: '1 / span 2' } }

/** The day so far, and what needs attention. */
export default function OverviewScreen() {
  const [{ view }, set] = useViewState<{ view: 'today' | 'attention' }>(VIEW)
  const hasOverview = useFeature('overview') !== undefined
  const hasActivity = useFeature('activity') !== undefined
  const hasAttention = useFeature('attention') !== undefined
  const overview = useQuery({ ...overviewQuery, enabled: hasOverview })
  const attention = useQuery({ ...attentionQuery, enabled: hasAttention })
  const client = useQueryClient()
  const refetch = useCallback(
    (how: RefetchOptions, isCurrent: (query: Query) => boolean) =>
      Promise.all(
        [OWN_QUERIES, attentionQuery.queryKey].map((queryKey) =>
          client.refetchQueries({ queryKey, type: 'active', predicate: (query) => !isCurrent(query) }, how),
        ),
      ),
    [client],
  )
  const read = hasOverview ? overview : attention
  const refresh = useRefresh({
    queryKey: hasOverview ? overviewQuery.queryKey : attentionQuery.queryKey,
    updatedAt: read.dataUpdatedAt,
    isFetching: read.isFetching,
    ready: read.data !== undefined,
    refetch,
  })
  const total = attention.data?.total
  const showsAttention = hasAttention && !hasFailed(attention)
  const shown = !hasOverview ? 'attention' : hasAttention ? view : 'today'
  if (!hasOverview && !hasAttention)
    return (
      <Screen long actions={[]}>
        <ScreenHeader title="Overview" />
        <EmptyState title="This server has no overview" text="The other screens have all that it offers." />
      </Screen>
    )
  return (
    <Screen long actions={[]}>
      <ScreenHeader title="Overview" actions={<RefreshControl {...refresh} />} />
      {hasOverview && hasAttention && (
        <Tabs
          value={shown}
          onChange={(_, chosen: 'today' | 'attention') => set.view(chosen)}
          aria-label="Overview"
        >
          <Tab value="today" label="Today" />
          <Tab
            value="attention"
            label={total === undefined ? 'Attention' : `Attention (${formatCount(total)})`}
          />
        </Tabs>
      )}
      <Failure query={overview} what="the overview" />
      <Failure query={attention} what="what needs attention" />
      {shown === 'attention' ? (
        <Attention query={attention} />
      ) : (
        <>
          {!hasFailed(overview) && <MoneyTiles overview={overview.data} />}
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: '1fr', lg: '5fr 3fr', xl: '3fr 2fr' },
              gridTemplateRows: { lg: 'auto 1fr' },
              alignItems: 'start',
            }}
          >
            {showsAttention && (
              <Section
                title="Needs attention"
                busy={attention.isLoading}
                action={
                  total !== undefined &&
                  total > SHOWN_OF_TODAY && (
                    <Button
                      size="small"
                      onClick={() => set.view('attention')}
                    >{`Show all ${formatCount(total)}`}</Button>
                  )
                }
              >
                <AttentionList
                  attention={attention.data}
                  readAt={attention.dataUpdatedAt}
                  max={SHOWN_OF_TODAY}
                />
              </Section>
            )}
            {!hasFailed(overview) && (
              <Stack sx={{ gap: 2, minWidth: 0, ...((showsAttention || hasActivity) && BESIDE) }}>
                <MachineTiles overview={overview.data} />
                <MachinesOfDay overview={overview.data} />
              </Stack>
            )}
            {hasActivity && <LatestChanges />}
          </Box>
        </>
      )}
    </Screen>
  )
}

/** Whether there is nothing to show except an alert. */
const hasFailed = ({ data, error }: UseQueryResult): boolean =>
  data === undefined && error !== null && !isUnauthorized(error)

function Attention({ query }: { query: UseQueryResult<AttentionAnswer> }) {
  const { data, isLoading } = query
  const [isSetting, setSetting] = useState(false)
  const { showAgain } = useFindingActions()
  if (hasFailed(query)) return null
  return (
    <Section
      title={data ? counted(data.total, 'finding') : 'Findings'}
      busy={isLoading}
      action={
        data && (
          <Box sx={{ textAlign: 'right' }}>
            {data.hiddenIds.length > 0 && (
              <Button size="small" onClick={() => showAgain(data.hiddenIds)}>
                {`Show ${data.hiddenIds.length} hidden`}
              </Button>
            )}
            <Button size="small" aria-expanded={isSetting} onClick={() => setSetting(!isSetting)}>
              What is shown
            </Button>
          </Box>
        )
      }
    >
      {data && isSetting && <Thresholds thresholds={data.thresholds} onDone={() => setSetting(false)} />}
      <AttentionList attention={data} readAt={query.dataUpdatedAt} />
      {data && data.findings.length < data.total && (
        <Typography variant="body2" sx={{ color: 'text.secondary', pt: 1 }}>
          {`These are the newest ${formatCount(data.findings.length)}.`}
        </Typography>
      )}
    </Section>
  )
}

function Failure({ query, what }: { query: UseQueryResult; what: string }) {
  const { error, isFetching, refetch } = query
  if (error === null || isUnauthorized(error)) return null
  return (
    <RetryAlert
      message={`Error loading ${what}: ${messageOf(error, 'Unknown error')}`}
      onRetry={() => void refetch()}
      busy={isFetching}
    />
  )
}
