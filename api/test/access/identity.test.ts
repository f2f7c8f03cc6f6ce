import { beforeAll, describe, expect, test } from '@jest/globals'
import type { UserResponse } from '@console/shared-kernel/schemas'
import { API_ACCESS, EXTERNAL_ACCESS, type AccessTable } from '../../src/http/accessRules'
import { call, tokenOf } from '../../testing/http'
import { meetPeople, newUser, FORBIDDEN, type People } from '../../testing/people'
import type { Urls } from '../../testing/server'
import { sharedDemoApi } from '../../testing/sharedServer'
import { EXTERNAL_REPORT, REPORT, sampleOf } from './expected'

/** For other rejected tokens, see tokenAttacks. */
const STATES = [
  'without a token',
  'with a garbage token',
  'who has signed out',
  'who was deleted',
  'who is blocked',
  'below a blocked user',
  'with an old password',
] as const

let api: Urls
let people: People
let admin: string
const tokens: Partial<Record<(typeof STATES)[number], string>> = {}

const put = (user: UserResponse, body: object) =>
  call(api.url, `PUT /api/Users/${user.userId}`, { token: people.master, body })

beforeAll(async () => {
  api = await sharedDemoApi()
  people = await meetPeople(api.url)
  admin = await tokenOf(api.url, 'admin1')
  tokens['with a garbage token'] = 'abc.def.ghi'
  const made = async (parent: string | UserResponse, level: number) => {
    const user = await people.create(parent, level)
    return { user, token: await tokenOf(api.url, user.userName) }
  }
  const [left, deleted, blocked, changed] = [
    await made('subdistributor1', 6),
    await made('subdistributor1', 6),
    await made('distributor1', 5),
    await made('subdistributor1', 6),
  ]
  const below = await made(blocked.user, 6)
  await call(api.url, 'POST /api/Auth/logout', { token: left.token })
  await call(api.url, `DELETE /api/Users/${deleted.user.userId}`, { token: people.master })
  await put(blocked.user, { isBlocked: true })
  await put(changed.user, { password: 'silver harbour 61 pebble' })
  tokens['who has signed out'] = left.token
  tokens['who was deleted'] = deleted.token
  tokens['who is blocked'] = blocked.token
  tokens['below a blocked user'] = below.token
  tokens['with an old password'] = changed.token
})

const rowsOf = (table: AccessTable) =>
  Object.entries(table)
    .filter(([, { caller }]) => caller === 'signed-in')
    .map(([row]) => row)

describe.each(STATES)('a caller %s', (state) => {
  const rejection = { status: 401, body: { message: 'La sesión no es válida o ha caducado' } }

  test.each(rowsOf(API_ACCESS))('[ERROR-7] is rejected by %s', async (row) => {
    const answer = await call(api.url, sampleOf(row), { token: tokens[state] })
    expect(answer).toMatchObject(rejection)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test.each(rowsOf(EXTERNAL_ACCESS))('is rejected by the external %s', async (row) => {
    expect(await call(api.externalUrl, row, { token: tokens[state] })).toMatchObject(rejection)
  })

  test('[CALL-30] gets false from validate', async () => {
    const answer = await call(api.url, 'GET /api/Auth/validate', { token: tokens[state] })
    expect([answer.status, answer.body]).toEqual([200, false])
  })
})

const BAD_IDS = ['0', '-1', '1.5', '1e3', '0x1', 'NaN', 'null', '%00', "1'--", '１', '9'.repeat(16)]
const GONE_IDS = ['2147483647', '2147483648', '999999999999999', '000']
const BY_USER = [
  'GET /api/Users/children/',
  'GET /api/Users/counts/',
  'PUT /api/Users/',
  'DELETE /api/Users/',
  'POST /api/machines/auto-create/',
  'GET /api/Games/user-settings/',
  'PUT /api/Games/user-settings/',
]
const bodyOf = (row: string): object | undefined => (row.startsWith('PUT') ? {} : undefined)

describe.each(BY_USER)('%s', (row) => {
  test.each(BAD_IDS.filter((id) => id !== '0'))('a malformed id is rejected: %s', async (id) => {
    expect([400, 404]).toContain((await call(api.url, row + id, { token: admin, body: bodyOf(row) })).status)
  })

  test.each(GONE_IDS)('an unknown id is answered like an id of another subtree: %s', async (id) => {
    const own = await call(api.url, row + id, { token: admin, body: bodyOf(row) })
    expect([own.status, own.body]).toEqual([403, FORBIDDEN])
    const master = await call(api.url, row + id, { token: people.master, body: bodyOf(row) })
    expect(master.status).toBe(404)
  })
})

describe('what callers claim about themselves has no effect', () => {
  test.each([
    ['a level', { level: 1 }],
    ['another level to create', { levelU: 2 }],
    ['a parent above', { userIdcriador: 1 }],
    ['a path', { path: '000001' }],
    ['a prototype', { ['__proto__']: { level: 1 } }],
    ['a constructor', { constructor: { prototype: { level: 1 } } }],
  ])('creating with %s', async (_, over) => {
    const token = await tokenOf(api.url, 'distributor1')
    const body = JSON.stringify({ ...newUser(5), ...over })
    const answer = await call<UserResponse>(api.url, 'POST /api/Users', { token, body })
    if (answer.status === 201) {
      expect(answer.body).toMatchObject({ level: 5, parentUserId: people.named('distributor1').userId })
    } else expect([400, 403]).toContain(answer.status)
  })

  test.each(['userId=1', 'level=1', 'globalSearch=true'])('reading with %s', async (query) => {
    const token = await tokenOf(api.url, 'client1')
    const plain = await call(api.url, REPORT, { token })
    expect((await call(api.url, `${REPORT}&${query}`, { token })).body).toEqual(plain.body)
    const external = await call(api.externalUrl, EXTERNAL_REPORT, { token })
    expect((await call(api.externalUrl, `${EXTERNAL_REPORT}&${query}`, { token })).body).toEqual(
      external.body,
    )
  })
})
