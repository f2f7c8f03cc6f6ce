import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isUnauthorized, machinesQuery, messageOf, showToast, usableList } from '@console/shared-kernel/core'
import { useRefresh } from '@console/shared-kernel/table'

export function useMachines() {
  const query = useQuery(machinesQuery)
  const { isPending, isFetching, error, dataUpdatedAt, refetch } = query
  const list = usableList(query)
  const ready = list?.arriving === false
  const refresh = useRefresh({ updatedAt: dataUpdatedAt, isFetching, ready, refetch })
  const failure =
    error && !isUnauthorized(error) ? `Error loading machines: ${messageOf(error, 'Unknown error')}` : null

  // one toast for a lasting failure, not one for each refresh
  useEffect(() => {
    if (failure !== null) showToast(failure, 'error')
  }, [failure])

  return { list, isPending, isFetching, failure, refresh, refetch }
}
