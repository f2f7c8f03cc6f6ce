import type { ReactNode, RefObject } from 'react'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useKeptScroll } from './useKeptScroll'

/** The one title of a screen, what qualifies it next to it, its actions at the right. */
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

/** There is nothing to press and nothing to type on paper; a heading stays, though it can be pressed. */
const CONTROLS =
  '& :is(.MuiButtonBase-root, .MuiToggleButtonGroup-root, .MuiSwitch-root, .MuiFormControl-root):not(h2 *)'

interface ScreenProps {
  children: ReactNode
  /** The screen is as long as what is in it, and the page scrolls. */
  long?: boolean
}

/** The frame of a screen: its parts below each other, the last one taking the height that is left. */
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
      p: { xs: 2, sm: 3 },
      ...sx,
      // where there is no height left the screen scrolls: its parts never lie over each other
      '& > *': { flexShrink: 0 },
      '@media print': { [CONTROLS]: { display: 'none' } },
    }}
  >
    {children}
  </Stack>
)
