import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isUnauthorized, machinesQuery, messageOf, showToast, usableList } from '@console/shared-kernel/core'

export function useMachines() {
  const query = useQuery(machinesQuery)
  const { isPending, isFetching, error, dataUpdatedAt, refetch } = query
  const list = usableList(query)
  const failure =
    error && !isUnauthorized(error) ? `Error loading machines: ${messageOf(error, 'Unknown error')}` : null

  // one toast for a lasting failure, not one for each refresh
  useEffect(() => {
    if (failure !== null) showToast(failure, 'error')
  }, [failure])

  return { list, isPending, isFetching, updatedAt: dataUpdatedAt, failure, refetch }
}
