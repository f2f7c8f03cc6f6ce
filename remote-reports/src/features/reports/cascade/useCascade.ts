import { useEffect, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  isUnauthorized,
  listQuery,
  messageOf,
  showToast,
  usableList,
  type List,
} from '@console/shared-kernel/core'
import { buildCascade, type Cascade } from './cascade'

/** Avoids refetching a tree of 100,000 users on every change of screen. */
const STALE_AFTER_MS = 5 * 60_000

/** Everyone whose reports the viewer may see. No fallback: a partial list would look complete. */
export const hierarchyUsersQuery = {
  ...listQuery('users', '/api/Users/all-hierarchy'),
  staleTime: STALE_AFTER_MS,
}

/** If only this list fails, it is empty and no error is shown. */
export const hierarchyMachinesQuery = {
  ...listQuery('hierarchyMachines', '/api/Machines'),
  staleTime: STALE_AFTER_MS,
}

const NO_HIERARCHY = buildCascade([], [])

export interface LoadedCascade {
  /** Has empty lists until the hierarchy is loaded, or if loading fails. */
  cascade: Cascade
  users: List<'users'> | undefined
  machines: List<'hierarchyMachines'> | undefined
  /** The lists are complete, so an id that is not in them does not exist. */
  ready: boolean
  loading: boolean
  failed: boolean
  /** The server's message, or ''. */
  reason: string
  retry: () => void
}

/** Loaded once for both screens. */
export function useCascade(): LoadedCascade {
  const userList = useQuery(hierarchyUsersQuery)
  const machineList = useQuery(hierarchyMachinesQuery)
  // after a failed refetch the earlier list stays
  const userRows = usableList(userList)
  const machineRows = usableList(machineList)
  const failed = userList.isError && userRows === undefined
  const pending =
    (!failed && userRows?.arriving !== false) || (!machineList.isError && machineRows?.arriving !== false)
  const users = pending ? undefined : userRows
  const machines = users && machineRows
  const cascade = useMemo(
    () => (users ? buildCascade(users.rows, machines?.rows ?? null) : NO_HIERARCHY),
    [users, machines],
  )

  const { error } = userList
  useEffect(() => {
    if (error && !isUnauthorized(error)) showToast('Error al cargar datos de jerarquía', 'error')
  }, [error])

  const loading = pending || (failed && userList.isFetching)
  const reason = failed ? messageOf(error, '') : ''
  const { refetch: readUsers } = userList
  const { refetch: readMachines, isError: machinesFailed } = machineList
  // the same object until something in it changes, because a new one rerenders the filters
  return useMemo(
    () => ({
      cascade,
      users,
      machines,
      ready: users !== undefined,
      loading,
      failed,
      reason,
      retry: () => {
        void readUsers()
        if (machinesFailed) void readMachines()
      },
    }),
    [cascade, users, machines, loading, failed, reason, readUsers, readMachines, machinesFailed],
  )
}
