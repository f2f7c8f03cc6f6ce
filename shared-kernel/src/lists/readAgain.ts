import type { Query, QueryClient } from '@tanstack/react-query'
import { attentionQuery } from '../client/attentionQuery'
import { listsKey } from './listQueries'

/** The pause between two reads of a list, in milliseconds: many users may be blocked one after the other. */
const BETWEEN_READS_MS = 500

export const isLive = ({ meta }: Query): boolean => meta?.live !== undefined

const isRefreshing = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && state.data !== undefined

/**
 * Refreshes that began while the stream was lost may wait on dead connections: a network that swallows everything
 * resets none. The changes that come now would wait for them.
 */
export function restartRefreshes(client: QueryClient): void {
  void client.invalidateQueries({ predicate: (query) => isLive(query) && isRefreshing(query) })
  // not live: their refreshes go on next to the stream
  void client.invalidateQueries({ queryKey: listsKey('machines'), predicate: isRefreshing })
}

/** Reads what needs attention at once where it is visible; other tabs read it when they are shown. */
export function rereadAttention(client: QueryClient): void {
  const { queryKey } = attentionQuery
  if (document.visibilityState === 'visible') return void client.invalidateQueries({ queryKey })
  // they wait already
  const shown = client.getQueryCache().findAll({ queryKey, type: 'active' })
  if (shown.every(({ state }) => state.isInvalidated)) return
  void client.invalidateQueries({ queryKey, refetchType: 'none' })
  const onShown = () => void client.refetchQueries({ queryKey, type: 'active', stale: true })
  document.addEventListener('visibilitychange', onShown, { once: true })
}

const again = new WeakSet<Query>()

/** Reads one more time after a read that is under way, of which a part may be older. */
export function rereadLists(client: QueryClient): void {
  for (const kind of ['users', 'machines'] as const) {
    for (const query of client.getQueryCache().findAll({ queryKey: listsKey(kind) })) {
      if (again.has(query)) continue
      again.add(query)
      whenIdle(query, () => {
        const wait = query.state.dataUpdatedAt + BETWEEN_READS_MS - Date.now()
        setTimeout(
          () => {
            again.delete(query)
            void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
          },
          Math.min(BETWEEN_READS_MS, Math.max(0, wait)),
        )
      })
    }
  }
}

/** Acts at once, or when the read that is under way has ended. */
export function whenIdle(query: Query, act: () => void): void {
  if (query.state.fetchStatus === 'idle' || !query.promise) return act()
  // the query takes the answer first
  const later = () => setTimeout(() => whenIdle(query, act), 0)
  query.promise.then(later, later)
}
