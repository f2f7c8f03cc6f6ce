import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { connect, ConsoleProviders, createQueryClient } from '@console/shared-kernel/core'
import { DocumentFault, type Environment, type ParsedEnvironment } from '@console/shared-kernel/remote'
import { readEnvironment } from '../features/composition/environment'
import { startedPage } from '../features/composition/startedPage'
import { logConsoleFault } from './ConsoleFault'
import { EnvironmentFault } from './EnvironmentFault'
import { createRouter } from './routes'
import { StartingScreen } from './StartingScreen'

/** Nothing on the screen waits for it. Where it does not come the next part of the console will not, either, and says so. */
function watch(environment: Environment): void {
  import(/* webpackChunkName: "watch-host" */ '../features/composition/events/watchHost').then(
    ({ watchHost }) => watchHost(environment),
    () => undefined,
  )
}

/** Reads the environment and draws the console, or says what is wrong with the document and starts nothing. */
export async function start(root: Root): Promise<void> {
  const queryClient = createQueryClient()
  const draw = (page: React.ReactNode) =>
    root.render(
      <StrictMode>
        <ConsoleProviders queryClient={queryClient}>{page}</ConsoleProviders>
      </StrictMode>,
    )
  let parsed: ParsedEnvironment
  try {
    draw(<StartingScreen />)
    parsed = await readEnvironment()
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error
    console.error('Entorno no válido:', error.message)
    startedPage().started?.()
    return draw(<EnvironmentFault fault={error} />)
  }
  connect(parsed.environment)
  draw(<RouterProvider router={createRouter(parsed)} onError={logConsoleFault} />)
  watch(parsed.environment)
}
