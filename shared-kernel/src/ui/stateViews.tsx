import type { ReactNode } from 'react'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useFocusRecovery } from './focus'

export function CentredSpinner({ label, fullPage = false }: { label: string; fullPage?: boolean }) {
  return (
    <Box
      component={fullPage ? 'main' : 'div'}
      sx={{ display: 'grid', placeItems: 'center', height: fullPage ? '100vh' : '100%', minHeight: 240 }}
    >
      <CircularProgress aria-label={label} />
    </Box>
  )
}

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

/** An error message with a retry button. */
export function RetryAlert({
  message,
  onRetry,
  busy = false,
}: {
  message: string
  onRetry: () => void
  /** A retry is running: the button shows progress and is disabled. */
  busy?: boolean
}) {
  useFocusRecovery(busy)
  return (
    <Alert
      severity="error"
      role="alert"
      action={
        <Button color="inherit" size="small" onClick={onRetry} loading={busy}>
          Reintentar
        </Button>
      }
    >
      {message}
    </Alert>
  )
}
