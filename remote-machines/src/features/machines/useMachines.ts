import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isUnauthorized, machinesQuery, messageOf, showToast, usableList } from '@console/shared-kernel/core'

/** Null if there is no error, or if the session has ended, which the sign-in shows. */
export const failureText = (error: Error | null): string | null =>
  error && !isUnauthorized(error) ? `Error loading machines: ${messageOf(error, 'Unknown error')}` : null

export function useMachines() {
  const query = useQuery(machinesQuery)
  const { isPending, isFetching, error, dataUpdatedAt, refetch } = query
  const list = usableList(query)
  const failure = failureText(error)

  // one toast for a lasting failure, not one for each refresh
  useEffect(() => {
    if (failure !== null) showToast(failure, 'error')
  }, [failure])

  return { list, isPending, isFetching, updatedAt: dataUpdatedAt, failure, refetch }
}
