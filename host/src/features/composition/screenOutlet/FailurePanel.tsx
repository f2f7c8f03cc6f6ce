import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'

interface Props {
  title: string
  /** Remote and version, or a document. */
  source: string
  reason: string
  onRetry: () => void
  busy?: boolean
  alternative?: { label: string; onTake: () => void }
}

/** Replaces only the failed screen. */
export function FailurePanel({ title, source, reason, onRetry, busy = false, alternative }: Props) {
  return (
    <Box sx={{ p: { xs: 2, sm: 3 } }}>
      <Alert severity="error" role="alert" sx={{ maxWidth: 640 }}>
        <Typography component="h1" sx={{ fontWeight: 500 }}>{`No se pudo mostrar "${title}"`}</Typography>
        <Typography variant="body2">{`${source}: ${reason}`}</Typography>
        <Typography variant="body2" sx={{ mt: 1 }}>
          El resto de la consola sigue funcionando.
        </Typography>
        <Stack direction="row" sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
          <Button color="inherit" variant="outlined" size="small" onClick={onRetry} loading={busy}>
            Reintentar
          </Button>
          {alternative && (
            <Button color="inherit" size="small" onClick={alternative.onTake}>
              {alternative.label}
            </Button>
          )}
        </Stack>
      </Alert>
    </Box>
  )
}
