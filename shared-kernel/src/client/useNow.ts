import { useSyncExternalStore } from 'react'

const TICK_MS = 1000

let now = Date.now()

/** One timer for each subscriber; it runs only while there is one. */
function subscribe(listener: () => void): () => void {
  const timer = setInterval(() => {
    now = Date.now()
    listener()
  }, TICK_MS)
  return () => clearInterval(timer)
}

function snapshot(): number {
  // a clock that was not watched for a while has stood still, or was set back meanwhile
  if (Math.abs(Date.now() - now) >= TICK_MS) now = Date.now()
  return now
}

/** The current time in epoch milliseconds, updated every second. */
export const useNow = (): number => useSyncExternalStore(subscribe, snapshot)
