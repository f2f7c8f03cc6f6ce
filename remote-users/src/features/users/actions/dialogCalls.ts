// A file of its own, loaded with the dialogs: the screen itself needs only the calls of `api.ts`.
import type { QueryClient } from '@tanstack/react-query'
import { http, readAgain, usersQuery } from '@console/shared-kernel/core'
import { asRecord } from '@console/shared-kernel/rules'
import type { User } from '@console/shared-kernel/contracts'
import { keyHeader } from '../lostAnswers'
import type { AccessChange } from './userActions'

/** @param key the same when the deletion is sent again */
export const deleteUser = ({ userId, version }: User, key: string) =>
  http.delete(`/api/Users/${userId}`, { headers: keyHeader(version, key) })

/** Safe to repeat. @returns false if there was nothing to change, which is known only of second factors */
export async function changeAccess({ userId }: User, change: AccessChange): Promise<boolean> {
  const { data } = await http.post<unknown>(`/api/Users/${userId}/${change}`)
  return asRecord(data)['reset'] !== false
}

/** Whether the list, read again, lacks the user. Null if it cannot be read. */
export async function isDeleted(
  client: QueryClient,
  viewer: User,
  { userId }: User,
): Promise<boolean | null> {
  try {
    const users = await readAgain(client, usersQuery(viewer))
    return !users.rows.some((user) => user.userId === userId)
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
