import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { lazyWithRetry, useSession } from '@console/shared-kernel/core'
import type { ParsedEnvironment } from '@console/shared-kernel/remote'
import { compose, useComposition, type Composition } from '../features/composition/composition'
import { overridesOf } from '../features/composition/overrides/wanted'
import { prefetch, startAhead } from '../features/composition/prefetch'
import { DisabledRemotes } from '../features/composition/screens/DisabledRemotes'
import { ScreenOutlet, screenAt } from '../features/composition/screens/ScreenOutlet'
import { reportSuspects } from '../features/composition/vigil/suspects'
import { readVigils } from '../features/composition/vigil/vigil'
import { NotFoundScreen } from '../features/not-found/NotFoundScreen'
import type { NavEntry } from '../features/shell/model'
import { ProtectedArea } from '../features/shell/ProtectedArea'
import { ConsoleNotices } from './ConsoleNotices'

const AboutDialog = lazyWithRetry(
  async () => (await import('../features/composition/about/AboutDialog')).AboutDialog,
)

/** Composes the console of what its environment names and of what this tab has instead; once, before it is drawn. */
export async function prepare(parsed: ParsedEnvironment): Promise<void> {
  readVigils()
  compose(parsed, await overridesOf(parsed.environment))
  reportSuspects()
}

/** Every address but the public ones: a remote's screen behind the door, or nothing that exists. */
export function ConsoleArea() {
  const composition = useComposition()
  const { pathname } = useLocation()
  const screen = screenAt(composition, pathname)
  const known = screen !== undefined
  const { token } = useSession()
  // beside the question who is signed in, which whatever is drawn has to wait for
  useEffect(() => {
    if (token !== null) startAhead(screen)
  }, [token, screen])

  // a remote that is left out may own this address: that is a fault to show, not a page that is not there
  if (!known && composition.faults.length === 0) return <NotFoundScreen />
  return (
    <ProtectedArea
      navigation={navigationOf(composition)}
      notices={<ConsoleNotices />}
      AboutDialog={AboutDialog}
    >
      {known ? <ScreenOutlet /> : <DisabledRemotes path={pathname} />}
    </ProtectedArea>
  )
}

const navigationOf = ({ screens }: Composition): NavEntry[] =>
  screens
    .flatMap((screen) =>
      screen.nav ? [{ path: screen.path, ...screen.nav, prefetch: () => prefetch(screen) }] : [],
    )
    .sort((a, b) => a.order - b.order)
