import {
  CallError,
  fetchCurrentUser,
  fetchList,
  inSlices,
  isSessionOver,
  queryOptions,
  type QueryClient,
} from '@console/shared-kernel/core'
import { normalisingUsers, type User } from '@console/shared-kernel/contracts/user'
import { seesEverything } from '@console/shared-kernel/domain/permissions'

/** The users somebody manages, and whether these are all of them. */
export interface UserList {
  users: User[]
  /** False where the list is missing or was pieced together: it may hold fewer users than there are. */
  complete: boolean
}

/** The fall-backs of a failed list together take no longer than this, in milliseconds. */
const FALL_BACK_WITHIN_MS = 5_000

const USERS = 'users'

/** Everybody for level 1; for all others the users below them. Never fails but with the session itself. */
export const usersQuery = (viewer: User) =>
  queryOptions({
    queryKey: [USERS, viewer.userId, viewer.level],
    queryFn: ({ signal }) => (seesEverything(viewer) ? fetchHierarchy(viewer, signal) : fetchBelow(signal)),
    // the fall-backs are the second try
    retry: false,
    // comparing 100,000 users with those before takes longer than drawing them
    structuralSharing: false,
  })

/** Puts a user as it is now in its place in the list, without asking for all the others. */
export function replaceUser(client: QueryClient, user: User): void {
  client.setQueriesData<UserList>({ queryKey: [USERS] }, (list) => {
    const users = list?.users.map((before) => (before.userId === user.userId ? user : before))
    return list && users && { ...list, users }
  })
}

const fetchUsers = async (path: string, signal: AbortSignal): Promise<User[]> =>
  inSlices(normalisingUsers(await fetchList(path, signal)), signal)

async function fetchBelow(signal: AbortSignal): Promise<UserList> {
  try {
    return { users: await fetchUsers('/api/Users/children', signal), complete: true }
  } catch (error) {
    rethrowIfOver(error, signal)
    return { users: [], complete: false }
  }
}

async function fetchHierarchy(viewer: User, signal: AbortSignal): Promise<UserList> {
  try {
    return { users: await fetchUsers('/api/Users/all-hierarchy', signal), complete: true }
  } catch (error) {
    rethrowIfOver(error, signal)
    return { users: await pieceTogether(viewer, signal), complete: false }
  }
}

/** What can still be shown when the hierarchy is not to be had, the best first; at worst the viewer alone. */
async function pieceTogether(viewer: User, signal: AbortSignal): Promise<User[]> {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(FALL_BACK_WITHIN_MS)])
  const ways = [() => fetchCurrentAndBelow(soon), () => fetchUsers('/api/Users', soon)]
  for (const way of ways) {
    try {
      return await way()
    } catch (error) {
      rethrowIfOver(error, signal)
    }
  }
  return [viewer]
}

async function fetchCurrentAndBelow(signal: AbortSignal): Promise<User[]> {
  const [current, below] = await Promise.all([
    fetchCurrentUser(signal),
    fetchUsers('/api/Users/children', signal),
  ])
  if (!current) throw new CallError('/api/Users/current answered no user')
  return below.some(({ userId }) => userId === current.userId) ? below : [current, ...below]
}

/** Nothing is pieced together for a screen that was left, or a session that has ended. */
function rethrowIfOver(error: unknown, signal: AbortSignal): void {
  if (signal.aborted || isSessionOver(error)) throw error
}
