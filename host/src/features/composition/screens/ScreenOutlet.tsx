import { matchPath, useLocation } from 'react-router-dom'
import { useComposition, type ComposedScreen, type Composition } from '../composition'
import { screenKey } from '../screenLoader'
import { LeavingBoundary } from './LeavingBoundary'
import { RemoteScreen } from './RemoteScreen'

export const screenAt = ({ screens }: Composition, pathname: string): ComposedScreen | undefined =>
  screens.find(({ path }) => matchPath({ path, end: true }, pathname))

/** The screen that the address names. */
export function ScreenOutlet() {
  const { pathname } = useLocation()
  const screen = screenAt(useComposition(), pathname)
  if (!screen) return null
  return (
    <LeavingBoundary>
      <RemoteScreen key={screenKey(screen)} screen={screen} />
    </LeavingBoundary>
  )
}
