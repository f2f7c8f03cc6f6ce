import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { currentConnection, EmptyState, useCurrentUser, useFocusRecovery } from '@console/shared-kernel/core'
import type { Attention, Finding } from '@console/shared-kernel/contracts'
import { formatDateTime, nowIn } from '@console/shared-kernel/rules'
import { OpenLink } from '@console/shared-kernel/view'
import { figureOf, findingName, KIND_TEXTS, panelOf, reportOf, subjectOf } from './model'
import { LoadingRows } from './LoadingRows'
import { SubjectLink } from './Section'
import { useFindingActions } from './useFindingActions'

interface ListProps {
  /** Undefined while loading. */
  attention: Attention | undefined
  /** When the findings were loaded, in epoch milliseconds. */
  readAt: number
  /** Maximum number of findings shown; all by default. */
  max?: number
}

/** What needs attention, newest first. */
export function AttentionList({ attention, readAt, max }: ListProps) {
  const actions = useFindingActions()
  if (!attention) return <LoadingRows count={4} height={55} />
  const { findings, checkedAt } = attention
  if (checkedAt === null)
    return (
      <EmptyState
        title="Not looked at yet"
        text="The server looks once a minute. What it finds appears here."
      />
    )
  const late = checkedAt !== undefined && readAt - Date.parse(checkedAt) > LATE_MS && (
    <Alert severity="warning" sx={{ mb: 1 }}>
      {`As of ${formatDateTime(checkedAt, currentConnection().timeZone)}: the server has not looked since.`}
    </Alert>
  )
  if (findings.length === 0)
    return (
      late || (
        <EmptyState title="Nothing needs attention" text="What does appears here, and in the bell above." />
      )
    )
  return (
    <>
      {late}
      {/* receives the focus when a row with the focus is removed */}
      <Stack
        component="ul"
        tabIndex={-1}
        sx={{ listStyle: 'none', m: 0, p: 0, outline: 'none', containerType: 'inline-size' }}
      >
        {findings.slice(0, max).map((finding) => (
          <Row key={finding.id} finding={finding} {...actions} />
        ))}
      </Stack>
    </>
  )
}

/** The server checks every minute; loaded findings stay for ten, and the two clocks may differ. */
const LATE_MS = 15 * 60_000

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
  breakInside: 'avoid',
  '&:first-of-type': { borderTop: 0, pt: 0 },
} as const

const WIDE = '@container (min-width: 760px)'

/** Actions are on one line below the text, or in columns if there is room. */
const ACTIONS = {
  gap: 0.5,
  flexWrap: 'wrap',
  ml: { xs: 1.5, sm: 0 },
  '& > .MuiButton-root': { minWidth: { xs: 0, sm: 64 }, px: 1 },
  '& > .MuiButton-root:last-child': { minWidth: 0, mr: { sm: -1 } },
} as const

type Props = ReturnType<typeof useFindingActions> & { finding: Finding }

function Row({ finding, hide, block }: Props) {
  const { kind, machine, user, since } = finding
  useFocusRecovery()
  const viewer = useCurrentUser()
  const { timeZone } = currentConnection()
  const report = reportOf(finding, nowIn(timeZone, new Date(since)).day, nowIn(timeZone).day)
  const figure = figureOf(finding)
  const subject = subjectOf(finding)
  const name = findingName(finding)
  const isOneself = machine === null && user.id === String(viewer.userId)
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0, pl: 2.5, position: 'relative', overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 500 }}>
          <Box component="span" aria-hidden sx={{ color: 'warning.main', position: 'absolute', left: 0 }}>
            ●
          </Box>
          {KIND_TEXTS[kind]}
          {figure && (
            <Box
              component="span"
              sx={{ fontWeight: 400, fontVariantNumeric: 'tabular-nums' }}
            >{` ${figure}`}</Box>
          )}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <SubjectLink subject={subject} />
          {machine && user.name && ` of ${user.name}`}
          <time dateTime={since}>{`, since ${formatDateTime(since, timeZone)}`}</time>
        </Typography>
      </Box>
      <Stack direction="row" sx={ACTIONS}>
        {report && (
          <Button size="small" component={Link} to={report} aria-label={`Report: ${name}`}>
            Report
          </Button>
        )}
        {machine?.blockable && (
          <Button size="small" color="error" aria-label={`Block: ${name}`} onClick={() => block(machine)}>
            Block
          </Button>
        )}
        {!machine && !isOneself && (
          // the panel asks first, with the number of users and machines below
          <Button
            size="small"
            color="error"
            component={OpenLink}
            {...panelOf(subject)}
            aria-label={`Block...: ${name}`}
          >
            Block...
          </Button>
        )}
        <Button
          size="small"
          color="inherit"
          aria-label={`Snooze until tomorrow: ${name}`}
          title="Until tomorrow"
          onClick={() => hide(finding, 'tomorrow')}
        >
          Snooze{' '}
          <Box component="span" sx={{ display: 'none', ml: '0.25em', [WIDE]: { display: 'inline' } }}>
            until tomorrow
          </Box>
        </Button>
        <Button
          size="small"
          color="inherit"
          aria-label={`Seen: ${name}`}
          onClick={() => hide(finding, 'seen')}
        >
          Seen
        </Button>
      </Stack>
    </Box>
  )
}
