import { useState } from 'react'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { showToast } from '@console/shared-kernel/core'
import { isPanel, useComposition, useResolvedScreens, type ComposedScreen } from './composition'
import { buildId } from './fallbackOrder'

interface FailureProps {
  title: string
  /** A remote and version, or a document. */
  source: string
  reason: string
  onRetry: () => void
  busy?: boolean
  alternative?: { label: string; onTake: () => void }
  /** The heading's level; the heading of a side panel is not the page's. */
  heading?: 'h1' | 'h2'
}

export const headingOf = (screen: ComposedScreen): 'h1' | 'h2' => (isPanel(screen) ? 'h2' : 'h1')

/** Replaces only the failed screen. */
export function FailurePanel(props: FailureProps) {
  const { title, source, reason, onRetry, busy = false, alternative, heading = 'h1' } = props
  return (
    <Box sx={{ p: { xs: 2, sm: 3 } }}>
      <Alert severity="error" role="alert" sx={{ maxWidth: 640 }}>
        <Typography
          component={heading}
          sx={{ fontWeight: 500 }}
        >{`No se pudo mostrar "${title}"`}</Typography>
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

/** Replaces a screen whose build has frozen this tab before: the user can leave it out or open it anyway. */
export function FrozenPanel({ screen }: { screen: ComposedScreen }) {
  const { quarantine } = useComposition()
  const build = buildId(screen)
  return (
    <Box sx={{ p: { xs: 2, sm: 3 } }}>
      <Alert severity="warning" role="alert" sx={{ maxWidth: 640 }}>
        <Typography component={headingOf(screen)} sx={{ fontWeight: 500 }}>
          {`"${screen.title}" bloqueó esta pestaña la última vez`}
        </Typography>
        <Typography variant="body2">
          {`${screen.remote} ${screen.release.version} no llegó a responder. Puedes dejarlo fuera y seguir con el resto de la consola.`}
        </Typography>
        <Stack direction="row" sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
          <Button color="inherit" variant="outlined" size="small" onClick={() => quarantine.leaveOut(build)}>
            Dejar fuera
          </Button>
          <Button color="inherit" size="small" onClick={() => quarantine.release(build)}>
            Abrir de todos modos
          </Button>
        </Stack>
      </Alert>
    </Box>
  )
}

interface UnavailableProps {
  path: string
  /** Reads the environment again; rejects if that fails. */
  onReadAgain: () => Promise<void>
}

/** The page for an unknown address that may belong to a remote with an invalid record. */
export function UnavailableRemotesPage({ path, onReadAgain }: UnavailableProps) {
  const { quarantine } = useComposition()
  const { faults } = useResolvedScreens()
  const [busy, setBusy] = useState(false)

  const readAgain = async () => {
    setBusy(true)
    try {
      await onReadAgain()
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), 'error')
    }
    setBusy(false)
  }

  return (
    <Box>
      {faults.map(({ remote, reason, leftOut }) => (
        <FailurePanel
          key={remote}
          title={path}
          source={`Remoto "${remote}" desactivado`}
          reason={reason}
          onRetry={() => (leftOut ? leftOut.forEach(quarantine.release) : void readAgain())}
          busy={busy}
        />
      ))}
    </Box>
  )
}
