import type { Query, QueryClient } from '@tanstack/react-query'
import { attentionQuery } from '../client/attentionQuery'
import { listsKey } from './listQueries'

/** The pause between two reads of a list, in milliseconds: many users may be blocked one after another. */
const BETWEEN_READS_MS = 500

export const isLive = ({ meta }: Query): boolean => meta?.live !== undefined

const isRefreshing = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && state.data !== undefined

/**
 * Refreshes that began while the stream was lost may hang on dead connections: a network that drops every packet
 * never resets them. New changes would have to wait for those refreshes.
 */
export function restartRefreshes(client: QueryClient): void {
  void client.invalidateQueries({ predicate: (query) => isLive(query) && isRefreshing(query) })
  // not live: these lists keep refreshing alongside the stream
  void client.invalidateQueries({ queryKey: listsKey('machines'), predicate: isRefreshing })
}

/** Rereads the attention findings: at once in a visible tab, otherwise when the tab is shown. */
export function rereadAttention(client: QueryClient): void {
  const { queryKey } = attentionQuery
  if (document.visibilityState === 'visible') return void client.invalidateQueries({ queryKey })
  // a reread is already waiting for the tab to be shown
  const shown = client.getQueryCache().findAll({ queryKey, type: 'active' })
  if (shown.every(({ state }) => state.isInvalidated)) return
  void client.invalidateQueries({ queryKey, refetchType: 'none' })
  const onShown = () => void client.refetchQueries({ queryKey, type: 'active', stale: true })
  document.addEventListener('visibilitychange', onShown, { once: true })
}

const queued = new WeakSet<Query>()

/** Reads the lists once more after any read in progress, because part of that read's data may be older. */
export function rereadLists(client: QueryClient): void {
  for (const kind of ['users', 'machines'] as const) {
    for (const query of client.getQueryCache().findAll({ queryKey: listsKey(kind) })) {
      if (queued.has(query)) continue
      queued.add(query)
      whenIdle(query, () => {
        const wait = query.state.dataUpdatedAt + BETWEEN_READS_MS - Date.now()
        setTimeout(
          () => {
            queued.delete(query)
            void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
          },
          Math.min(BETWEEN_READS_MS, Math.max(0, wait)),
        )
      })
    }
  }
}

/** Acts at once, or when the read in progress has ended. */
export function whenIdle(query: Query, act: () => void): void {
  if (query.state.fetchStatus === 'idle' || !query.promise) return act()
  // lets the query store the answer first
  const later = () => setTimeout(() => whenIdle(query, act), 0)
  query.promise.then(later, later)
}
