import { useCallback } from 'react'
import { queryOptions, useQuery, type RefetchOptions } from '@tanstack/react-query'
import {
  CallError,
  fetchCurrentUser,
  isUnauthorized,
  lists,
  listsKey,
  type List,
  usableList,
  usersQuery,
} from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { ownKey } from '@console/shared-kernel/remote'
import { seesEverything } from '@console/shared-kernel/rules'

type UserList = List<'users'>

/** The deadline for all fallbacks together. */
const FALLBACK_TIMEOUT_MS = 5_000

/** Fallbacks if the hierarchy fails, best first; at worst only the viewer. */
export const fallbackQuery = (viewer: User) =>
  queryOptions({
    // under the key of all user lists, so that patches reach it too
    queryKey: [...listsKey('users'), ...ownKey('fallback')],
    queryFn: async ({ signal }): Promise<UserList> => {
      const withTimeout = AbortSignal.any([signal, AbortSignal.timeout(FALLBACK_TIMEOUT_MS)])
      const fallbacks = [() => readCurrentAndBelow(withTimeout), () => readUsers('/api/Users', withTimeout)]
      for (const read of fallbacks) {
        try {
          return await read()
        } catch (error) {
          // the screen was left, or the session has ended: no further fallback
          if (signal.aborted || isUnauthorized(error)) throw error
        }
      }
      return lists.of('users', [viewer])
    },
    retry: false,
    structuralSharing: false,
  })

const readUsers = (path: string, signal: AbortSignal): Promise<UserList> =>
  lists.read({ path, kind: 'users', signal })

async function readCurrentAndBelow(signal: AbortSignal): Promise<UserList> {
  const [current, below] = await Promise.all([
    fetchCurrentUser(signal),
    readUsers('/api/Users/children', signal),
  ])
  if (!current) throw new CallError('/api/Users/current did not return a user')
  if (below.rows.some(({ userId }) => userId === current.userId)) return below
  return lists.of('users', [current, ...below.rows])
}

/** The users that the viewer manages; the fallbacks, marked `incomplete`, if the list fails. */
export function useUsers(viewer: User) {
  const options = usersQuery(viewer)
  // the fallback replaces the retry
  const query = useQuery({ ...options, retry: false })
  const { error, isPending, refetch: refetchWhole } = query
  const completeList = usableList(query)
  const failed = error !== null && !isUnauthorized(error) && completeList === undefined
  const fallback = useQuery({ ...fallbackQuery(viewer), enabled: failed && seesEverything(viewer) })
  const { data: fallbackList, refetch: refetchFallback } = fallback
  const list = completeList ?? fallbackList
  // a failed list is pending again while it is retried
  const arriving = (isPending && !list) || fallback.isLoading || completeList?.arriving === true
  const refetch = useCallback(
    async (how?: RefetchOptions) => {
      const { isError } = await refetchWhole(how)
      if (isError && fallbackList) await refetchFallback(how)
    },
    [refetchWhole, refetchFallback, fallbackList],
  )
  return {
    list,
    arriving,
    queryKey: options.queryKey,
    updatedAt: (completeList ? query : fallback).dataUpdatedAt,
    /** Users may be missing. */
    incomplete: !arriving && !isUnauthorized(error) && (error !== null || completeList === undefined),
    isFetching: query.isFetching || fallback.isFetching,
    /** False for a failed list, which the user reloads by hand. */
    isStale: completeList !== undefined && query.isStale,
    dataUpdatedAt: query.dataUpdatedAt,
    errorUpdatedAt: query.errorUpdatedAt,
    refetch,
  }
}
