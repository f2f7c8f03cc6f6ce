import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  CallError,
  fetchCurrentUser,
  isUnauthorized,
  lists,
  listsKey,
  type ListSnapshot,
  usableList,
  usersQuery,
} from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { ownKey } from '@console/shared-kernel/remote'
import { seesEverything } from '@console/shared-kernel/rules'

export type UserList = ListSnapshot<'users'>

/** The fall-backs of a failed list together take no longer than this, in milliseconds. */
const FALL_BACK_WITHIN_MS = 5_000

/** What can still be shown when the hierarchy is not to be had, the best first; at worst the viewer alone. */
export const fallBackQuery = (viewer: User) =>
  queryOptions({
    // a list of users like the others, for the changes that are made in all of them
    queryKey: [...listsKey('users'), ...ownKey('fall-back')],
    queryFn: async ({ signal }): Promise<UserList> => {
      const soon = AbortSignal.any([signal, AbortSignal.timeout(FALL_BACK_WITHIN_MS)])
      const ways = [() => readCurrentAndBelow(soon), () => readUsers('/api/Users', soon)]
      for (const way of ways) {
        try {
          return await way()
        } catch (error) {
          // nothing is pieced together for a screen that was left, or a session that has ended
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
  if (!current) throw new CallError('/api/Users/current answered no user')
  if (below.rows.some(({ userId }) => userId === current.userId)) return below
  return lists.of('users', [current, ...below.rows])
}

/** The users that the viewer manages. A list that failed shows what there is, and says that it is incomplete. */
export function useUsers(viewer: User) {
  // the fall-back is the second try
  const query = useQuery({ ...usersQuery(viewer), retry: false })
  const { error, isPending, isFetching, refetch } = query
  const whole = usableList(query)
  const failed = error !== null && !isUnauthorized(error) && whole === undefined
  const fallBack = useQuery({ ...fallBackQuery(viewer), enabled: failed && seesEverything(viewer) })
  const arriving = isPending || fallBack.isLoading || whole?.arriving === true
  return {
    list: whole ?? fallBack.data,
    arriving,
    /** It may hold fewer users than there are. */
    incomplete: !arriving && error !== null,
    isFetching: isFetching || fallBack.isFetching,
    refetch: async () => {
      const { isError } = await refetch()
      if (isError && fallBack.data) await fallBack.refetch()
    },
  }
}
