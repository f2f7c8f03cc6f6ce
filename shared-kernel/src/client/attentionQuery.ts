import { queryOptions } from '@tanstack/react-query'
import type { Attention } from '../contracts/attention'
import { loadCode } from './loadCode'
import type { SharedQuery } from './sharedQueries'

/** What was put off until tomorrow comes back by itself, which no stream says. */
const READ_EVERY_MS = 600_000

/** What needs the operator's attention. Only for servers whose features name it. */
export const attentionQuery: SharedQuery<Attention> = queryOptions({
  queryKey: ['attention'],
  // read again when the stream says that there are others
  meta: { live: true },
  refetchInterval: READ_EVERY_MS,
  // no first screen needs it
  queryFn: async (context): Promise<Attention> => (await loadReading()).readAttention(context),
})

/** How much that is, for the bell: far fewer bytes. What makes the other query stale does so with this one. */
export const attentionTotalQuery: SharedQuery<number> = queryOptions({
  queryKey: [...attentionQuery.queryKey, 'total'],
  meta: { live: true },
  refetchInterval: READ_EVERY_MS,
  queryFn: async (context): Promise<number> => (await loadReading()).readAttentionTotal(context),
})

const loadReading = () => loadCode(() => import(/* webpackChunkName: "bell" */ './readAttention'))
