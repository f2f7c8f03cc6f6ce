import { randomUUID } from 'node:crypto'
import { beforeEach, expect, jest, test } from '@jest/globals'
import { Kysely } from 'kysely'
import type { PgliteClient } from '../src/db/pglite/client'
import { OneSession, pgliteDialect } from '../src/db/pglite/dialect'
import type { Schema } from '../src/db/schema'
import { createLogin } from '../src/services/auth/login'
import type { LoginLimits } from '../src/services/auth/loginLimits'
import { hashPassword } from '../src/services/auth/passwords'
import type { Tokens } from '../src/services/auth/tokens'

/** Equal work means equal time: the work is counted, because time cannot be tested. */
const verify = jest.spyOn(
  jest.requireActual<{ verify: (hash: string, password: string) => Promise<boolean> }>('@node-rs/argon2'),
  'verify',
)
const verified = (): string[] => verify.mock.calls.map(([hash]) => hash)

let users: object[]
let failures: number

const client: Pick<PgliteClient, 'query' | 'close'> = {
  query: async (text) => {
    if (text.includes('"password_hash"')) return { rows: users, affectedRows: 1 }
    const rows = text.includes('login_refusals') ? [{ refusals: 2 }] : []
    return { rows: text.startsWith('insert into "audit"') ? [{ id: 1 }] : rows, affectedRows: 1 }
  },
  close: async () => undefined,
}
const limits: LoginLimits = {
  attempt: async (_who, compare) => {
    const found = await compare(0, new Date())
    if (found !== null) return { found }
    failures += 1
    return { found: null, locked: null }
  },
  settle: async () => undefined,
  rememberAddress: async () => undefined,
  windowSeconds: 900,
}
const tokens: Tokens = { issue: async () => 'token', read: async () => null }
const login = createLogin({
  db: new Kysely<Schema>({
    dialect: pgliteDialect(() => client as PgliteClient, new OneSession(), 'logins'),
  }),
  limits,
  start: { tokens, tokenTtl: 60, sessionsPerUser: 500 },
  secondStep: { begin: async () => null },
})

beforeEach(() => {
  verify.mockClear()
  failures = 0
})

const user = async (blocked: boolean) => ({
  user_id: 1,
  user_name: 'somebody',
  name_key: 'somebody',
  level: 1,
  name_client: 'somebody',
  password_hash: await hashPassword('right', 'test'),
  blocked,
})
const attempt = (password: string) =>
  login({ userName: 'somebody', password, requestId: randomUUID(), address: '192.0.2.1', device: '' })

test.each<[string, () => Promise<object[]>, string]>([
  ['an unknown name', async () => [], 'wrong'],
  ['a wrong password', async () => [await user(false)], 'wrong'],
  ["a blocked user's wrong password", async () => [await user(true)], 'wrong'],
])('[ERROR-5] %s takes one comparison of the same cost', async (_name, rows, password) => {
  users = await rows()
  await expect(attempt(password)).rejects.toMatchObject({
    status: 401,
    message: 'Usuario o contraseña incorrectos',
  })
  expect(verified()).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)])
  expect(failures).toBe(1)
})

test('the dummy hash matches no password, and a user’s correct password works', async () => {
  users = []
  await expect(attempt('')).rejects.toMatchObject({ status: 401 })
  users = [await user(false)]
  expect(await attempt('right')).toMatchObject({ userId: 1, token: 'token' })
  expect(failures).toBe(1)
})
