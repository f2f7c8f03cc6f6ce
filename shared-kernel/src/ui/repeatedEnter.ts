/** Longer than between two presses of somebody who waits. */
const REPEATED_WITHIN_MS = 1_000

let stop = () => {}

/**
 * Ignores Enter until it has not been pressed for a second, or something else is pressed. For a dialog that Enter has
 * closed: the focus is back on the button that opened it, and an impatient second Enter would open it again.
 */
export function ignoreRepeatedEnter(): void {
  stop()
  let last = performance.now()
  const onKeyDown = (event: KeyboardEvent) => {
    const now = performance.now()
    if (event.key !== 'Enter' || now - last > REPEATED_WITHIN_MS) return stop()
    last = now
    event.preventDefault()
    event.stopPropagation()
  }
  stop = () => {
    removeEventListener('keydown', onKeyDown, true)
    removeEventListener('pointerdown', stop, true)
    stop = () => {}
  }
  addEventListener('keydown', onKeyDown, true)
  addEventListener('pointerdown', stop, true)
}
