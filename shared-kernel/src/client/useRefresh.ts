import { useEffect, useRef, useState } from 'react'
import { useQueryClient, type Query, type QueryKey } from '@tanstack/react-query'
import { isKeptCurrent, liveStore, pausedAtStore } from './live'
import { sessionStore } from './storedSession'
import { useStore } from './store'

const INTERVAL_MS = 30_000
/** A slow list is read again after this multiple of its loading time. */
const INTERVALS_PER_LOAD = 20
/** Faster refreshes are not indicated. */
const SLOW_AFTER_MS = 1_000

interface Read {
  /** The query's key. Its loading time is remembered for as long as the query exists. */
  queryKey: QueryKey
  /** When the shown data was read, in epoch milliseconds; 0 for never. */
  updatedAt: number
  isFetching: boolean
  /** Whether the data was read completely: data that never loaded is retried only by its button. */
  ready: boolean
  /** @param isCurrent whether the stream of changes keeps a query current, so it need not be read again */
  refetch: (options: { cancelRefetch: boolean }, isCurrent: (query: Query) => boolean) => unknown
}

const lastLoads = new WeakMap<Query, { endedAt: number; tookMs: number }>()

/**
 * Refetches a query every half minute while the page is visible, and when the window gains focus, unless it
 * is paused, signed out over a form, or kept up to date by the stream of changes. While it is paused, the
 * stream's changes wait. Call it once per screen. The result is for `RefreshControl`.
 */
export function useRefresh({ queryKey, updatedAt: readAt, isFetching, ready, refetch }: Read) {
  const [paused, setPaused] = useState(false)
  const pausedAt = useStore(pausedAtStore)
  const [isSlow, setIsSlow] = useState(false)
  // the sign-in covers the screen
  const interrupted = useStore(sessionStore).interrupted !== undefined
  const query = useQueryClient().getQueryCache().find({ queryKey })
  const startedAt = useRef<number | null>(null)
  const live = useStore(liveStore)
  const covering = query && live?.covers(query) ? live : null
  const isLive = covering?.lostAt === null && pausedAt === null
  // as old as the last change that was applied
  const appliedUntil = covering && !isLive ? Math.min(covering.lostAt ?? Infinity, pausedAt ?? Infinity) : 0
  const updatedAt = Math.max(readAt, appliedUntil)

  useEffect(() => {
    if (!paused) return
    pausedAtStore.set(Date.now())
    return () => pausedAtStore.set(null)
  }, [paused])

  useEffect(() => {
    if (isFetching) {
      startedAt.current = Date.now()
      const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
      return () => {
        clearTimeout(timer)
        setIsSlow(false)
      }
    }
    if (startedAt.current === null || !query) return
    const endedAt = Date.now()
    // a dead connection takes half a minute to fail, which says nothing about the list
    const hasFailed = query.state.status === 'error'
    const tookMs = hasFailed ? (lastLoads.get(query)?.tookMs ?? 0) : endedAt - startedAt.current
    lastLoads.set(query, { endedAt, tookMs })
    startedAt.current = null
  }, [isFetching, query])

  useEffect(() => {
    if (paused || interrupted || !ready || isFetching || isLive) return
    const { endedAt, tookMs } = (query && lastLoads.get(query)) ?? { endedAt: 0, tookMs: 0 }
    // also after a refresh that failed
    const age = () => Date.now() - Math.max(updatedAt, endedAt)
    const refreshFrom = (minAge: number) => {
      if (document.visibilityState === 'visible' && age() >= minAge)
        void refetch({ cancelRefetch: false }, isKeptCurrent)
    }
    const onReturn = () => refreshFrom(INTERVAL_MS)
    const interval = Math.max(INTERVAL_MS, INTERVALS_PER_LOAD * tookMs)
    const timer = setTimeout(() => refreshFrom(0), Math.min(interval, Math.max(0, interval - age())))
    addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [paused, interrupted, query, ready, isFetching, isLive, updatedAt, refetch])

  return {
    updatedAt,
    /** Changes appear without a refresh. */
    isLive,
    paused,
    onPause: setPaused,
    /** True if a refresh takes long enough to be shown. */
    isSlow,
  }
}
