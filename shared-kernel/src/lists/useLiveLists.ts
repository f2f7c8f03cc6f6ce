import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { loadCode } from '../client/loadCode'

/**
 * In milliseconds, so that the code and the stream load after the first rows. The stream starts from the
 * position that the server sent with the current user, so it misses nothing.
 */
const START_AFTER_MS = 1_000

/** Follows the server's stream of changes, if it has one. Used once per page, while a user is signed in. */
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
