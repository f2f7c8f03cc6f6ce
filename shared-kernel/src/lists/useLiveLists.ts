import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { loadCode } from '../client/loadCode'

/** In milliseconds. The code and the stream come after the first rows; from its position the stream misses nothing. */
const START_AFTER_MS = 1_000

/** Follows what changes on the server, where it offers that. One for a page, while a user is signed in. */
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
