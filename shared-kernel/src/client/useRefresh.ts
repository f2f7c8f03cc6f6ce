import { useEffect, useRef, useState } from 'react'

const INTERVAL_MS = 30_000
/** A list that loads slowly is read again after this many times as long. */
const INTERVALS_A_LOAD = 20

interface Read {
  /** When what is shown was read, in epoch milliseconds; 0 for never. */
  updatedAt: number
  isFetching: boolean
  /** Whether it was read completely: what was never loaded is retried only by its button. */
  ready: boolean
  refetch: (options: { cancelRefetch: boolean }) => unknown
}

/**
 * Reads it again every half minute while the page is visible, and when the window gets the focus again, unless
 * paused. The result is for `RefreshControl`.
 */
export function useRefresh({ updatedAt, isFetching, ready, refetch }: Read) {
  const [paused, setPaused] = useState(false)
  const lastLoad = useRef({ endedAt: 0, tookMs: 0 })

  useEffect(() => {
    if (!isFetching) return
    const startedAt = Date.now()
    return () => {
      const endedAt = Date.now()
      lastLoad.current = { endedAt, tookMs: endedAt - startedAt }
    }
  }, [isFetching])

  useEffect(() => {
    if (paused || !ready || isFetching) return
    const { endedAt, tookMs } = lastLoad.current
    // also after a refresh that failed
    const age = () => Date.now() - Math.max(updatedAt, endedAt)
    const refreshFrom = (minAge: number) => {
      if (document.visibilityState === 'visible' && age() >= minAge) void refetch({ cancelRefetch: false })
    }
    const onReturn = () => refreshFrom(INTERVAL_MS)
    const interval = Math.max(INTERVAL_MS, INTERVALS_A_LOAD * tookMs)
    const timer = setTimeout(() => refreshFrom(0), Math.min(interval, Math.max(0, interval - age())))
    addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [paused, ready, isFetching, updatedAt, refetch])

  return { updatedAt, paused, onPause: setPaused }
}
