import { useEffect } from 'react'

/** Longer than the time between two presses by an impatient user. */
const BETWEEN_PRESSES_MS = 1_000
const MAX_TOTAL_MS = 2_000

/**
 * Ignores the impatient second Enter after the one that closed the last dialog: the focus is back on the button that
 * opened it, so Enter would open it again, and a third would save. Any other key, or a click, ends this.
 */
class RepeatedEnter {
  private dialogs = 0
  private isEnterLast = false
  private closed: { at: number; lastPress: number; focused: Element | null } | null = null
  private isListening = false

  dialogOpened(): void {
    this.dialogs += 1
    if (this.isListening) return
    this.isListening = true
    addEventListener('keydown', (event) => this.onKeyDown(event), true)
    addEventListener('pointerdown', () => this.reset(), true)
  }

  dialogClosed(): void {
    this.dialogs -= 1
    if (this.dialogs > 0 || !this.isEnterLast) return
    const now = performance.now()
    const closed = { at: now, lastPress: now, focused: null as Element | null }
    this.closed = closed
    // once the dialog has returned the focus
    queueMicrotask(() => (closed.focused = document.activeElement))
  }

  /** Forgets the key, as a click does. */
  reset(): void {
    this.closed = null
    this.isEnterLast = false
  }

  private onKeyDown(event: KeyboardEvent): void {
    this.isEnterLast = event.key === 'Enter'
    if (!this.isRepeated(event)) {
      this.closed = null
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  private isRepeated({ key, target }: KeyboardEvent): boolean {
    const closed = this.closed
    if (!closed || key !== 'Enter' || this.dialogs > 0 || target !== closed.focused) return false
    const now = performance.now()
    if (now - closed.lastPress > BETWEEN_PRESSES_MS || now - closed.at > MAX_TOTAL_MS) return false
    closed.lastPress = now
    return true
  }
}

export const repeatedEnter = new RepeatedEnter()

/** Used by each dialog while it is mounted. */
export function useIgnoreRepeatedEnter(): void {
  useEffect(() => {
    repeatedEnter.dialogOpened()
    return () => repeatedEnter.dialogClosed()
  }, [])
}
