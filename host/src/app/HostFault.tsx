import Typography from '@mui/material/Typography'
import { pageBootstrap } from '../features/composition/pageBootstrap'
import { FailedPage } from '../features/shell/FailedPage'

const GIVE_UP_MS = 5_000

/** A cache would keep an altered file: each file is fetched past the cache. */
async function fetchOwnFilesAnew(): Promise<void> {
  const files = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.startsWith(`${location.origin}/static/`))
  const signal = AbortSignal.timeout(GIVE_UP_MS)
  await Promise.allSettled(files.map(({ name }) => fetch(name, { cache: 'reload', signal })))
}

/** Replaces the whole page. */
export function HostFault() {
  return (
    <FailedPage title="No se pudo mostrar la página" beforeRetry={fetchOwnFilesAnew}>
      <Typography sx={{ color: 'text.secondary' }}>
        Una parte de la consola no se pudo cargar. Lo que ya se había guardado está a salvo.
      </Typography>
    </FailedPage>
  )
}

export function logHostFault(error: unknown): void {
  // only in the log where the code that reports it is missing too
  import('../features/composition/eventLog/hostReports').then(
    ({ reportHostFault }) => reportHostFault(error),
    () => console.error('Fallo de la consola:', error),
  )
  // where nothing has been drawn yet, the previous build of the host may work
  pageBootstrap().failed?.(error)
}
