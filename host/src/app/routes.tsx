import { createBrowserRouter } from '@console/shared-kernel/core'
import { StartingScreen } from './StartingScreen'

/*
 * This table never changes. What an address shows behind the door is looked up in the composition, so
 * that a remote may appear while the console runs.
 */
export const createRouter = () =>
  createBrowserRouter([
    {
      path: '/login',
      HydrateFallback: StartingScreen,
      lazy: async () => ({ Component: (await import('../features/login/LoginScreen')).LoginScreen }),
    },
    {
      path: '/token-debug',
      HydrateFallback: StartingScreen,
      lazy: async () => ({
        Component: (await import('../features/token-debug/TokenDebugScreen')).TokenDebugScreen,
      }),
    },
    {
      path: '*',
      HydrateFallback: StartingScreen,
      lazy: async () => ({ Component: (await import('./ConsoleArea')).ConsoleArea }),
    },
  ])
