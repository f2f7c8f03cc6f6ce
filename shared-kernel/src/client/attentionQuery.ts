import { queryOptions } from '@tanstack/react-query'
import type { Attention } from '../contracts/attention'
import { liveStore, pausedAtStore } from './live'
import { readAttention, readAttentionTotal } from './readAttention'
import type { SharedQuery } from './sharedQueries'

/** What was put off until tomorrow comes back by itself, which no stream says. */
const READ_EVERY_MS = 600_000
/** Unless the stream says when there are other findings, and no screen pauses that. */
const READ_ALONE_EVERY_MS = 60_000

const refetchInterval = () =>
  liveStore.get()?.lostAt === null && pausedAtStore.get() === null ? READ_EVERY_MS : READ_ALONE_EVERY_MS

/** What needs the operator's attention. Only for servers whose features name it. */
export const attentionQuery: SharedQuery<Attention> = queryOptions({
  queryKey: ['attention'],
  // read again when the stream says that there are others
  meta: { live: true },
  refetchInterval,
  queryFn: readAttention,
})

/** How much that is, for the bell: far fewer bytes. What makes the other query stale does so with this one. */
export const attentionTotalQuery: SharedQuery<number> = queryOptions({
  queryKey: [...attentionQuery.queryKey, 'total'],
  meta: { live: true },
  refetchInterval,
  queryFn: readAttentionTotal,
})
