import { hasParameters } from '@console/shared-kernel/remote'
import { prefetch } from '../features/composition/prefetch'
import type { ComposedScreen } from '../features/composition/resolveScreens'
import type { NavEntry } from '../features/shell/model'

/** For each screen that asks for one. A path with parameters is not one address: no entry leads to it. */
export const navigationEntries = (screens: ComposedScreen[]): NavEntry[] =>
  screens
    .flatMap((screen) =>
      screen.nav && !hasParameters(screen.path)
        ? [{ path: screen.path, ...screen.nav, prefetch: () => prefetch(screen) }]
        : [],
    )
    .sort((a, b) => a.order - b.order)
