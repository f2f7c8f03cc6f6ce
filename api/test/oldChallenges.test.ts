import { afterEach, expect, jest, test } from '@jest/globals'
import type { Db } from '../src/db/schema'
import { Passkeys } from '../src/services/auth/factors/passkeys'
import { Authenticator } from '../testing/authenticator'
import { withDatabase } from '../testing/database'

const ORIGIN = 'https://localhost'
const MINUTE_MS = 60_000

let db: Db
withDatabase((opened) => (db = opened), 1)
afterEach(() => void jest.restoreAllMocks())

test('a passkey can answer a challenge for five minutes, even after the secret has changed', async () => {
  const secrets = ['the first secret']
  const passkeys = new Passkeys({ rpId: 'localhost', origins: [/^https:\/\/localhost$/] }, () => secrets)
  const device = new Authenticator(ORIGIN)
  const challengeOf = (options: object) => options as { challenge: string }
  const created = challengeOf(await passkeys.creationOptions(db, 1, 'owner', 'enrol'))
  const enrols = { purpose: 'enrol', userId: 1 }
  const added = await passkeys.add(db, device.create(created), 'Phone', enrols)
  expect(added).toBe(true)

  const ask = async () => challengeOf(await passkeys.requestOptions(db, 1, 'step'))
  const use = (options: { challenge: string }) =>
    passkeys.use(db, device.get(options), { purpose: 'step', userId: 1 })
  const [first, second, third] = [await ask(), await ask(), await ask()]
  const late = new Authenticator(ORIGIN).create(
    challengeOf(await passkeys.creationOptions(db, 1, 'owner', 'enrol')),
  )
  secrets.unshift('the next secret')
  const now = Date.now()
  const clock = jest.spyOn(Date, 'now')
  clock.mockReturnValue(now + 4 * MINUTE_MS)
  expect(await use(first)).toBe(1)
  clock.mockReturnValue(now + 5 * MINUTE_MS + 1_000)
  expect(await use(second)).toBeNull()
  await expect(passkeys.add(db, late, 'Tablet', enrols)).rejects.toThrow('La configuración ha caducado')
  const other = { ...enrols, purpose: 'enrol elsewhere' }
  expect(await passkeys.add(db, late, 'Tablet', other)).toBe(false)
  clock.mockReturnValue(now)
  secrets.pop()
  expect(await use(third)).toBeNull()
})
