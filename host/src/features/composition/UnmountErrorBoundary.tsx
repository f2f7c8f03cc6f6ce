import { Component, type ReactNode } from 'react'

/**
 * A screen that throws while unmounting fails outside its own boundary. React uses a boundary only once, so
 * an error in the next screen is rethrown.
 */
export class UnmountErrorBoundary extends Component<{ children: ReactNode }> {
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
