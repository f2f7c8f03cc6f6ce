import { queryOptions } from '@tanstack/react-query'
import type { Attention } from '../contracts/attention'
import { readAttention, readAttentionTotal } from './readAttention'
import type { SharedQuery } from './sharedQueries'

/** What was put off until tomorrow comes back by itself, which no stream says. */
const READ_EVERY_MS = 600_000

/** What needs the operator's attention. Only for servers whose features name it. */
export const attentionQuery: SharedQuery<Attention> = queryOptions({
  queryKey: ['attention'],
  // read again when the stream says that there are others
  meta: { live: true },
  refetchInterval: READ_EVERY_MS,
  queryFn: readAttention,
})

/** How much that is, for the bell: far fewer bytes. What makes the other query stale does so with this one. */
export const attentionTotalQuery: SharedQuery<number> = queryOptions({
  queryKey: [...attentionQuery.queryKey, 'total'],
  meta: { live: true },
  refetchInterval: READ_EVERY_MS,
  queryFn: readAttentionTotal,
})
