import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  type ErrorResponse,
  type SessionListResponse,
  sessionListResponse,
} from '@console/shared-kernel/schemas'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { demoFolder } from '../testing/demo'
import { call, get, login, post, tokenOf, WRONG } from '../testing/http'
import { auditOf, FORBIDDEN, meetPeople, type People } from '../testing/people'
import { startApi, type Api } from '../testing/server'

let api: Api
let folder: string
let people: People
beforeAll(async () => {
  folder = await demoFolder()
  api = await startApi({ DATA_DIR: folder, TRUST_PROXY: '127.0.0.1', SESSIONS_PER_USER: '3' })
  people = await meetPeople(api.url)
})
afterAll(() => api?.stop())

const newClient = () => people.create('subdistributor1', 6)
const isSignedIn = async (token: string) => (await get(`${api.url}/api/Users/current`, token)).status === 200
const listOf = async (token: string) =>
  (await get<SessionListResponse>(`${api.url}/api/Auth/sessions`, token)).body

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
async function signIn(Username: string, address: string, agent = FIREFOX): Promise<string> {
  const headers = { 'x-forwarded-for': address, 'user-agent': agent }
  const { body } = await post<{ token: string }>(
    `${api.url}/api/Auth/login`,
    { Username, Password: PASSWORD },
    headers,
  )
  return body.token
}

describe('the list of one’s own sessions', () => {
  test('has the device, address and times of each, marks the current one, and omits those of other users', async () => {
    const [{ userName }, other] = [await newClient(), await newClient()]
    await tokenOf(api.url, other.userName)
    const first = await signIn(userName, '203.0.113.7')
    const second = await signIn(userName, '2001:db8::7', 'curl/8')
    const list = await listOf(second)
    expect(sessionListResponse.parse(list)).toEqual(list)
    expect(list).toMatchObject([
      { device: 'Unknown device', address: '2001:db8::7', isCurrent: true },
      { device: 'Firefox on Windows', address: '203.0.113.7', isCurrent: false },
    ])
    for (const { startedAt, usedAt, expiresAt } of list) {
      expect(Math.abs(Date.now() - Date.parse(startedAt))).toBeLessThan(30_000)
      expect(Date.parse(usedAt)).toBeLessThanOrEqual(Date.now() + 5_000)
      expect(Date.parse(expiresAt) - Date.parse(startedAt)).toBeGreaterThan(11.9 * 3600_000)
    }
    expect((await listOf(first)).map(({ isCurrent }) => isCurrent)).toEqual([false, true])
  })

  test('a request to end another user’s session, or one that never existed, ends nothing and gets the same answer', async () => {
    const [mine, theirs] = [await newClient(), await newClient()]
    const token = await tokenOf(api.url, mine.userName)
    const their = await tokenOf(api.url, theirs.userName)
    const [{ id = '' } = {}] = await listOf(their)
    for (const sessionId of [id, '00000000-0000-4000-8000-000000000000']) {
      const answer = await call(api.url, `DELETE /api/Auth/sessions/${sessionId}`, { token })
      expect([answer.status, answer.body]).toEqual([403, FORBIDDEN])
    }
    expect(await isSignedIn(their)).toBe(true)
    const bad = await call<ErrorResponse>(api.url, 'DELETE /api/Auth/sessions/none', { token })
    expect([bad.status, bad.body.errors?.[0]?.path]).toEqual([400, 'sessionId'])
  })
})

describe('ending sessions', () => {
  test('works for one, for all others, and for those of a user below', async () => {
    const { userId, userName } = await newClient()
    const [one, two, three] = [
      await signIn(userName, '203.0.113.1'),
      await signIn(userName, '203.0.113.2'),
      await signIn(userName, '203.0.113.3'),
    ]
    const first = (await listOf(three)).find(({ address }) => address === '203.0.113.1')
    expect((await call(api.url, `DELETE /api/Auth/sessions/${first?.id}`, { token: three })).status).toBe(204)
    expect([await isSignedIn(one), await isSignedIn(two), await isSignedIn(three)]).toEqual([
      false,
      true,
      true,
    ])
    expect((await call(api.url, 'DELETE /api/Auth/sessions', { token: three })).body).toEqual({ ended: 1 })
    expect([await isSignedIn(two), await isSignedIn(three)]).toEqual([false, true])
    expect((await call(api.url, 'DELETE /api/Auth/sessions', { token: three })).body).toEqual({ ended: 0 })
    const row = `POST /api/Users/${userId}/end-sessions`
    expect((await call(api.url, row, { token: people.master })).status).toBe(204)
    expect(await isSignedIn(three)).toBe(false)
  })

  test('including the current one, which is like signing out', async () => {
    const token = await tokenOf(api.url, (await newClient()).userName)
    const [{ id = '' } = {}] = await listOf(token)
    expect((await call(api.url, `DELETE /api/Auth/sessions/${id}`, { token })).status).toBe(204)
    expect(await isSignedIn(token)).toBe(false)
  })

  test('a sign-in beyond the limit ends the oldest', async () => {
    const { userName } = await newClient()
    const tokens: string[] = []
    for (let time = 0; time < 4; time += 1) tokens.push(await tokenOf(api.url, userName))
    expect(await Promise.all(tokens.map(isSignedIn))).toEqual([false, true, true, true])
  })
})

describe('a sign-in reports', () => {
  const lastOf = async (...how: Parameters<typeof login>) => (await login(...how)).body.lastSignIn

  test('nothing the first time, then the time and place of the last one, and the refusals since', async () => {
    const { userName } = await newClient()
    expect(await lastOf(api.url, userName, PASSWORD, '81.0.17.4')).toBeUndefined()
    for (let time = 0; time < 3; time += 1) await login(api.url, userName, WRONG, `203.0.113.${time}`)
    const reported = await lastOf(api.url, userName, PASSWORD, '2001:db8:7::1')
    expect(reported).toEqual({ at: expect.any(String), address: '81.0.x.x', refused: 3 })
    expect(Math.abs(Date.now() - Date.parse(reported?.at ?? ''))).toBeLessThan(30_000)
    expect(await lastOf(api.url, userName)).toMatchObject({ address: '2001:db8::x', refused: 0 })
  })

  test('refusals before the first one, too', async () => {
    const { userName } = await newClient()
    await login(api.url, userName, WRONG)
    expect(await lastOf(api.url, userName)).toEqual({ refused: 1 })
  })
})

test('a sign-in by levels 1 and 2 from a new network is marked in the audit', async () => {
  const [admin, client] = [await people.create('master', 2), await newClient()]
  for (const { userName } of [admin, client])
    for (const address of ['203.0.113.91', '203.0.113.91', '203.0.113.92']) await signIn(userName, address)
  const marksOf = async ({ userId }: { userId: number }) => {
    const row = `GET /api/activity?kind=session.start&userId=${userId}&limit=10`
    const { body } = await call<{ rows: { after: object | null }[] }>(api.url, row, { token: people.master })
    return body.rows.map(({ after }) => after !== null && 'newNetwork' in after)
  }
  expect(await marksOf(admin)).toEqual([true, false, true])
  expect(await marksOf(client)).toEqual([false, false, false])
  // after a new password, here the same one, known networks stay known
  const row = `PUT /api/Users/${admin.userId}`
  expect((await call(api.url, row, { token: people.master, body: { password: PASSWORD } })).status).toBe(200)
  await signIn(admin.userName, '203.0.113.92')
  expect(await marksOf(admin)).toEqual([false, true, false, true])
})

test('the audit records what ended sessions, and who did it', async () => {
  const { userId, userName } = await newClient()
  for (let time = 0; time < 4; time += 1) await tokenOf(api.url, userName)
  const token = await tokenOf(api.url, userName)
  const other = (await listOf(token)).find(({ isCurrent }) => !isCurrent)
  await call(api.url, `DELETE /api/Auth/sessions/${other?.id}`, { token })
  await call(api.url, 'DELETE /api/Auth/sessions', { token })
  await call(api.url, `POST /api/Users/${userId}/end-sessions`, { token: people.master })
  await api.stop()
  const rows = auditOf(folder, `user ${userId}`).filter(({ action }) => action === 'session.end')
  expect(rows.map(({ actor_id, after }) => [actor_id, after?.['why'], after?.['sessions']])).toEqual([
    [userId, 'limit', 1],
    [userId, 'limit', 1],
    [userId, 'one', 1],
    [userId, 'others', 1],
    [1, undefined, 1],
  ])
})
