import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CentredSpinner,
  messageOf,
  RetryAlert,
  showToast,
  useSingleFlight,
} from '@console/shared-kernel/core'
import { whenOf } from '@console/shared-kernel/host'
import { endOtherSessions, endSession, securityKey, sessionsQuery, type OwnSession } from './api'
import { Item, LIST, Section } from './Section'

const secondaryOf = ({ address, startedAt, usedAt, isCurrent }: OwnSession): string =>
  [isCurrent ? 'This session' : `Last used ${whenOf(usedAt)}`, address, `signed in ${whenOf(startedAt)}`]
    .filter((part) => part !== null)
    .join(' · ')

/** Lists where this user is signed in. */
export function SessionsPart() {
  const { data, isLoadingError, refetch } = useQuery(sessionsQuery)
  const client = useQueryClient()
  const { busy, run } = useSingleFlight()
  const end = (call: () => Promise<string>) =>
    run(async () => {
      try {
        showToast(await call())
      } catch (failure) {
        showToast(messageOf(failure, 'The session could not be ended. Please try again.'), 'error')
      }
      await client.invalidateQueries({ queryKey: securityKey })
    })
  const endOne = (session: OwnSession) =>
    end(async () => {
      await endSession(session.id)
      return `${session.device} is signed out`
    })
  const endOthers = () =>
    end(async () => {
      const ended = await endOtherSessions()
      return ended === 1 ? '1 session ended' : `${ended} sessions ended`
    })
  const others = data?.some(({ isCurrent }) => !isCurrent)
  return (
    <Section
      title="Sessions"
      action={
        others && (
          <Button size="small" color="error" disabled={busy} onClick={() => void endOthers()}>
            End all others
          </Button>
        )
      }
    >
      {isLoadingError && (
        <RetryAlert message="Your sessions could not be read." onRetry={() => void refetch()} />
      )}
      {!data && !isLoadingError && <CentredSpinner label="Loading sessions" />}
      {data && (
        <Box component="ul" sx={LIST}>
          {data.map((session) => (
            <Item
              key={session.id}
              primary={session.device}
              secondary={secondaryOf(session)}
              action={
                !session.isCurrent && (
                  <Button
                    size="small"
                    disabled={busy}
                    aria-label={`End ${session.device}, ${secondaryOf(session)}`}
                    onClick={() => void endOne(session)}
                  >
                    End
                  </Button>
                )
              }
            />
          ))}
        </Box>
      )}
    </Section>
  )
}
