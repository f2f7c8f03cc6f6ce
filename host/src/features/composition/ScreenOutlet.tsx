import { Component, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { ErrorInfo, ReactNode } from 'react'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { matchRoutes, useLocation, useRoutes } from 'react-router-dom'
import { CentredSpinner, useStore } from '@console/shared-kernel/core'
import { PageTitle } from '@console/shared-kernel/host'
import { useComposition, useResolvedScreens, type ComposedScreen } from './composition'
import { eventOf, failureEvent } from './eventLog/eventLog'
import { buildId, type PlacedRelease } from './fallbackOrder'
import { FailurePanel, FrozenPanel, headingOf } from './failurePanels'
import { failureSource, RemoteFailure } from './remoteFailure'
import { screenKey, type ScreenLoader, type ScreenState } from './screenLoader'
import { UnmountErrorBoundary } from './UnmountErrorBoundary'

/** The most specific match, as ranked by react-router. */
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

function RemoteScreen({ screen }: { screen: ComposedScreen }) {
  const { pathname } = useLocation()
  return (
    <>
      <PageTitle title={screen.title} />
      <RemoteModule screen={screen} address={pathname} frame={(shown) => shown} />
    </>
  )
}

interface ModuleProps {
  screen: ComposedScreen
  /** When the address changes, a failed screen is retried. */
  address: string
  /** Draws the surroundings of the screen, or of what replaces it. */
  frame: (shown: ReactNode, status: ScreenState['status']) => ReactNode
}

/** A screen or a panel of a remote. If the remote's build froze this tab before, the user is asked first. */
export function RemoteModule(props: ModuleProps) {
  const { screen, frame } = props
  const quarantined = useStore(useComposition().quarantine.builds)
  if (quarantined.has(buildId(screen))) return frame(<FrozenPanel screen={screen} />, 'failed')
  return <LoadedScreen {...props} />
}

function LoadedScreen({ screen, address, frame }: ModuleProps) {
  const loader = useComposition().loaderOf(screen)
  const subscribe = useCallback(
    (listener: () => void) => {
      loader.start()
      return loader.state.subscribe(listener)
    },
    [loader],
  )
  const state = useSyncExternalStore(subscribe, loader.state.get)
  const hasFailed = state.status === 'failed'
  // a failure while offline is retried automatically, like failed reads (`queryClient.ts` of the kernel)
  useEffect(() => {
    if (!hasFailed) return undefined
    window.addEventListener('online', loader.start)
    return () => window.removeEventListener('online', loader.start)
  }, [hasFailed, loader])

  if (state.status === 'loading') {
    return frame(<Waiting title={screen.title} slow={state.slow} onRetry={loader.retry} />, 'loading')
  }
  const { release } = state.release
  if (state.status === 'failed') {
    return frame(
      <FailurePanel
        title={screen.title}
        heading={headingOf(screen)}
        source={failureSource(state.failure, `${release.name} ${release.version}`)}
        reason={state.failure.message}
        onRetry={loader.retry}
      />,
      'failed',
    )
  }
  const { title, module } = release.screens.find(({ path }) => path === screen.path) ?? screen
  return (
    <MountedScreen {...state} {...{ title, module, loader, address, frame }} heading={headingOf(screen)} />
  )
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

interface MountedProps
  extends Extract<ScreenState, { status: 'ready' }>, Pick<ModuleProps, 'address' | 'frame'> {
  title: string
  heading: 'h1' | 'h2'
  module: string
  loader: ScreenLoader
}

/** Marks the build as running until the screen's first frame, because its code may block the tab forever. */
function MountedScreen(props: MountedProps) {
  const { title, heading, module, loader, release, Component: Screen, address, frame } = props
  const { quarantine, events } = useComposition()
  const { name, version } = release.release
  const marker = `${buildId(release)}/${module} paints`
  const [alternative, setAlternative] = useState<PlacedRelease>()
  const reportFailure = (error: unknown, componentStack: string) => {
    const failure = new RemoteFailure('render', error instanceof Error ? error.message : String(error), error)
    events.report({ ...eventOf(release), ...failureEvent(failure), module, ms: 0 }, componentStack, error)
    quarantine.unmark(marker)
    void loader.alternative().then(setAlternative)
  }
  return (
    <ScreenBoundary
      address={address}
      onFailure={reportFailure}
      panel={(error, onRetry) =>
        frame(
          <FailurePanel
            title={title}
            heading={heading}
            source={`${name} ${version}`}
            reason={error.message}
            onRetry={onRetry}
            {...(alternative && {
              alternative: {
                label: `${alternative.place === 'current' ? 'Usar la versión estable' : 'Usar la versión anterior'} (${alternative.release.version})`,
                onTake: () => loader.take(alternative),
              },
            })}
          />,
          'failed',
        )
      }
    >
      {frame(
        <UntilPainted marker={marker} build={buildId(release)} onPainted={loader.painted}>
          <Screen />
        </UntilPainted>,
        'ready',
      )}
    </ScreenBoundary>
  )
}

interface UntilPaintedProps {
  marker: string
  build: string
  /** @param ms since the first render */
  onPainted: (ms: number) => void
  children: ReactNode
}

function UntilPainted({ marker, build, onPainted, children }: UntilPaintedProps) {
  const { quarantine } = useComposition()
  const [began] = useState(() => {
    quarantine.mark(marker, build)
    return performance.now()
  })

  useEffect(() => {
    const cancel = afterFrame(() => {
      quarantine.unmark(marker)
      onPainted(performance.now() - began)
    })
    return () => {
      cancel()
      quarantine.unmark(marker)
    }
  }, [quarantine, marker, began, onPainted])

  return children
}

function afterFrame(callback: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(callback)
  })
  return () => cancelAnimationFrame(frame)
}

interface BoundaryProps {
  /** The page's address; when it changes, a failed screen is retried. */
  address: string
  onFailure: (error: unknown, componentStack: string) => void
  panel: (error: Error, onRetry: () => void) => ReactNode
  children: ReactNode
}

class ScreenBoundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    this.props.onFailure(error, componentStack ?? '')
  }

  override componentDidUpdate({ address }: BoundaryProps) {
    if (this.state.error && address !== this.props.address) this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    return error ? this.props.panel(error, () => this.setState({ error: null })) : this.props.children
  }
}
