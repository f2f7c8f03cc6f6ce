import { Component, type ReactNode } from 'react'

/**
 * A screen that throws while it is taken away fails outside its own boundary, which goes with it. What the
 * user has gone to is drawn all the same. An error of what is drawn now passes: React asks the same
 * boundary only once.
 */
export class LeavingBoundary extends Component<{ children: ReactNode }> {
  override state = {}

  static getDerivedStateFromError() {
    return {}
  }

  override componentDidCatch(error: unknown) {
    console.error('Fallo de un remoto:', error)
  }

  override render() {
    return this.props.children
  }
}
