import type { ReactNode, RefObject } from 'react'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { ClockAlert } from './ClockAlert'
import { useKeptScroll } from './useKeptScroll'

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
      <Typography variant="h1">{title}</Typography>
      {mark}
      <Box sx={{ flexGrow: 1 }} />
      {actions}
    </Stack>
  )
}

const CONTROLS =
  '& :is(.MuiButtonBase-root, .MuiToggleButtonGroup-root, .MuiSwitch-root, .MuiFormControl-root):not(h2 *)'

interface ScreenProps {
  children: ReactNode
  /** The screen is as high as its content, and the page scrolls. */
  long?: boolean
}

export function Screen({ children, long = false }: ScreenProps) {
  return long ? <LongScreen>{children}</LongScreen> : <Frame sx={AS_HIGH_AS_THE_PAGE}>{children}</Frame>
}

function LongScreen({ children }: { children: ReactNode }) {
  return <Frame ref={useKeptScroll()}>{children}</Frame>
}

const AS_HIGH_AS_THE_PAGE = { height: '100%', minHeight: 0 } as const

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
      // if the height is too small the screen scrolls, so that its parts never overlap
      '& > *': { flexShrink: 0 },
      '@media print': { [CONTROLS]: { display: 'none' } },
    }}
  >
    <ClockAlert />
    {children}
  </Stack>
)
