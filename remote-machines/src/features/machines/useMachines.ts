import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isUnauthorized, machinesQuery, messageOf, showToast, usableList } from '@console/shared-kernel/core'

const REFRESH_EVERY_MS = 30_000

/** The list of machines, which is read again by itself unless that is paused. */
export function useMachines() {
  const [paused, setPaused] = useState(false)
  const query = useQuery({
    ...machinesQuery,
    // a list that could not be read is read again when 'Reintentar' is pressed
    refetchInterval: ({ state }) =>
      paused || state.data === undefined || state.data.arriving ? false : REFRESH_EVERY_MS,
  })
  const { isPending, isFetching, error, dataUpdatedAt, refetch } = query
  const failure =
    error && !isUnauthorized(error) ? `Error loading machines: ${messageOf(error, 'Unknown error')}` : null

  // once for a failure that goes on: what fails every half minute is not said every half minute
  useEffect(() => {
    if (failure !== null) showToast(failure, 'error')
  }, [failure])

  const list = usableList(query)
  return { list, isPending, isFetching, failure, paused, setPaused, dataUpdatedAt, refetch }
}
