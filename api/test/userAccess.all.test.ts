import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ActivityResponse, LoginResponse, UserResponse } from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { totpCode, enrol, FACTOR_KEY, firstStep, secondStep } from '../testing/factors'
import { call, get, login, tokenOf, WRONG } from '../testing/http'
import { meetPeople, type People } from '../testing/people'
import { onPostgres } from '../testing/engine'
import { startProcesses, type Api } from '../testing/server'

let api: Api
let people: People
let admin: string
beforeAll(async () => {
  // a session that is ended on one process ends on all of them
  api = await startProcesses({ DATA_DIR: await demoFolder(), FACTOR_KEY }, onPostgres ? 3 : 1)
  people = await meetPeople(api.url)
  admin = await tokenOf(api.url, 'admin1')
})
afterAll(() => api?.stop())

const change = (
  what: 'unlock' | 'end-sessions',
  { userId }: UserResponse,
  headers: Record<string, string> = {},
) => call<{ message: string }>(api.url, `POST /api/Users/${userId}/${what}`, { token: admin, headers })
const statusOf = async ({ userName }: UserResponse): Promise<number> =>
  (await login(api.url, userName)).status

/** The audit rows of one kind for this user. */
async function rowsOf({ userId }: UserResponse, kind: string) {
  const row = `GET /api/activity?userId=${userId}&kind=${kind}`
  const { body } = await call<ActivityResponse>(api.url, row, { token: people.master })
  return body.rows.map(({ actor, before, after }) => ({ by: actor?.userName, before, after }))
}

async function lockedUser(): Promise<UserResponse> {
  const user = await people.create('subdistributor1', 6)
  for (let time = 0; time < 10; time += 1) await login(api.url, user.userName, WRONG)
  expect(await statusOf(user)).toBe(429)
  return user
}

test('an administrator unlocks a locked user below them and no other user, once per idempotency key', async () => {
  const [user, other] = [await lockedUser(), await lockedUser()]
  for (let time = 0; time < 2; time += 1)
    expect((await change('unlock', user, { 'idempotency-key': 'unlock-once' })).status).toBe(204)
  expect([await statusOf(user), await statusOf(other)]).toEqual([200, 429])
  expect(await rowsOf(user, 'user.unlock')).toEqual([
    { by: 'admin1', before: null, after: { counters: 2, address: '127.0.0.1' } },
  ])
})

test('unlocking also lets a user take the second sign-in step again', async () => {
  const client = await people.create('subdistributor1', 6)
  const { user, secret } = await enrol(api.url, client)
  const step = async (id: string, code: string) => (await secondStep(api.url, id, { code })).status
  const ids = await Promise.all([1, 2, 3].map(() => firstStep(api.url, user.userName)))
  for (let time = 0; time < 10; time += 1) await step(ids[time % 2]!, '000000')
  expect(await step(ids[2]!, totpCode(secret, 1))).toBe(429)
  expect((await change('unlock', client)).status).toBe(204)
  expect(await step(ids[2]!, totpCode(secret, 1))).toBe(200)
})

test('all sessions of a user end at once on every process, and the user can sign in again', async () => {
  const user = await people.create('distributor1', 5)
  const tokens: string[] = []
  for (let time = 0; time < 3; time += 1)
    tokens.push(((await login(api.url, user.userName)).body as LoginResponse).token)
  const read = (token: string) => get(`${api.url}/api/Users/current`, token)
  const write = (token: string) =>
    call(api.url, `PUT /api/Users/${user.userId}`, { token, body: { nameClient: 'changed' } })
  for (const token of tokens) expect((await read(token)).status).toBe(200)
  expect((await change('end-sessions', user)).status).toBe(204)
  // no write succeeds after the answer; other processes reject reads within a second
  for (const token of tokens) expect((await write(token)).status).toBe(401)
  const start = performance.now()
  for (const token of tokens) while ((await read(token)).status === 200);
  expect(performance.now() - start).toBeLessThan(2_000)
  expect([await statusOf(user), (await read(admin)).status]).toEqual([200, 200])
  expect(await rowsOf(user, 'session.end')).toEqual([
    { by: 'admin1', before: null, after: { sessions: 3, address: '127.0.0.1' } },
  ])
})

test('a call that changes nothing succeeds, and is not audited', async () => {
  const user = await people.create('subdistributor1', 6)
  for (const what of ['unlock', 'end-sessions'] as const) expect((await change(what, user)).status).toBe(204)
  for (const kind of ['user.unlock', 'session.end']) expect(await rowsOf(user, kind)).toEqual([])
})

test('writes that run while sessions end succeed or are rejected; later ones are all rejected', async () => {
  const { machine } = await people.createClient()
  const manager = people.named('subdistributor1')
  const token = await tokenOf(api.url, 'subdistributor1')
  let ended = false
  const answers: [status: number, begunAfter: boolean][] = []
  const credit = async (amount: number) => {
    const begunAfter = ended
    const row = `PUT /api/Machines/${machine.idMachine}/credit`
    answers.push([(await call(api.url, row, { token, body: { amount } })).status, begunAfter])
  }
  const load = async (first: number) => {
    for (let amount = first; amount < first + 40; amount += 1) await credit(amount)
  }
  const loads = [load(100), load(200), load(300)]
  expect((await change('end-sessions', manager)).status).toBe(204)
  ended = true
  await Promise.all(loads)
  for (const [status, begunAfter] of answers) expect(begunAfter ? [401] : [200, 401]).toContain(status)
  expect(answers.filter(([status]) => status === 401).length).toBeGreaterThan(0)
})
