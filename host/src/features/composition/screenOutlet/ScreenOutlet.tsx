import { useCallback, useEffect, useSyncExternalStore } from 'react'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { matchRoutes, useRoutes } from 'react-router-dom'
import { CentredSpinner, useStore } from '@console/shared-kernel/core'
import { PageTitle } from '@console/shared-kernel/host'
import type { ComposedScreen } from '../resolveScreens'
import { useResolvedScreens, useComposition } from '../createComposition'
import { failureSource } from '../remoteFailure'
import { buildId } from '../releaseChoice/candidates'
import { screenKey } from '../screenLoader'
import { FailurePanel } from './FailurePanel'
import { UnmountErrorBoundary } from './UnmountErrorBoundary'
import { MountedScreen } from './MountedScreen'
import { SuspectPanel } from './SuspectPanel'

/** The most specific match, as react-router ranks them. */
export function screenAt(screens: ComposedScreen[], pathname: string): ComposedScreen | undefined {
  const routes = screens.map((screen) => ({ path: screen.path, handle: screen }))
  return matchRoutes(routes, pathname)?.[0]?.route.handle
}

export function ScreenOutlet() {
  const { screens } = useResolvedScreens()
  return useRoutes(
    screens.map((screen) => ({
      path: screen.path,
      element: (
        <UnmountErrorBoundary>
          <RemoteScreen key={screenKey(screen)} screen={screen} />
        </UnmountErrorBoundary>
      ),
    })),
  )
}

/** If the remote's build froze this tab before, the user is asked first. */
function RemoteScreen({ screen }: { screen: ComposedScreen }) {
  const suspects = useStore(useComposition().crashGuard.suspects)
  return (
    <>
      <PageTitle title={screen.title} />
      {suspects.has(buildId(screen.deployed)) ? (
        <SuspectPanel screen={screen} />
      ) : (
        <LoadedScreen screen={screen} />
      )}
    </>
  )
}

function LoadedScreen({ screen }: { screen: ComposedScreen }) {
  const loader = useComposition().loaderOf(screen)
  const subscribe = useCallback(
    (listener: () => void) => {
      loader.start()
      return loader.state.subscribe(listener)
    },
    [loader],
  )
  const state = useSyncExternalStore(subscribe, loader.state.get)
  const hasFailed = state.phase === 'failed'
  // what failed offline loads by itself, as failed reads do (`queryClient.ts` of the kernel)
  useEffect(() => {
    if (!hasFailed) return undefined
    window.addEventListener('online', loader.start)
    return () => window.removeEventListener('online', loader.start)
  }, [hasFailed, loader])

  if (state.phase === 'loading') {
    return <Waiting title={screen.title} slow={state.slow} onRetry={loader.retry} />
  }
  const { release } = state.candidate.deployed
  if (state.phase === 'failed') {
    return (
      <FailurePanel
        title={screen.title}
        source={failureSource(state.failure, `${release.name} ${release.version}`)}
        reason={state.failure.message}
        onRetry={loader.retry}
      />
    )
  }
  const { title, module } = release.screens.find(({ path }) => path === screen.path) ?? screen
  return <MountedScreen {...state} title={title} module={module} loader={loader} />
}

function Waiting({ title, slow, onRetry }: { title: string; slow: boolean; onRetry: () => void }) {
  return (
    <Box sx={{ position: 'relative', height: '100%' }}>
      <CentredSpinner label={`Loading ${title}`} />
      {slow && (
        <Box sx={{ position: 'absolute', inset: '0 0 auto', p: { xs: 2, sm: 3 } }}>
          <Alert
            role="status"
            severity="info"
            action={
              <Button color="inherit" size="small" onClick={onRetry}>
                Reintentar
              </Button>
            }
          >
            {`"${title}" tarda más de lo habitual en cargar.`}
          </Alert>
        </Box>
      )}
    </Box>
  )
}
