import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { currentConnection } from '../../client/connect'
import { isUnauthorized, messageOf } from '../../client/errors'
import { useFeature } from '../../client/features'
import { useIsServed } from '../../client/pageContext'
import { type ActivityOf, blockReasonQuery, recentActivityQuery } from '../../client/recentActivity'
import type { Activity } from '../../contracts/activity'
import { whatOf, whoOf } from '../../domain/activityTexts'
import { formatDateTime } from '../../domain/instants'
import { RetryAlert } from '../stateViews'
import { PANEL_LINK, PanelSection, useIsSettled } from './Panel'

/** The last ten changes to a machine or a user. Absent if the server does not offer activity. */
export function RecentActivity(of: ActivityOf) {
  return useFeature('activity') && <Activities {...of} />
}

function Activities(of: ActivityOf) {
  const { kind, id } = of
  const isServed = useIsServed()
  const { data, error, isFetching, refetch } = useQuery({
    ...recentActivityQuery(of),
    enabled: useIsSettled(id),
    // the rows stay while newer ones are read
    placeholderData: (before, earlier) => (earlier?.queryKey[2] === id ? before : undefined),
  })
  const hasFailed = !data && error !== null && !isUnauthorized(error)
  const all = `/activity?${kind === 'machine' ? 'machine' : 'whom'}=${encodeURIComponent(id)}`
  return (
    <PanelSection
      title="Recent activity"
      busy={!data && !hasFailed}
      action={
        isServed(all) && (
          <Box component={Link} to={all} sx={PANEL_LINK}>
            All activity
          </Box>
        )
      }
    >
      {hasFailed ? (
        <RetryAlert
          message={`Error loading activity: ${messageOf(error, 'Unknown error')}`}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <Rows data={data} namesMachines={kind === 'user'} />
      )}
    </PanelSection>
  )
}

interface RowsProps {
  data: Activity[] | undefined
  namesMachines: boolean
}

function Rows({ data, namesMachines }: RowsProps) {
  if (!data)
    return (
      <Stack sx={{ gap: 1 }}>
        {['80%', '60%', '80%', '60%', '80%'].map((width, index) => (
          <Skeleton key={index} width={width} height={22} />
        ))}
      </Stack>
    )
  if (data.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Nothing has been changed yet.
      </Typography>
    )
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 1 }}>
      {data.map((row) => (
        <Row key={row.id} row={row} namesMachine={namesMachines} />
      ))}
    </Stack>
  )
}

function Row({ row, namesMachine }: { row: Activity; namesMachine: boolean }) {
  const { at, subject } = row
  const who = whoOf(row)
  const machine = namesMachine && subject?.type === 'machine' ? subject.name : ''
  const second = [machine, who && `by ${who}`].filter(Boolean).join(', ')
  return (
    <Box component="li" sx={{ overflowWrap: 'anywhere' }}>
      <Stack direction="row" sx={{ alignItems: 'baseline', justifyContent: 'space-between', gap: 2 }}>
        <Typography>{whatOf(row)}</Typography>
        <Typography
          component="time"
          dateTime={at}
          variant="body2"
          sx={{ flex: 'none', color: 'text.secondary' }}
        >
          {formatDateTime(at, currentConnection().timeZone)}
        </Typography>
      </Stack>
      {[second, row.reason && `Reason: ${row.reason}`].filter(Boolean).map((line) => (
        <Typography key={line} variant="body2" sx={{ color: 'text.secondary' }}>
          {line}
        </Typography>
      ))}
    </Box>
  )
}

/** Why the machine or user is blocked; null if not blocked, if no reason is known, or while loading. */
export function useBlockReason(of: ActivityOf, isBlocked: boolean): string | null {
  const hasActivity = useFeature('activity') !== undefined
  const hasReasons = useFeature('reason') !== undefined
  const isSettled = useIsSettled(of.id)
  const enabled = isBlocked && hasActivity && hasReasons && isSettled
  const { data = null } = useQuery({ ...blockReasonQuery(of), enabled })
  return isBlocked ? data : null
}
