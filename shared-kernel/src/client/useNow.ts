import { useSyncExternalStore } from 'react'

const TICK_MS = 1000

let now = Date.now()

function subscribe(listener: () => void): () => void {
  const timer = setInterval(() => {
    now = Date.now()
    listener()
  }, TICK_MS)
  return () => clearInterval(timer)
}

function snapshot(): number {
  // not updated while there is no subscriber, or the clock was set back
  if (Math.abs(Date.now() - now) >= TICK_MS) now = Date.now()
  return now
}

/** The time in epoch milliseconds, updated every second. */
export const useNow = (): number => useSyncExternalStore(subscribe, snapshot)
