import { Component, type ErrorInfo, type ReactNode } from 'react'
import type { ComposedScreen } from './composition'
import { FailurePanel } from './FailurePanel'

interface Props {
  screen: ComposedScreen
  children: ReactNode
}

interface State {
  error: Error | null
}

/** Keeps an error of a screen's render inside its area. 'Reintentar' mounts the screen anew. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    const { remote, deployed, module } = this.props.screen
    console.error('Fallo de un remoto:', {
      remote,
      version: deployed.release.version,
      module,
      phase: 'render',
      message: error.message,
      componentStack,
    })
  }

  override render() {
    const { error } = this.state
    const { screen, children } = this.props
    if (!error) return children
    return (
      <FailurePanel
        title={screen.title}
        source={`${screen.remote} ${screen.deployed.release.version}`}
        reason={error.message}
        onRetry={() => this.setState({ error: null })}
      />
    )
  }
}
