import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useFocusRecovery } from './focus'

/** A list under a magnifying glass. */
const DRAWING = {
  width: 64,
  mb: 1,
  color: 'text.secondary',
  fill: 'none',
  stroke: 'currentcolor',
  strokeWidth: 2,
  strokeLinecap: 'round',
} as const

/** @param text why nothing is shown, and what the user can do */
export function EmptyState({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  // its action may replace it
  useFocusRecovery()
  return (
    <Stack sx={{ alignItems: 'center', textAlign: 'center', gap: 1, py: 6, px: 2 }}>
      <Box component="svg" viewBox="0 0 64 48" aria-hidden sx={DRAWING}>
        <path d="M6 8h44M6 20h22M6 32h18M6 44h44" opacity={0.4} />
        <path d="M42 17a10 10 0 1 0 0 20 10 10 0 1 0 0-20m7.5 17.5L58 43" />
      </Box>
      <Typography variant="h2">{title}</Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: 420 }}>{text}</Typography>
      {action && <Box sx={{ pt: 1 }}>{action}</Box>}
    </Stack>
  )
}
