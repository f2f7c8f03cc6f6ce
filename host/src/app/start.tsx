import { StrictMode, useEffect } from 'react'
import type { Root } from 'react-dom/client'
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router-dom'
import Typography from '@mui/material/Typography'
import { CentredSpinner } from '@console/shared-kernel/core'
import { connect, ConsoleProviders, createQueryClient, useNavigationGuard } from '@console/shared-kernel/host'
import { DocumentFault } from '@console/shared-kernel/remote'
import { readEnvironment, UnreadEnvironment, type ReadEnvironment } from '../features/composition/environment'
import { takeRequested, type OverrideAddresses } from '../features/composition/overrides/addressOverrides'
import { reportHostStart } from '../features/composition/eventLog/hostReports'
import { pageState } from '../features/composition/pageState'
import { UnmountErrorBoundary } from '../features/composition/UnmountErrorBoundary'
import { FailedPage } from '../features/shell/FailedPage'
import { HostFault, logHostFault } from './HostFault'

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
    pageState().started?.()
    return draw(<EnvironmentFault fault={error} />)
  }
  connect(read.environment)
  draw(<RouterProvider router={createRouter(read, takeRequested())} onError={logHostFault} />)
  reportHostStart(read.environment)
}

function StartingScreen() {
  useEffect(() => pageState().begun?.(), [])
  return <CentredSpinner label="Starting" fullPage />
}

/** Names the document and the invalid field. */
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

/**
 * Routes the host's own pages, the kernel's `HOST_PATHS`. All other addresses belong to the composition's screens.
 */
export const createRouter = (read: ReadEnvironment, requested: OverrideAddresses) =>
  createBrowserRouter([
    {
      HydrateFallback: StartingScreen,
      ErrorBoundary: HostFault,
      Component: Pages,
      children: [
        {
          path: '/login',
          lazy: async () => {
            const { LoginScreen } = await import(
              /* webpackChunkName: "login-screen" */ '../features/login/LoginScreen'
            )
            return { Component: LoginScreen }
          },
        },
        {
          path: '/token-debug',
          lazy: async () => ({
            Component: (await import('../features/token-debug/TokenDebugScreen')).TokenDebugScreen,
          }),
        },
        {
          path: '*',
          lazy: async () => {
            const { composeConsole } = await import(/* webpackChunkName: "console-area" */ './ConsoleArea')
            return { Component: await composeConsole(read, requested) }
          },
        },
      ],
    },
  ])

function Pages() {
  useNavigationGuard()
  useEffect(() => pageState().started?.(), [])
  return (
    <UnmountErrorBoundary>
      <Outlet />
    </UnmountErrorBoundary>
  )
}
