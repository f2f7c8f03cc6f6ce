import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startDemoApi } from '../testing/demo'
import { call, tokenOf } from '../testing/http'
import { meetPeople, type People } from '../testing/people'
import type { Api } from '../testing/server'

const ROW = 'POST /api/Auth/password-strength'
const STRONG = 'violet anchor 47 lantern'
const GOOD = { password: STRONG, userName: 'nina', nameClient: 'Bar La Esquina' }
let api: Api
let people: People

beforeAll(async () => {
  api = await startDemoApi({ RATE_LIMIT: '3000', LOG_LEVEL: 'debug' })
  people = await meetPeople(api.url)
})
afterAll(() => api?.stop())

const newUser = async () => tokenOf(api.url, (await people.create('subdistributor1', 6)).userName)
const ask = (token: string | undefined, body: unknown) =>
  call<{ score: number }>(api.url, ROW, { token, body })
const scoreOf = async (token: string, body: object) => (await ask(token, { ...GOOD, ...body })).body.score

describe('the strength of a password', () => {
  test('is reported as a score from 0 to 4, and nothing else', async () => {
    const token = await newUser()
    const answer = await ask(token, GOOD)
    expect([answer.status, answer.body]).toEqual([200, { score: 4 }])
    expect((await ask(token, { password: 'baseball' })).body).toEqual({ score: 0 })
  })

  test.each([
    ['the name of its user', { password: 'Brzeskwin Tozzolan', userName: 'brzeskwin tozzolan' }],
    ['a part of the name of the client', { password: 'Esquina2026' }],
    ['less than eight characters', { password: 'kX9#vTq' }],
  ])('is below what the server accepts for %s', async (_, body) => {
    expect(await scoreOf(await newUser(), body)).toBeLessThan(3)
  })

  test('is estimated up to the maximum password length, and not beyond', async () => {
    const token = await newUser()
    expect((await ask(token, { ...GOOD, password: 'x'.repeat(1024) })).status).toBe(200)
    for (const body of [
      { ...GOOD, password: 'x'.repeat(1025) },
      { ...GOOD, password: '' },
      { ...GOOD, password: 7 },
      { ...GOOD, userName: 'x'.repeat(65) },
      { ...GOOD, nameClient: 'x'.repeat(201) },
      {},
    ])
      expect((await ask(token, body)).status).toBe(400)
    // above the general body limit; only lists and settings may be larger
    expect((await ask(token, { ...GOOD, password: 'x'.repeat(40_000) })).status).toBe(413)
  })

  test('is not reported without a session', async () => {
    expect((await ask(undefined, GOOD)).status).toBe(401)
    expect((await ask('no token', GOOD)).status).toBe(401)
  })

  test('is reported thirty times in a burst to one user, and to other users regardless', async () => {
    const token = await newUser()
    const statuses: number[] = []
    for (let times = 0; times < 40; times += 1) statuses.push((await ask(token, { password: 'aa' })).status)
    expect(statuses.slice(0, 30)).toEqual(Array<number>(30).fill(200))
    expect(statuses).toContain(429)
    expect((await ask(await newUser(), GOOD)).status).toBe(200)
  })

  test('leaves capacity for saving passwords while one user requests many estimates at once', async () => {
    const token = await newUser()
    const hard = { password: 'a1'.repeat(16) }
    const asked = Promise.all(Array.from({ length: 20 }, () => ask(token, hard)))
    const client = await people.create('subdistributor1', 6, { password: STRONG })
    expect(client.userId).toBeGreaterThan(0)
    const statuses = new Set((await asked).map(({ status }) => status))
    expect([...statuses].sort()).toEqual([200, 503])
  })

  test('is estimated for thirty weak passwords from one user, and still for those of other users', async () => {
    const manager = await people.create('distributor1', 5)
    const { userId } = await people.create(manager, 6)
    const send = (token: string, password: string) =>
      call<object>(api.url, `PUT /api/Users/${userId}`, { token, body: { password } })
    const token = await tokenOf(api.url, manager.userName)
    const statuses: number[] = []
    // the limit frees one estimate per second
    while (statuses.length < 300 && !statuses.includes(429))
      statuses.push((await send(token, 'baseball')).status)
    expect(statuses.slice(0, 30)).toEqual(Array<number>(30).fill(400))
    expect(statuses.at(-1)).toBe(429)
    expect((await send(people.master, 'baseball')).status).toBe(400)
    expect((await send(people.master, STRONG)).status).toBe(200)
  })

  test('is reported without logging the password or writing an activity row', async () => {
    const token = await newUser()
    const before = await call<unknown>(api.url, 'GET /api/activity?limit=500', { token })
    expect((await ask(token, GOOD)).status).toBe(200)
    expect((await ask(token, { ...GOOD, nameClient: 7 })).status).toBe(400)
    expect((await call<unknown>(api.url, 'GET /api/activity?limit=500', { token })).body).toEqual(before.body)
    expect(api.stderr()).toContain('/api/Auth/password-strength')
    expect(api.stderr() + api.stdout()).not.toContain(STRONG)
  })
})
