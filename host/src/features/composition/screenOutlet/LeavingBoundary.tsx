import { Component, type ReactNode } from 'react'

/**
 * A screen that throws while it is unmounted fails outside its own boundary, which is unmounted too. What the
 * user has gone to is still drawn. An error of what is drawn now is passed on: React asks the same
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
