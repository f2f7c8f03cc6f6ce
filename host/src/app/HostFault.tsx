import Typography from '@mui/material/Typography'
import { reportHostFault } from '../features/composition/eventLog/hostReports'
import { pageState } from '../features/composition/pageState'
import { FailedPage } from '../features/shell/FailedPage'

const TIMEOUT_MS = 5_000

/** Bypasses the HTTP cache, which may hold a corrupt file. */
async function refetchOwnFiles(): Promise<void> {
  const files = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.startsWith(`${location.origin}/static/`))
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  await Promise.allSettled(files.map(({ name }) => fetch(name, { cache: 'reload', signal })))
}

/** A page that replaces the whole console. */
export function HostFault() {
  return (
    <FailedPage title="No se pudo mostrar la página" beforeRetry={refetchOwnFiles}>
      <Typography sx={{ color: 'text.secondary' }}>
        Una parte de la consola no se pudo cargar. Lo que ya se había guardado está a salvo.
      </Typography>
    </FailedPage>
  )
}

export function logHostFault(error: unknown): void {
  reportHostFault(error)
  // if nothing was rendered yet, the previous build of the host may work
  pageState().failed?.(error)
}
