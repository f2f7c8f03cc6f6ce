import { useCallback, useSyncExternalStore } from 'react'
import { Alert, Box, Button, CentredSpinner } from '@console/shared-kernel/core'
import type { ComposedScreen } from './composition'
import { failureSource } from './failure'
import { FailurePanel } from './FailurePanel'
import { ScreenBoundary } from './ScreenBoundary'
import { screenLoader } from './screenLoader'

/** Shows a remote's screen: while it loads, when it takes long, when it cannot be loaded, and itself. */
export function RemoteScreen({ screen }: { screen: ComposedScreen }) {
  const loader = screenLoader(screen)
  const subscribe = useCallback(
    (listener: () => void) => {
      loader.start()
      return loader.state.subscribe(listener)
    },
    [loader],
  )
  const state = useSyncExternalStore(subscribe, loader.state.get)

  return (
    <>
      <title>{`${screen.title} · Admin Console`}</title>
      {state.phase === 'loading' && <Waiting title={screen.title} slow={state.slow} onRetry={loader.retry} />}
      {state.phase === 'failed' && (
        <FailurePanel
          title={screen.title}
          source={failureSource(state.failure, `${screen.remote} ${screen.deployed.release.version}`)}
          reason={state.failure.message}
          onRetry={loader.retry}
        />
      )}
      {state.phase === 'ready' && (
        <ScreenBoundary screen={screen}>
          <state.Component />
        </ScreenBoundary>
      )}
    </>
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
