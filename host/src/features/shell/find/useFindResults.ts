import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  LIST_STALE_AFTER_MS,
  machinesQuery,
  usableList,
  useCurrentUser,
  useListRows,
  usersQuery,
} from '@console/shared-kernel/core'
import type { Machine, User } from '@console/shared-kernel/contracts'

const NO_USERS: readonly User[] = []
const NO_MACHINES: readonly Machine[] = []

interface FindQuery {
  query: string
  /** False if the console lacks the screen that results link to. */
  users: boolean
  machines: boolean
}

/** Searches the lists that the screens use. They are loaded when something is typed. */
export function useFindResults({ query, users, machines }: FindQuery) {
  const viewer = useCurrentUser()
  const hasQuery = query.trim() !== ''
  const userQuery = useQuery({
    ...usersQuery(viewer),
    staleTime: LIST_STALE_AFTER_MS,
    enabled: users && hasQuery,
  })
  const machineQuery = useQuery({
    ...machinesQuery,
    staleTime: LIST_STALE_AFTER_MS,
    enabled: machines && hasQuery,
  })
  const userList = usableList(userQuery)
  const machineList = usableList(machineQuery)
  const search = hasQuery ? query : ''
  const view = { search, sort: { key: 'userName', direction: 'asc' } } as const
  // users also match by country, as on their screen
  const foundUsers = useListRows(hasQuery ? userList : undefined, view)
  const foundMachines = useListRows(hasQuery ? machineList : undefined, view)
  // if a refresh fails, the older list is still searched
  const failed = [
    userQuery.isError && !userList && 'Users',
    machineQuery.isError && !machineList && 'Machines',
  ].filter((what) => typeof what === 'string')
  return {
    found: useMemo(
      () => ({ users: foundUsers.rows, machines: foundMachines.rows }),
      [foundUsers.rows, foundMachines.rows],
    ),
    users: userList?.rows ?? NO_USERS,
    machines: machineList?.rows ?? NO_MACHINES,
    /** Some results are still those of an earlier query. */
    outdated:
      hasQuery &&
      ((userList !== undefined && !foundUsers.current) ||
        (machineList !== undefined && !foundMachines.current)),
    loading:
      userQuery.isLoading ||
      machineQuery.isLoading ||
      userList?.arriving === true ||
      machineList?.arriving === true,
    failed,
  }
}
