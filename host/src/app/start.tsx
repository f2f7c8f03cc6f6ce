import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { connect, ConsoleProviders, createQueryClient } from '@console/shared-kernel/core'
import { DocumentFault, type Environment } from '@console/shared-kernel/remote'
import { readEnvironment, type ReadEnvironment } from '../features/composition/environment'
import { takeRequested } from '../features/composition/overrides/addressOverrides'
import { firstPaintState } from '../features/composition/firstPaintState'
import { logHostFault } from './HostFault'
import { EnvironmentFault } from './EnvironmentFault'
import { createRouter } from './routes'
import { StartingScreen } from './StartingScreen'

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
    console.error('Entorno no válido:', error.message)
    firstPaintState().started?.()
    return draw(<EnvironmentFault fault={error} />)
  }
  connect(read.environment)
  draw(<RouterProvider router={createRouter(read, takeRequested())} onError={logHostFault} />)
  watch(read.environment)
}
