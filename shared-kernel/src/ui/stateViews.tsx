import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
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
