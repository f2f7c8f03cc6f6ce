import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { connect, ConsoleProviders, createQueryClient, RouterProvider } from '@console/shared-kernel/core'
import { DocumentFault } from '@console/shared-kernel/remote/fields'
import { compose } from '../features/composition/composition'
import { readEnvironment } from '../features/composition/environment'
import { EnvironmentFault } from './EnvironmentFault'
import { createRouter } from './routes'

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
    const parsed = await readEnvironment()
    connect(parsed.environment)
    compose(parsed)
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error
    console.error('Entorno no válido:', error.message)
    return draw(<EnvironmentFault fault={error} />)
  }
  draw(<RouterProvider router={createRouter()} />)
}
