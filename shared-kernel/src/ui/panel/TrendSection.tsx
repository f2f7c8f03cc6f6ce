import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { isUnauthorized, messageOf } from '../../client/errors'
import { useFeature } from '../../client/features'
import { trendQuery } from '../../client/trendQuery'
import type { TrendDay } from '../../contracts/machineTrend'
import { formatDayInWords, formatProfitAsUsd } from '../../domain/panelFormats'
import { counted } from '../../domain/texts'
import { RetryAlert } from '../stateViews'
import { PanelSection, useIsSettled } from './Panel'
import { Sparkline } from './Sparkline'

/** The height in pixels of the bars with the days below them, so that nothing moves when they appear. */
const HEIGHT = 80

/** The cash profit of a machine per day, in euros. Absent if the server does not offer trends. */
export function TrendSection({ machineId }: { machineId: string }) {
  return useFeature('trend') && <Trend machineId={machineId} />
}

function Trend({ machineId }: { machineId: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...trendQuery(machineId),
    enabled: useIsSettled(machineId),
  })
  const hasFailed = error !== null && !isUnauthorized(error)
  const total = data?.reduce((sum, { profitCents }) => sum + profitCents, 0)
  return (
    <PanelSection
      title="Profit per day"
      busy={!data && !hasFailed}
      action={
        total !== undefined && (
          <Typography
            sx={{
              color: total < 0 ? 'error.main' : 'success.main',
              whiteSpace: 'nowrap',
            }}
          >
            {formatProfitAsUsd(total)}
            <Box component="span" sx={{ color: 'text.secondary', typography: 'body2' }}>
              {` in ${counted(data?.length ?? 0, 'day')}`}
            </Box>
          </Typography>
        )
      }
    >
      {data ? (
        <Days days={data} />
      ) : hasFailed ? (
        <RetryAlert
          message={`Error loading the profit: ${messageOf(error, 'Unknown error')}`}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <Skeleton variant="rounded" height={HEIGHT} />
      )}
    </PanelSection>
  )
}

function Days({ days }: { days: readonly TrendDay[] }) {
  const [first, last] = [days.at(0)?.day, days.at(-1)?.day]
  return (
    <Box sx={{ minHeight: HEIGHT }}>
      <Sparkline
        label={`Profit over ${counted(days.length, 'day')}`}
        points={days.map(({ day, profitCents }) => ({ name: formatDayInWords(day), cents: profitCents }))}
      />
      {first !== undefined && last !== undefined && (
        <Stack
          aria-hidden
          direction="row"
          sx={{
            justifyContent: 'space-between',
            mt: 0.5,
            color: 'text.secondary',
            typography: 'caption',
          }}
        >
          <span>{formatDayInWords(first)}</span>
          <span>{formatDayInWords(last)}</span>
        </Stack>
      )}
    </Box>
  )
}
