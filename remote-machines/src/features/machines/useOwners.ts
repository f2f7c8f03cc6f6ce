import { useCallback, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isUnauthorized, messageOf, usableList, usersQuery } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'

/**
 * The users above the machines. The list may be long, so it is loaded on demand.
 *
 * @param needed loads at once
 */
export function useOwners(viewer: User, needed: boolean) {
  const [isRequested, setIsRequested] = useState(false)
  const query = useQuery({ ...usersQuery(viewer), enabled: needed || isRequested })
  const list = usableList(query)
  const { error, isFetching, refetch } = query
  return {
    /** Undefined until complete. */
    owners: list?.arriving ? undefined : list,
    load: useCallback(() => setIsRequested(true), []),
    failure:
      error && !isUnauthorized(error) && !list
        ? `Error loading users: ${messageOf(error, 'Unknown error')}`
        : null,
    isFetching,
    refetch,
  }
}
