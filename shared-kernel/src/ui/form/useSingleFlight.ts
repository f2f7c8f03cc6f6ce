import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** A button that is disabled while it works loses the focus; unless a field has it since, it goes back there. */
function giveBackFocus(to: Element | null): void {
  const { activeElement, body } = document
  const isLost = activeElement === body || activeElement?.getAttribute('tabindex') === '-1'
  if (isLost && to instanceof HTMLElement && to.isConnected) to.focus()
}

/**
 * Runs one action at a time, for a button that is disabled meanwhile: calls before it has ended are dropped,
 * a second click of the same moment included. The action must not reject.
 */
export function useSingleFlight() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)

  const run = async (action: () => Promise<unknown>): Promise<void> => {
    if (running.current) return
    running.current = true
    const focused = document.activeElement
    setBusy(true)
    try {
      await action()
    } finally {
      running.current = false
      flushSync(() => setBusy(false))
      giveBackFocus(focused)
    }
  }
  return { busy, run }
}
