import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Activity } from '../contracts/activity'
import { CallError, isUnauthorized } from './errors'
import { isKeptCurrent } from './live'
import { SESSION, sessionKey } from './session'
import { screenUser, sessionStore, type StoredSession } from './storedSession'
import { hideToastWithAction, showToast } from './toasts'

const MAX_RETRIES = 2
const MAX_WAIT_S = 10
const STALE_AFTER_MS = 30_000

function mayRecover(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  if (error.status === 429) return error.retryAfter !== null && error.retryAfter <= MAX_WAIT_S
  return error.status === null || error.status >= 500
}

/** 0.5 s, then 1 s, each up to 50% longer, so that consoles do not all retry at once. */
function retryDelay(attempt: number, error: unknown): number {
  const retryAfter = error instanceof CallError ? error.retryAfter : null
  const wait = retryAfter === null ? 500 * 2 ** attempt : retryAfter * 1000
  return wait * (1 + Math.random() / 2)
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Shown as a toast after the last retry; without it the screen shows the failure. */
      failure?: string
      /** Kept up to date by the stream of changes: true for lists, else a function that adds activity rows to the data. */
      live?: true | ((data: never, rows: readonly Activity[]) => unknown)
    }
  }
}

/** The sign-in shows that a session has ended, so failed reads of that session are not shown. */
function notifyFailure(error: unknown, failure: string | undefined): void {
  if (failure !== undefined && !isUnauthorized(error)) showToast(failure, 'error')
}

/** One client serves all screens of a page; it is emptied on sign-out and for another user. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => notifyFailure(error, meta?.failure) }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < MAX_RETRIES && mayRecover(error),
        retryDelay,
        staleTime: (query) => (isKeptCurrent(query) ? Infinity : STALE_AFTER_MS),
        refetchOnWindowFocus: false,
        // calls are made even when the browser reports that it is offline, which is often wrong on a local network
        networkMode: 'always',
        // only queries whose last read failed; other data is kept as it is
        refetchOnReconnect: ({ state }) => state.status === 'error',
      },
      // a write is repeated by the user, never automatically
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  let before = sessionStore.get()
  sessionStore.subscribe(() => {
    const now = sessionStore.get()
    if (isResumed(before, now)) carryOver(client, before, now)
    else if (tokenOf(before) !== tokenOf(now)) {
      client.clear()
      hideToastWithAction()
    }
    before = now
  })
  return client
}

/** The session's token; an interrupted session, whose screen stays, has one too. */
const tokenOf = ({ token, interrupted }: StoredSession): string | null => token ?? interrupted?.token ?? null

/**
 * Whether the same user has signed in again: over the screen, or in another tab while this one was frozen.
 * Without an id it may be another user.
 */
const isResumed = (before: StoredSession, now: StoredSession): boolean =>
  now.token !== before.token && !!now.user?.userId && now.user.userId === screenUser(before)?.userId

/**
 * Keeps the screen under the new token, and refetches what may have failed in between, including the server's
 * features.
 */
function carryOver(client: QueryClient, before: StoredSession, now: StoredSession): void {
  const [oldKey, newKey] = [before, now].map((session) => sessionKey(tokenOf(session) ?? ''))
  client.setQueryData(newKey!, client.getQueryData(oldKey!))
  void client.invalidateQueries()
}

/** Query keys of recent activity begin with this. */
export const RECENT_ACTIVITY = 'recent-activity'

/** Refetches what the user's change made outdated: always recent activity, and the queries of `queryKey`. */
export function invalidateAfterChange(client: QueryClient, queryKey: QueryKey | 'all' | 'none'): void {
  if (queryKey === 'all') return invalidateAll(client)
  void client.invalidateQueries({ queryKey: [RECENT_ACTIVITY] })
  if (queryKey !== 'none') void client.invalidateQueries({ queryKey })
}

/** Refetches what is on screen at once and the rest when it is shown, except the session check. */
export function invalidateAll(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION })
}
