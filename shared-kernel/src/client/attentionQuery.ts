import { queryOptions } from '@tanstack/react-query'
import { type Attention, normaliseAttention } from '../contracts/attention'
import { CallError } from './errors'
import { fetchRecord } from './fetchChecked'
import { liveStore, pausedAtStore } from './live'
import type { SharedQuery } from './sharedQueries'
import { sessionStore } from './storedSession'

/** A finding that was hidden until tomorrow reappears by itself, and no stream announces that. */
const READ_EVERY_MS = 600_000
/** Applies while no stream reports changes to the findings, or while the screen is paused. */
const READ_ALONE_EVERY_MS = 60_000

const refetchInterval = () => {
  // the sign-in covers the screen
  if (sessionStore.get().interrupted) return false
  const isLive = liveStore.get()?.lostAt === null && pausedAtStore.get() === null
  return isLive ? READ_EVERY_MS : READ_ALONE_EVERY_MS
}

async function read(signal: AbortSignal, search = ''): Promise<Attention> {
  const path = `/api/attention${search}`
  const attention = normaliseAttention(await fetchRecord(path, signal))
  if (!attention) throw new CallError(`${path} did not return findings`)
  return attention
}

/** What needs the operator's attention. Enable it only if the server's features include it. */
export const attentionQuery: SharedQuery<Attention> = queryOptions({
  queryKey: ['attention'],
  // read again when the stream reports that the findings have changed
  meta: { live: true },
  refetchInterval,
  queryFn: ({ signal }) => read(signal),
})

/**
 * The number of findings for the bell, in far fewer bytes. Becomes stale when {@link attentionQuery} does.
 */
export const attentionTotalQuery: SharedQuery<number> = queryOptions({
  queryKey: [...attentionQuery.queryKey, 'total'],
  meta: { live: true },
  refetchInterval,
  queryFn: async ({ signal }) => (await read(signal, '?only=total')).total,
})
