import type { Db } from '../../db/schema'
import { refuseStale } from '../writes/versions'
import { userJson } from './userList'

/** @throws HttpError 409 with the user as it is now */
export const refuseStaleUser = (
  trx: Db,
  userId: number,
  actual: number,
  expected: number | undefined,
): Promise<void> =>
  refuseStale(trx, {
    expected,
    actual,
    current: async () => JSON.parse((await userJson(trx, userId)) ?? '{}') as object,
    subject: { type: 'user', id: userId },
    actions: ['user.create', 'user.update', 'user.password'],
    message: 'El usuario ha cambiado entretanto',
  })
