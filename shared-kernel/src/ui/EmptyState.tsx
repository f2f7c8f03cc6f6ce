import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useFocusRecovery } from './focus'

const DRAWING = {
  width: 64,
  mb: 1,
  color: 'text.secondary',
  fill: 'none',
  stroke: 'currentcolor',
  strokeWidth: 2,
  strokeLinecap: 'round',
} as const

const CENTRED = { alignItems: 'center', textAlign: 'center', gap: 1, py: 6, px: 2 } as const

interface EmptyStateProps {
  title: string
  /** Why nothing is shown, and what the user can do. */
  text: string
  action?: ReactNode
  /** Clears the search that matched nothing. */
  onClearSearch?: (() => void) | false | undefined
  /** Clears the filters, if no search is set. */
  onClearFilters?: (() => void) | false | undefined
}

export function EmptyState({ title, text, action, onClearSearch, onClearFilters }: EmptyStateProps) {
  // its action may remove it, along with the focus
  useFocusRecovery()
  return (
    <Stack sx={CENTRED}>
      {/* a list under a magnifying glass */}
      <Box component="svg" viewBox="0 0 64 48" aria-hidden sx={DRAWING}>
        <path d="M6 8h44M6 20h22M6 32h18M6 44h44" opacity={0.4} />
        <path d="M42 17a10 10 0 1 0 0 20 10 10 0 1 0 0-20m7.5 17.5L58 43" />
      </Box>
      <Typography variant="h2">{title}</Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: 420 }}>{text}</Typography>
      <Stack direction="row" useFlexGap sx={{ pt: 1, gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
        {(onClearSearch || onClearFilters) && (
          <Button variant="outlined" onClick={onClearSearch || onClearFilters || undefined}>
            {onClearSearch ? 'Clear search' : 'Clear filters'}
          </Button>
        )}
        {action}
      </Stack>
    </Stack>
  )
}

/** Replaces rows that could not be loaded. @param children the failures, each with a way out */
export function FailedState({ children }: { children: ReactNode }) {
  return (
    <Stack sx={CENTRED}>
      {/* a list with a gap */}
      <Box component="svg" viewBox="0 0 64 48" aria-hidden sx={DRAWING}>
        <path d="M6 8h52M6 44h52" opacity={0.4} />
        <path d="M6 20h16M6 32h12M46 20h12M42 32h16M36 14l-8 11h8l-8 11" />
      </Box>
      {children}
    </Stack>
  )
}
