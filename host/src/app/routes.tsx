import { useEffect } from 'react'
import { createBrowserRouter, Outlet } from 'react-router-dom'
import { useDialogHistory } from '@console/shared-kernel/host'
import type { ReadEnvironment } from '../features/composition/environment'
import type { OverrideAddresses } from '../features/composition/overrides/addressOverrides'
import { UnmountErrorBoundary } from '../features/composition/screenOutlet/UnmountErrorBoundary'
import { firstPaintState } from '../features/composition/firstPaintState'
import { HostFault } from './HostFault'
import { StartingScreen } from './StartingScreen'

function Pages() {
  useDialogHistory()
  useEffect(() => firstPaintState().started?.(), [])
  return (
    <UnmountErrorBoundary>
      <Outlet />
    </UnmountErrorBoundary>
  )
}

/*
 * Static: the same paths as the kernel's `HOST_PATHS`. The composition resolves all others.
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
