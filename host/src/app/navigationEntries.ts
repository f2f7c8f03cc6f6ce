import { hasParameters } from '@console/shared-kernel/remote'
import { prefetch } from '../features/composition/prefetch'
import type { ComposedScreen } from '../features/composition/resolveScreens'
import type { NavEntry } from '../features/shell/model'

/** For each screen with `nav`. A path with parameters has no single address, so it gets no entry. */
export const navigationEntries = (screens: ComposedScreen[]): NavEntry[] =>
  screens
    .flatMap((screen) =>
      screen.nav && !hasParameters(screen.path)
        ? [{ path: screen.path, ...screen.nav, prefetch: () => prefetch(screen) }]
        : [],
    )
    .sort((a, b) => a.order - b.order)
