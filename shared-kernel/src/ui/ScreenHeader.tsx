import Alert from '@mui/material/Alert'
import type { ReactNode, RefObject } from 'react'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useLocation } from 'react-router-dom'
import { useClockError } from '../client/clockError'
import { useOpened } from '../client/opened'
import { FORBIDDEN_ACTION, useDrop } from '../client/opened'
import { PrintedHead } from './table/printed'
import { FLOWS } from './table/frame'
import { useKeptScroll } from './useKeptScroll'

const durationText = (minutes: number): string =>
  [minutes >= 60 && `${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`]
    .filter(Boolean)
    .join(' ')

/** With a wrong clock, a report up to "now" would silently lack movements, or be empty. */
function ClockAlert() {
  const error = useClockError()
  if (error === 0) return null
  return (
    <Alert severity="warning" role="status">
      {`The clock of this computer is ${durationText(Math.abs(error))} ${error < 0 ? 'behind' : 'ahead of'} the server's. `}
      Lists and reports take today and now from it: set it right before you rely on them.
    </Alert>
  )
}

const ACTIONS = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 1,
  ml: 'auto',
  '& .MuiButton-text:last-child': { mr: -1 },
} as const

export function ScreenHeader({
  title,
  mark,
  actions,
}: {
  title: string
  mark?: ReactNode
  actions?: ReactNode
}) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1.5, minHeight: 40 }}>
      <PrintedHead side="left" text={title} />
      <Typography variant="h1">{title}</Typography>
      {mark}
      {actions && <Box sx={ACTIONS}>{actions}</Box>}
    </Stack>
  )
}

const CONTROLS =
  '& :is(.MuiButtonBase-root, .MuiToggleButtonGroup-root, .MuiSwitch-root, .MuiFormControl-root):not(h2 *)'

interface ScreenProps {
  children: ReactNode
  /** The screen is as tall as its content, and the page scrolls. */
  long?: boolean
  /**
   * The actions that the screen offers this viewer for `do=<action>` without `open=`; an empty list if there
   * are none. Any other action, and an invalid `open=`, is removed from the address. If the list is absent,
   * the screen handles both parameters itself.
   */
  actions?: readonly string[]
}

export function Screen({ children, long = false, actions }: ScreenProps) {
  const content = (
    <>
      {actions && <OthersDropped actions={actions} />}
      {children}
    </>
  )
  return long ? <LongScreen>{content}</LongScreen> : <Frame sx={FULL_HEIGHT}>{content}</Frame>
}

function OthersDropped({ actions }: Required<Pick<ScreenProps, 'actions'>>) {
  const { kind, action } = useOpened()
  const isOther =
    new URLSearchParams(useLocation().search).has('open') || (action !== null && !actions.includes(action))
  useDrop(kind === null && isOther ? FORBIDDEN_ACTION : null)
  return null
}

function LongScreen({ children }: { children: ReactNode }) {
  return <Frame ref={useKeptScroll()}>{children}</Frame>
}

const FULL_HEIGHT = {
  height: '100%',
  minHeight: 0,
  // for a list on a phone, the page scrolls
  [`&:has(> .${FLOWS})`]: { height: 'auto', minHeight: '100%' },
} as const

interface FrameProps {
  children: ReactNode
  sx?: object
  ref?: RefObject<HTMLDivElement | null>
}

const Frame = ({ children, sx, ref }: FrameProps) => (
  <Stack
    component="section"
    ref={ref}
    sx={{
      gap: 2,
      p: { xs: 2, md: 3 },
      ...sx,
      // if there is too little height, the screen scrolls, so that its parts never overlap
      '& > *': { flexShrink: 0 },
      '@media print': { [CONTROLS]: { display: 'none' } },
    }}
  >
    <ClockAlert />
    {children}
  </Stack>
)
