import { Component, useEffect, useState, type ErrorInfo, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useComposition } from '../createComposition'
import { eventOf, failureEvent } from '../eventLog/eventLog'
import { RemoteFailure } from '../remoteFailure'
import { buildId, type Candidate } from '../releaseChoice/candidates'
import type { ScreenLoader, ScreenState } from '../screenLoader'
import { FailurePanel } from './FailurePanel'

type Ready = Extract<ScreenState, { phase: 'ready' }>

interface Props extends Ready {
  title: string
  module: string
  loader: ScreenLoader
}

/** Under the crash guard until its first frame, because its code may block the tab for ever. */
export function MountedScreen({ title, module, loader, candidate, Component: Screen }: Props) {
  const { crashGuard, events } = useComposition()
  const { pathname } = useLocation()
  const { name, version } = candidate.deployed.release
  const guard = `${buildId(candidate.deployed)}/${module} paints`
  const [alternative, setAlternative] = useState<Candidate>()
  const reportFailure = (error: unknown, componentStack: string) => {
    const failure = new RemoteFailure('render', error instanceof Error ? error.message : String(error), error)
    events.report({ ...eventOf(candidate), ...failureEvent(failure), module, ms: 0 }, componentStack, error)
    crashGuard.disarm(guard)
    void loader.alternative().then(setAlternative)
  }
  return (
    <ScreenBoundary
      address={pathname}
      onFailure={reportFailure}
      panel={(error, onRetry) => (
        <FailurePanel
          title={title}
          source={`${name} ${version}`}
          reason={error.message}
          onRetry={onRetry}
          {...(alternative && {
            alternative: {
              label: `${alternative.source === 'current' ? 'Usar la versión estable' : 'Usar la versión anterior'} (${alternative.deployed.release.version})`,
              onTake: () => loader.take(alternative),
            },
          })}
        />
      )}
    >
      <UntilPainted guard={guard} build={buildId(candidate.deployed)} onPainted={loader.painted}>
        <Screen />
      </UntilPainted>
    </ScreenBoundary>
  )
}

interface UntilPaintedProps {
  guard: string
  build: string
  /** @param ms since the first render */
  onPainted: (ms: number) => void
  children: ReactNode
}

function UntilPainted({ guard, build, onPainted, children }: UntilPaintedProps) {
  const { crashGuard } = useComposition()
  const [began] = useState(() => {
    crashGuard.arm(guard, build)
    return performance.now()
  })

  useEffect(() => {
    const cancel = afterFrame(() => {
      crashGuard.disarm(guard)
      onPainted(performance.now() - began)
    })
    return () => {
      cancel()
      crashGuard.disarm(guard)
    }
  }, [crashGuard, guard, began, onPainted])

  return children
}

function afterFrame(callback: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(callback)
  })
  return () => cancelAnimationFrame(frame)
}

interface BoundaryProps {
  /** The page's address: a change of it retries after an error. */
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
