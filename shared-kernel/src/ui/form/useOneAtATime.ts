import { useRef, useState } from 'react'

/**
 * Runs one action at a time: whatever is asked for before it has ended is dropped, a second click of the
 * same moment included. The action reports its own failure; it never rejects.
 */
export function useOneAtATime() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)

  const run = async (action: () => Promise<unknown>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await action()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
