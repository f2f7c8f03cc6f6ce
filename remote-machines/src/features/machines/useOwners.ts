import { useCallback, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isUnauthorized, messageOf, usableList, usersQuery } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'

/**
 * The users above the machines. They may be many: they are read when they are first needed, unless the screen of
 * users has done so.
 *
 * @param needed the screen cannot do without them
 */
export function useOwners(viewer: User, needed: boolean) {
  const [wanted, setWanted] = useState(false)
  const query = useQuery({ ...usersQuery(viewer), enabled: needed || wanted })
  const list = usableList(query)
  const { error, isFetching, refetch } = query
  return {
    /** Undefined until all of them are there. */
    owners: list?.arriving ? undefined : list,
    want: useCallback(() => setWanted(true), []),
    failure:
      error && !isUnauthorized(error) && !list
        ? `Error loading users: ${messageOf(error, 'Unknown error')}`
        : null,
    isFetching,
    refetch,
  }
}
