import { expect, test } from '@jest/globals'
import type { Db } from '../../../db/schema'
import { Passkeys } from './passkeys'

test('without a domain there are no passkeys: nothing is signed or accepted', async () => {
  const none = new Passkeys({ rpId: null, origins: ['http://localhost'] }, () => ['secret'])
  const db = {} as Db
  expect(none.isOffered).toBe(false)
  await expect(none.requestOptions(db, null, 'sign in')).rejects.toMatchObject({ status: 404 })
  expect(await none.use(db, {}, { purpose: 'sign in', userId: null })).toBeNull()
})
