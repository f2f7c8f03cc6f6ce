import { useEffect, useRef } from 'react'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Activity } from '@console/shared-kernel/contracts'
import { currentConnection, isUnauthorized, messageOf, RetryAlert } from '@console/shared-kernel/core'
import { whatOf, whoOf } from '@console/shared-kernel/domain'
import { PANEL_LINK } from '@console/shared-kernel/panel'
import { formatDateTime } from '@console/shared-kernel/rules'
import { changesQuery, overviewQuery } from './api'
import { Section, SubjectLink } from './Section'

/** Batches changes in quick succession. */
const BETWEEN_READS_MS = 5_000

/** Refetches the day's figures after a change that may affect them. */
function useFiguresAfter(changeId: number | undefined): void {
  const client = useQueryClient()
  const known = useRef(changeId)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (known.current !== undefined && known.current !== changeId)
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        void client.invalidateQueries(overviewQuery)
      }, BETWEEN_READS_MS)
    known.current = changeId
  }, [client, changeId])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}

/** The latest changes by the viewer and the users below them. */
export function LatestChanges() {
  const { data, error, isFetching, refetch } = useQuery(changesQuery)
  useFiguresAfter(data?.[0]?.id)
  const hasFailed = !data && error !== null && !isUnauthorized(error)
  return (
    <Section
      title="Latest changes"
      busy={!data && !hasFailed}
      action={
        <Box component={Link} to="/activity" sx={PANEL_LINK}>
          All activity
        </Box>
      }
    >
      {hasFailed ? (
        <RetryAlert
          message={`Error loading activity: ${messageOf(error, 'Unknown error')}`}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : !data ? (
        <Skeleton variant="rounded" height={200} />
      ) : data.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Nothing has been changed yet.
        </Typography>
      ) : (
        <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 1 }}>
          {data.map((row) => (
            <Stack
              key={row.id}
              component="li"
              direction="row"
              sx={{ justifyContent: 'space-between', gap: 2 }}
            >
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography component="span">{whatOf(row)}</Typography>
                <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
                  {' '}
                  <What row={row} />
                  {whoOf(row) && ` by ${whoOf(row)}`}
                </Typography>
              </Box>
              <Typography
                component="time"
                dateTime={row.at}
                variant="body2"
                sx={{ flex: 'none', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
              >
                {formatDateTime(row.at, currentConnection().timeZone)}
              </Typography>
            </Stack>
          ))}
        </Stack>
      )}
    </Section>
  )
}

function What({ row: { subject, kind } }: { row: Activity }) {
  if (!subject) return null
  const { type, userId, machineId, name } = subject
  const id = type === 'machine' ? machineId : type === 'user' ? userId : null
  // a deleted user or a retired machine can no longer be opened
  if (id === null || /\.(delete|retire)$/.test(kind)) return name
  return <SubjectLink subject={{ kind: type === 'machine' ? 'machine' : 'user', id: String(id), name }} />
}
