// A file of its own, loaded with the dialogs: the screen itself needs only the calls of `api.ts`.
import type { QueryClient } from '@tanstack/react-query'
import { http, readAgain, usersQuery } from '@console/shared-kernel/core'
import { asRecord } from '@console/shared-kernel/rules'
import type { User } from '@console/shared-kernel/contracts'
import { keyHeader } from '../lostAnswers'
import type { AccessChange } from './userActions'

/** @param key idempotency key: reuse it when you send the deletion again */
export const deleteUser = ({ userId, version }: User, key: string) =>
  http.delete(`/api/Users/${userId}`, { headers: keyHeader(version, key) })

/** Safe to repeat. @returns false if there was nothing to change, which is known only for second factors */
export async function changeAccess({ userId }: User, change: AccessChange): Promise<boolean> {
  const { data } = await http.post<unknown>(`/api/Users/${userId}/${change}`)
  return asRecord(data)['reset'] !== false
}

/** Whether the user is missing from the list after a refetch; null if that fails. */
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
 * @param key idempotency key: reuse it when you send again, so that a lost answer causes no second machine
 */
export const createMachine = ({ userId, version }: User, key: string) =>
  http.post(`/api/machines/auto-create/${userId}`, undefined, { headers: keyHeader(version, key) })
