import { useEffect } from 'react'
import { createBrowserRouter, Outlet } from 'react-router-dom'
import type { ParsedEnvironment } from '@console/shared-kernel/remote'
import { LeavingBoundary } from '../features/composition/screens/LeavingBoundary'
import { startedPage } from '../features/composition/startedPage'
import { ConsoleFault } from './ConsoleFault'
import { StartingScreen } from './StartingScreen'

function Pages() {
  useEffect(() => startedPage().started?.(), [])
  return (
    <LeavingBoundary>
      <Outlet />
    </LeavingBoundary>
  )
}

/*
 * This table never changes. What an address shows behind the door is looked up in the composition, so
 * that a remote may appear while the console runs.
 */
export const createRouter = (environment: ParsedEnvironment) =>
  createBrowserRouter([
    {
      HydrateFallback: StartingScreen,
      ErrorBoundary: ConsoleFault,
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
            const { prepare, ConsoleArea } = await import(
              /* webpackChunkName: "console-area" */ './ConsoleArea'
            )
            await prepare(environment)
            return { Component: ConsoleArea }
          },
        },
      ],
    },
  ])
