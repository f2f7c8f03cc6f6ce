import { queryOptions } from '@tanstack/react-query'
import type { Attention } from '../contracts/attention'
import { liveStore, pausedAtStore } from './live'
import { readAttention, readAttentionTotal } from './readAttention'
import type { SharedQuery } from './sharedQueries'

/** A finding that was hidden until tomorrow reappears by itself, and no stream announces that. */
const READ_EVERY_MS = 600_000
/** Applies unless the stream reports other findings, and no screen pauses it. */
const READ_ALONE_EVERY_MS = 60_000

const refetchInterval = () =>
  liveStore.get()?.lostAt === null && pausedAtStore.get() === null ? READ_EVERY_MS : READ_ALONE_EVERY_MS

/** What needs the operator's attention. Enable it only for servers whose features name it. */
export const attentionQuery: SharedQuery<Attention> = queryOptions({
  queryKey: ['attention'],
  // read again when the stream reports other findings
  meta: { live: true },
  refetchInterval,
  queryFn: readAttention,
})

/**
 * The number of findings for the bell, in far fewer bytes. Whatever makes the other query stale makes this one stale
 * too.
 */
export const attentionTotalQuery: SharedQuery<number> = queryOptions({
  queryKey: [...attentionQuery.queryKey, 'total'],
  meta: { live: true },
  refetchInterval,
  queryFn: readAttentionTotal,
})
