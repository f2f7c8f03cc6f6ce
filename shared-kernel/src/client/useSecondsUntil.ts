import { useCallback, useSyncExternalStore } from 'react'

const TICK_MS = 250

/** Whole seconds until `at`, in epoch milliseconds; 0 for null. */
export function useSecondsUntil(at: number | null): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (at === null) return () => undefined
      const timer = setInterval(listener, TICK_MS)
      return () => clearInterval(timer)
    },
    [at],
  )
  return useSyncExternalStore(subscribe, () =>
    at === null ? 0 : Math.max(0, Math.ceil((at - Date.now()) / 1000)),
  )
}
