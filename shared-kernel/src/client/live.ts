import type { Query } from '@tanstack/react-query'
import { createStore } from './store'

/** The stream of changes (`GET /api/events`), once it has been up in this session. */
export interface Live {
  /** When the last event arrived, in epoch milliseconds, if the stream is lost; null while it is up. */
  lostAt: number | null
  /** Whether all changes since the query was last read have been, or will be, put into its data. */
  covers: (query: Query) => boolean
  /** Sequence numbers of the rows added by other users, by kind of list and identity. */
  announced: Readonly<Record<string, ReadonlyMap<number | string, number>>>
  /** The last of those numbers. */
  lastAnnounced: number
}

/** Null in a session without a stream. */
export const liveStore = createStore<Live | null>(null)

/** When the screen was paused, in epoch milliseconds; stream events then wait. Null while not paused. */
export const pausedAtStore = createStore<number | null>(null)

/** Whether the stream keeps the data current: unless it is lost or paused, no refetch is needed. */
export function isKeptCurrent(query: Query): boolean {
  const live = liveStore.get()
  return live?.lostAt === null && pausedAtStore.get() === null && live.covers(query)
}
