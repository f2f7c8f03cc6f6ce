import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ComposedScreen } from '../resolveScreens'
import { useComposition } from '../createComposition'
import { buildId } from '../releaseChoice/candidates'

/** Replaces a screen whose build froze this tab before: the user disables the build or retries. */
export function SuspectPanel({ screen }: { screen: ComposedScreen }) {
  const { crashGuard } = useComposition()
  const build = buildId(screen.deployed)
  return (
    <Box sx={{ p: { xs: 2, sm: 3 } }}>
      <Alert severity="warning" role="alert" sx={{ maxWidth: 640 }}>
        <Typography component="h1" sx={{ fontWeight: 500 }}>
          {`"${screen.title}" bloqueó esta pestaña la última vez`}
        </Typography>
        <Typography variant="body2">
          {`${screen.remote} ${screen.deployed.release.version} no llegó a responder. Puedes dejarlo fuera y seguir con el resto de la consola.`}
        </Typography>
        <Stack direction="row" sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
          <Button color="inherit" variant="outlined" size="small" onClick={() => crashGuard.disable(build)}>
            Dejar fuera
          </Button>
          <Button color="inherit" size="small" onClick={() => crashGuard.dismiss(build)}>
            Abrir de todos modos
          </Button>
        </Stack>
      </Alert>
    </Box>
  )
}
