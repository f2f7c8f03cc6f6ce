import {
  CallError,
  fetchCurrentUser,
  fetchLongList,
  inSlices,
  isSessionOver,
  layOver,
  queryOptions,
  type QueryClient,
} from '@console/shared-kernel/core'
import { normaliseUser, userIdentity, type User } from '@console/shared-kernel/contracts/user'
import { finish } from '@console/shared-kernel/contracts/steps'
import { seesEverything } from '@console/shared-kernel/domain/permissions'
import { searchText, searchTexts } from '@console/shared-kernel/domain/search'

/** The users somebody manages, and whether these are all of them. */
export interface UserList {
  users: User[]
  /** What they are searched by, in the same order. */
  texts: string[]
  /** False where the list is missing or was pieced together: it may hold fewer users than there are. */
  complete: boolean
  /** The others are on their way: these are only the first of them. */
  arriving?: boolean
}

type ShowFirst = (users: User[]) => void

/** The fall-backs of a failed list together take no longer than this, in milliseconds. */
const FALL_BACK_WITHIN_MS = 5_000

/** What the keys of all viewers' lists begin with. */
export const usersKey = ['users']

/** Everybody for level 1; for all others the users below them. Never fails but with the session itself. */
export const usersQuery = (viewer: User) =>
  queryOptions({
    queryKey: [...usersKey, viewer.userId, viewer.level],
    queryFn: async ({ signal, client, queryKey }): Promise<UserList> => {
      // a list that is shown already is better than the beginning of the next one
      const showFirst = (users: User[]) =>
        client.setQueryData<UserList>(queryKey, (list) => list ?? { ...listOf(users), arriving: true })
      const list = await (seesEverything(viewer)
        ? fetchHierarchy(viewer, signal, showFirst)
        : fetchBelow(signal, showFirst))
      return list.complete ? list : (moreBefore(client.getQueryData(queryKey), list) ?? list)
    },
    // the fall-backs are the second try
    retry: false,
    // comparing 100,000 users with those before takes longer than drawing them
    structuralSharing: false,
  })

/** What was read before, where that holds more than what was to be had now: no failure takes away what is shown. */
function moreBefore(before: UserList | undefined, now: UserList): UserList | null {
  if (!before || before.arriving || before.users.length <= now.users.length) return null
  return { ...before, complete: false }
}

/** A list that is short enough to be made at one go, and may not be all there is. */
export const listOf = (users: User[]): UserList => ({
  users,
  texts: finish(searchTexts(users)),
  complete: false,
})

export const NO_USERS = listOf([])

const layOverUsers = (client: QueryClient, change: (list: UserList) => UserList): Promise<void> =>
  layOver(client, usersKey, change)

const placeOf = ({ users }: UserList, userId: number): number =>
  users.findIndex((user) => user.userId === userId)

/** Puts a user as it is now in its place in the list, without asking for all the others. */
export const replaceUser = (client: QueryClient, user: User): Promise<void> =>
  layOverUsers(client, (list) => {
    const place = placeOf(list, user.userId)
    if (place === -1) return list
    return { ...list, users: list.users.with(place, user), texts: list.texts.with(place, searchText(user)) }
  })

/** Puts a new user behind the others, until the list is read again. */
export const addUser = (client: QueryClient, user: User): Promise<void> =>
  layOverUsers(client, (list) => {
    if (placeOf(list, user.userId) !== -1) return list
    return { ...list, users: [...list.users, user], texts: [...list.texts, searchText(user)] }
  })

/** Takes a user out of the list, until it is read again. */
export const removeUser = (client: QueryClient, userId: number): Promise<void> =>
  layOverUsers(client, (list) => {
    const place = placeOf(list, userId)
    if (place === -1) return list
    return { ...list, users: list.users.toSpliced(place, 1), texts: list.texts.toSpliced(place, 1) }
  })

const fetchUsers = (path: string, signal: AbortSignal, showFirst?: ShowFirst): Promise<User[]> =>
  fetchLongList(path, { normalise: normaliseUser, identityOf: userIdentity, signal, showFirst })

const allOf = async (users: User[], signal: AbortSignal): Promise<UserList> => ({
  users,
  texts: await inSlices(searchTexts(users), signal),
  complete: true,
})

async function fetchBelow(signal: AbortSignal, showFirst: ShowFirst): Promise<UserList> {
  try {
    return await allOf(await fetchUsers('/api/Users/children', signal, showFirst), signal)
  } catch (error) {
    rethrowIfOver(error, signal)
    return NO_USERS
  }
}

async function fetchHierarchy(viewer: User, signal: AbortSignal, showFirst: ShowFirst): Promise<UserList> {
  try {
    return await allOf(await fetchUsers('/api/Users/all-hierarchy', signal, showFirst), signal)
  } catch (error) {
    rethrowIfOver(error, signal)
    return { ...(await allOf(await pieceTogether(viewer, signal), signal)), complete: false }
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
