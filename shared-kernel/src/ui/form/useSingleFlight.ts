import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** A disabled button loses the focus. */
function giveBackFocus(to: Element | null): void {
  const { activeElement, body } = document
  const isLost = activeElement === body || activeElement?.getAttribute('tabindex') === '-1'
  if (isLost && to instanceof HTMLElement && to.isConnected) to.focus()
}

/** Runs one action at a time: calls before it has ended are dropped. The action must not reject. */
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
