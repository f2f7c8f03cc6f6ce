import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { loadCode } from '../client/loadCode'

/**
 * A delay in milliseconds. The code and the stream are loaded after the first rows; the stream starts from its
 * position, so it misses nothing.
 */
const START_AFTER_MS = 1_000

/** Follows the changes on the server, where it has a stream. A page has one, while a user is signed in. */
export function useLiveLists(): void {
  const client = useQueryClient()
  useEffect(() => {
    const ending = new AbortController()
    const timer = setTimeout(() => {
      void loadCode(() => import(/* webpackChunkName: "live-lists" */ './liveLists')).then(
        ({ followSessions }) => followSessions(client, ending.signal),
        // lists are refreshed instead
        () => undefined,
      )
    }, START_AFTER_MS)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [client])
}
