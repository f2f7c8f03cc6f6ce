import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import Typography from '@mui/material/Typography'
import { connect, ConsoleProviders, createQueryClient } from '@console/shared-kernel/host'
import { DocumentFault, type Environment } from '@console/shared-kernel/remote'
import { readEnvironment, UnreadEnvironment, type ReadEnvironment } from '../features/composition/environment'
import { takeRequested } from '../features/composition/overrides/addressOverrides'
import { firstPaintState } from '../features/composition/firstPaintState'
import { logHostFault } from './HostFault'
import { createRouter } from './routes'
import { StartingScreen } from './StartingScreen'
import { FailedPage } from '../features/shell/FailedPage'

/** A failure is ignored: the next part of the console fails too, and reports it. */
function watch(environment: Environment): void {
  import(/* webpackChunkName: "host-reports" */ '../features/composition/eventLog/hostReports').then(
    ({ reportHostStart }) => reportHostStart(environment),
    () => undefined,
  )
}

export async function start(root: Root): Promise<void> {
  const queryClient = createQueryClient()
  const draw = (page: React.ReactNode) =>
    root.render(
      <StrictMode>
        <ConsoleProviders queryClient={queryClient}>{page}</ConsoleProviders>
      </StrictMode>,
    )
  let read: ReadEnvironment
  try {
    draw(<StartingScreen />)
    read = await readEnvironment()
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error
    console.error('La consola no puede arrancar:', error.message)
    firstPaintState().started?.()
    return draw(<EnvironmentFault fault={error} />)
  }
  connect(read.environment)
  draw(<RouterProvider router={createRouter(read, takeRequested())} onError={logHostFault} />)
  watch(read.environment)
}

/** Names the document and the field that is wrong. */
function EnvironmentFault({ fault }: { fault: DocumentFault }) {
  return (
    <FailedPage title="La consola no puede arrancar">
      <Typography sx={{ color: 'text.secondary' }}>
        {fault instanceof UnreadEnvironment
          ? `No se ha podido leer el documento ${fault.document}.`
          : `El documento ${fault.document} no es válido.`}
      </Typography>
      <Typography component="code" sx={{ fontFamily: 'monospace' }}>
        {fault.field === '' ? fault.problem : `${fault.field}: ${fault.problem}`}
      </Typography>
    </FailedPage>
  )
}
