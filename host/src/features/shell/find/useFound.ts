import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  machinesQuery,
  usableList,
  useCurrentUser,
  useListRows,
  usersQuery,
} from '@console/shared-kernel/core'
import type { Machine, User } from '@console/shared-kernel/contracts'

/** A list that is not older than this is searched without being read again. */
const STALE_AFTER_MS = 5 * 60_000

interface Wanted {
  query: string
  /** Whether the console has the screens to which what is found leads. */
  users: boolean
  machines: boolean
}

/** Users and machines by name, in the lists that the screens have: they are loaded when something is typed. */
export function useFound({ query, users, machines }: Wanted) {
  const viewer = useCurrentUser()
  const isAsked = query.trim() !== ''
  const userQuery = useQuery({
    ...usersQuery(viewer),
    staleTime: STALE_AFTER_MS,
    enabled: users && isAsked,
  })
  const machineQuery = useQuery({
    ...machinesQuery,
    staleTime: STALE_AFTER_MS,
    enabled: machines && isAsked,
  })
  const userList = usableList(userQuery)
  const machineList = usableList(machineQuery)
  const search = isAsked ? query : ''
  const foundUsers = useListRows(isAsked ? userList : undefined, {
    search,
    searchIn: 'name',
    sort: { key: 'userName', direction: 'asc' },
  })
  const foundMachines = useListRows(isAsked ? machineList : undefined, {
    search,
    sort: { key: 'userName', direction: 'asc' },
  })
  const read = async () => ({
    users: (await foundUsers.settled()) as readonly User[],
    machines: (await foundMachines.settled()) as readonly Machine[],
  })
  const failed = [userQuery.isError && 'Users', machineQuery.isError && 'Machines'].filter(
    (what) => what !== false,
  )
  return {
    found: useMemo(
      () => ({ users: foundUsers.rows, machines: foundMachines.rows }),
      [foundUsers.rows, foundMachines.rows],
    ),
    /** What is found once the engine has answered for what was typed last. */
    settled: read,
    loading:
      userQuery.isLoading ||
      machineQuery.isLoading ||
      userList?.arriving === true ||
      machineList?.arriving === true,
    failed,
  }
}
