import { QueryClient } from '@tanstack/react-query'
import { CallError } from './errors'
import { sessionStore } from './sessionStorage'

const MOST_RETRIES = 2
const LONGEST_WAIT_SECONDS = 10
const STALE_AFTER_MS = 30_000

/** A read that may succeed in a moment: no answer, a server in trouble, or one that names a short wait. */
function mayRecover(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  if (error.status === 429) return error.retryAfter !== null && error.retryAfter <= LONGEST_WAIT_SECONDS
  return error.status === null || error.status >= 500
}

/** 0.5 s, then 1 s, each up to half longer, so that many consoles do not come back in one moment. */
function retryDelay(attempt: number, error: unknown): number {
  const asked = error instanceof CallError ? error.retryAfter : null
  const wait = asked === null ? 500 * 2 ** attempt : asked * 1000
  return wait * (1 + Math.random() / 2)
}

/** Owned by the page, one for all screens; emptied whenever the session is another one. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < MOST_RETRIES && mayRecover(error),
        retryDelay,
        staleTime: STALE_AFTER_MS,
        refetchOnWindowFocus: false,
        // offline is found out by asking: the browser's word on it is often wrong on a local network
        networkMode: 'always',
      },
      // a write is repeated by its user, never by itself
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  let token = sessionStore.get().token
  sessionStore.subscribe(() => {
    if (sessionStore.get().token === token) return
    token = sessionStore.get().token
    client.clear()
  })
  return client
}
