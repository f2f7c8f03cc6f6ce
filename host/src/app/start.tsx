import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { ConsoleProviders, createQueryClient, RouterProvider } from '@console/shared-kernel/core'
import { DocumentFault } from '@console/shared-kernel/remote/fields'
import { compose } from '../features/composition/composition'
import { readEnvironment } from '../features/composition/environment'
import { logConsoleFault } from './ConsoleFault'
import { EnvironmentFault } from './EnvironmentFault'
import { overridesOf } from '../features/composition/overrides/wanted'
import { readVigils } from '../features/composition/vigil'
import { createRouter } from './routes'
import { StartingScreen } from './StartingScreen'

/** Reads the environment and draws the console, or says what is wrong with the document and starts nothing. */
export async function start(root: Root): Promise<void> {
  const queryClient = createQueryClient()
  const draw = (page: React.ReactNode) =>
    root.render(
      <StrictMode>
        <ConsoleProviders queryClient={queryClient}>{page}</ConsoleProviders>
      </StrictMode>,
    )
  try {
    draw(<StartingScreen />)
    readVigils()
    const read = await readEnvironment()
    compose(read, await overridesOf(read.environment))
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error
    console.error('Entorno no válido:', error.message)
    return draw(<EnvironmentFault fault={error} />)
  }
  draw(<RouterProvider router={createRouter()} onError={logConsoleFault} />)
}
