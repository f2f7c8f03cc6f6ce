import type { QueryClient } from '@tanstack/react-query'
import { http, isStale, newKey, usersQuery, versionHeaders } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { completeUser, updateUser } from '../form/api'
import { keyHeader } from '../lostAnswers'

/** @param key the same when the deletion is sent again */
export const deleteUser = ({ userId, version }: User, key: string) =>
  http.delete(`/api/Users/${userId}`, { headers: keyHeader(version, key) })

/** Whether the list, read again, lacks the user. Null if it cannot be read. */
export async function isDeleted(
  client: QueryClient,
  viewer: User,
  { userId }: User,
): Promise<boolean | null> {
  const query = usersQuery(viewer)
  // a read in progress may be older than the deletion
  await client.cancelQueries(query)
  const askedAt = Date.now()
  try {
    const users = await client.fetchQuery({ ...query, staleTime: 0, retry: false })
    // a read that is cancelled elsewhere resolves to the old data
    const { dataUpdatedAt = 0 } = client.getQueryState(query.queryKey) ?? {}
    return dataUpdatedAt < askedAt ? null : !users.rows.some((user) => user.userId === userId)
  } catch {
    return null
  }
}

/**
 * For a user whose own machine is gone. The server chooses its name and settings.
 *
 * @param key the same when the creation is sent again, so that a lost answer makes no second machine
 */
export const createMachine = ({ userId, version }: User, key: string) =>
  http.post(`/api/machines/auto-create/${userId}`, undefined, { headers: keyHeader(version, key) })

/**
 * Changes only the block: a concurrent change of other fields is kept.
 *
 * @returns `now` is null if the answer has no user; `changed` is false if somebody else had made the same change
 */
export async function setBlocked(
  user: User,
  isBlocked: boolean,
): Promise<{ now: User | null; changed: boolean }> {
  try {
    return { now: await putBlocked(user, isBlocked), changed: true }
  } catch (error) {
    const current = isStale(error) ? completeUser(error.current) : null
    if (!current) throw error
    if (current.isBlocked === isBlocked) return { now: current, changed: false }
    return { now: await putBlocked(current, isBlocked), changed: true }
  }
}

/** One attempt, with the version shown. @throws CallError 409 if somebody else has changed the user */
export const putBlocked = (user: User, isBlocked: boolean): Promise<User | null> =>
  updateUser({ user, changes: { isBlocked }, headers: versionHeaders(user.version, newKey()) })
