import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isUnauthorized, machinesQuery, messageOf, showToast, usableList } from '@console/shared-kernel/core'

const REFRESH_INTERVAL_MS = 30_000

/** Refreshed every half minute unless paused. */
export function useMachines() {
  const [paused, setPaused] = useState(false)
  const query = useQuery({
    ...machinesQuery,
    // a list that was never loaded is retried only by its button
    refetchInterval: ({ state }) =>
      paused || state.data === undefined || state.data.arriving ? false : REFRESH_INTERVAL_MS,
  })
  const { isPending, isFetching, error, dataUpdatedAt, refetch } = query
  const failure =
    error && !isUnauthorized(error) ? `Error loading machines: ${messageOf(error, 'Unknown error')}` : null

  // one toast for a lasting failure, not one for each refresh
  useEffect(() => {
    if (failure !== null) showToast(failure, 'error')
  }, [failure])

  const list = usableList(query)
  return { list, isPending, isFetching, failure, paused, setPaused, dataUpdatedAt, refetch }
}
