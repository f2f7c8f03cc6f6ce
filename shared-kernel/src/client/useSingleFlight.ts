import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Runs one action per key at a time: calls made before it has ended are dropped. Returns the same function on
 * every render.
 */
export function useSingleFlightByKey() {
  const running = useRef(new Set<unknown>())
  return useCallback(async (key: unknown, action: () => Promise<unknown>): Promise<void> => {
    if (running.current.has(key)) return
    running.current.add(key)
    try {
      await action()
    } finally {
      running.current.delete(key)
    }
  }, [])
}

/** A disabled button loses focus. */
function giveBackFocus(to: Element | null): void {
  const { activeElement, body } = document
  const isLost = activeElement === body || activeElement?.getAttribute('tabindex') === '-1'
  if (isLost && to instanceof HTMLElement && to.isConnected) to.focus()
}

/** Runs one action at a time, for the button that starts it. The action must not reject. */
export function useSingleFlight() {
  const runSingle = useSingleFlightByKey()
  const [busy, setBusy] = useState(false)

  const run = async (action: () => Promise<unknown>): Promise<void> => {
    const focused = document.activeElement
    let hasRun = false
    try {
      await runSingle('', () => {
        hasRun = true
        setBusy(true)
        return action()
      })
    } finally {
      // after the flight has ended, because an enabled button may start the next one at once
      if (hasRun) {
        flushSync(() => setBusy(false))
        giveBackFocus(focused)
      }
    }
  }
  return { busy, run }
}
