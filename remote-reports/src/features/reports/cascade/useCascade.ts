import { useMemo } from 'react'
import { useCurrentUser, useQuery } from '@console/shared-kernel/core'
import { hierarchyMachinesQuery, hierarchyUsersQuery } from '../api'
import { buildCascade, type Cascade } from './cascade'

const NO_HIERARCHY = buildCascade([], [])

export interface LoadedCascade {
  /** Over empty lists until the hierarchy is there, and where it could not be loaded. */
  cascade: Cascade
  /** Whether an id that is not in the lists is known to be nobody. */
  ready: boolean
  loading: boolean
  failed: boolean
  retry: () => void
}

/** The filters' lists, loaded once for both screens. */
export function useCascade(): LoadedCascade {
  const viewer = useCurrentUser()
  const users = useQuery(hierarchyUsersQuery(viewer))
  const machines = useQuery(hierarchyMachinesQuery(viewer))
  const pending = users.isPending || machines.isPending
  const cascade = useMemo(
    () => (users.data && !pending ? buildCascade(users.data, machines.data ?? []) : NO_HIERARCHY),
    [users.data, machines.data, pending],
  )
  const retry = () => {
    void users.refetch()
    if (machines.isError) void machines.refetch()
  }
  return {
    cascade,
    ready: cascade !== NO_HIERARCHY,
    loading: pending || (users.isError && users.isFetching),
    failed: users.isError,
    retry,
  }
}
