import { useEffect, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  isUnauthorized,
  listQuery,
  messageOf,
  showToast,
  usableList,
  type ListSnapshot,
} from '@console/shared-kernel/core'
import { buildCascade, type Cascade } from './cascade'

/** A tree of 100,000 users is worth keeping while one goes from screen to screen. */
const STALE_AFTER_MS = 5 * 60_000

/** Everybody whose reports the viewer may ask for. There is no fall-back: a part would pass for the whole. */
export const hierarchyUsersQuery = {
  ...listQuery('users', '/api/Users/all-hierarchy'),
  staleTime: STALE_AFTER_MS,
}

/** Their machines; where these alone fail, the list of machines is empty and nothing is said. */
export const hierarchyMachinesQuery = {
  ...listQuery('hierarchyMachines', '/api/Machines'),
  staleTime: STALE_AFTER_MS,
}

const NO_HIERARCHY = buildCascade([], [])

export interface LoadedCascade {
  /** Over empty lists until the hierarchy is there, and where it could not be loaded. */
  cascade: Cascade
  users: ListSnapshot<'users'> | undefined
  machines: ListSnapshot<'hierarchyMachines'> | undefined
  /** Whether an id that is not in the lists is known to belong to no user or machine. */
  ready: boolean
  loading: boolean
  failed: boolean
  /** Why, in the server's words where it has any. */
  reason: string
  retry: () => void
}

/** The filters' lists, loaded once for both screens. */
export function useCascade(): LoadedCascade {
  const userList = useQuery(hierarchyUsersQuery)
  const machineList = useQuery(hierarchyMachinesQuery)
  // of a list that is read again and fails, what was read before stays
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

  const retry = () => {
    void userList.refetch()
    if (machineList.isError) void machineList.refetch()
  }
  return {
    cascade,
    users,
    machines,
    ready: users !== undefined,
    loading: pending || (failed && userList.isFetching),
    failed,
    reason: failed ? messageOf(error, '') : '',
    retry,
  }
}
