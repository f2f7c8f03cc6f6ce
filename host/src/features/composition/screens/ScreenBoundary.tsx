import { Component, type ErrorInfo, type ReactNode } from 'react'
import { eventOf, failureEvent, report } from '../events/events'
import { RemoteFailure } from '../events/failure'
import type { Candidate } from '../releases/candidates'
import { FailurePanel } from './FailurePanel'

interface Props {
  title: string
  module: string
  candidate: Candidate
  /** The screen has failed instead of painting. */
  onFailure: () => void
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

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    const { module, candidate, onFailure } = this.props
    const failure = new RemoteFailure('render', error instanceof Error ? error.message : String(error), error)
    report({ ...eventOf(candidate), ...failureEvent(failure), module, ms: 0 }, componentStack, error)
    onFailure()
  }

  override render() {
    const { error } = this.state
    const { title, candidate, children } = this.props
    if (!error) return children
    const { name, version } = candidate.deployed.release
    return (
      <FailurePanel
        title={title}
        source={`${name} ${version}`}
        reason={error.message}
        onRetry={() => this.setState({ error: null })}
      />
    )
  }
}
