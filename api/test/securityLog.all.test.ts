import { afterEach, describe, expect, test } from '@jest/globals'
import type { LoginResponse } from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { call, get, login, logout, tokenOf, waitUntilReady, WRONG } from '../testing/http'
import { auditOf, meetPeople } from '../testing/people'
import { startApi, type Api, type Environment } from '../testing/server'
import { sql } from '../testing/sql'
import { READY, sample, scrape } from '../testing/metrics'

let api: Api
let folder: string
const start = async (env: Environment = {}): Promise<void> => {
  folder = await demoFolder()
  api = await startApi({ DATA_DIR: folder, ...env })
}
afterEach(() => api?.stop())

const entries = () =>
  api
    .stderr()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const warnings = () =>
  entries().filter(({ level, msg }) => level === 'warn' && String(msg).includes('TRUST_PROXY'))
const eventsOf = (subject: string) =>
  auditOf(folder, subject).map(({ action, actor_id, before, after }) => ({ action, actor_id, before, after }))

describe('the audit', () => {
  test('records sign-ins, rejected sign-ins, sign-outs and new passwords, each with the address', async () => {
    await start({ TRUST_PROXY: '127.0.0.1' })
    const { userId, userName } = await (await meetPeople(api.url)).create('subdistributor1', 6)
    const master = await tokenOf(api.url, 'master')
    const from = '2001:db8::7'
    await login(api.url, userName, WRONG, from)
    const { body } = await login(api.url, userName, undefined, from)
    const headers = { 'x-forwarded-for': from }
    const [own, anothers] = [
      { password: 'amber glacier 35 trumpet', currentPassword: 'demo1234' },
      { password: 'ivory thicket 94 saddle' },
    ]
    await call(api.url, `PUT /api/Users/${userId}`, {
      token: body.token,
      headers,
      body: { ...own, currentPassword: WRONG },
    })
    await call(api.url, `PUT /api/Users/${userId}`, { token: body.token, headers, body: own })
    await logout(api.url, body.token)
    await call(api.url, `PUT /api/Users/${userId}`, { token: master, body: anothers })
    await api.stop()
    const there = { before: null, after: { address: from } }
    const here = { before: null, after: { address: '127.0.0.1' } }
    expect(eventsOf(`user ${userId}`).filter(({ action }) => !/create|update/.test(action))).toEqual([
      { action: 'session.refuse', actor_id: null, ...there },
      {
        action: 'session.start',
        actor_id: userId,
        before: null,
        after: { address: from, method: 'password' },
      },
      { action: 'user.password', actor_id: userId, ...there },
      { action: 'session.end', actor_id: userId, ...here },
      { action: 'user.password', actor_id: 1, ...here },
    ])
  })

  test('records the first refusal and a lock once, and further refusals when the window ends, even after a restart', async () => {
    await start()
    const { userId } = (await login(api.url, 'client1')).body
    for (let time = 0; time < 15; time += 1) await login(api.url, 'client1', WRONG)
    for (let time = 0; time < 2; time += 1) await login(api.url, 'my secret password', WRONG)
    await api.stop()
    const event = { actor_id: null, before: null, after: { address: '127.0.0.1' } }
    const [rejection, lock] = [
      { action: 'session.refuse', ...event },
      { action: 'session.lock', ...event },
    ]
    expect(eventsOf(`user ${userId}`).slice(1)).toEqual([rejection, lock])
    expect(eventsOf('unknown user')).toEqual([rejection])

    sql(folder, `update login_refusals set since = since - interval '15 minutes'`)
    api = await startApi({ DATA_DIR: folder })
    const closing = (refusals: number, network?: string) => ({
      ...rejection,
      after: { refusals, networks: 1, since: expect.any(String), ...(network && { network }) },
    })
    await waitUntilReady(api.url)
    const token = await tokenOf(api.url, 'master')
    // the first housekeeping run closes the windows
    for (let found = 0; found < 2;) {
      const kind = 'GET /api/activity?kind=session.refuse&limit=10'
      const { body } = await call<{ rows: { after: object | null }[] }>(api.url, kind, { token })
      found = body.rows.filter(({ after }) => after && 'refusals' in after).length
    }
    await api.stop()
    expect(eventsOf(`user ${userId}`).slice(1)).toEqual([rejection, lock, closing(10)])
    expect(eventsOf('unknown user')).toEqual([rejection, closing(2, '127.0.0.1')])
  })
})

test('each log line of a request has its id and the address, and the user once known', async () => {
  await start({ TRUST_PROXY: '127.0.0.1' })
  const from = { 'x-forwarded-for': '203.0.113.9' }
  const { body } = await login(api.url, 'client1', undefined, '203.0.113.9')
  const { token, userId } = body as LoginResponse
  await get(`${api.url}/api/Users/current`, token, from)
  await get(`${api.url}/api/Users/current`, undefined, from)
  await get(`${api.url}/nowhere`, undefined, from)
  await api.stop()
  const lines = entries().filter(({ msg }) => msg === 'request')
  const request = { reqId: expect.stringMatching(/^[\da-f-]{36}$/), address: '203.0.113.9' }
  expect(lines).toMatchObject([
    { ...request, route: '/api/Auth/login', status: 200, userId },
    { ...request, route: '/api/Users/current', status: 200, userId },
    { ...request, route: '/api/Users/current', status: 401 },
    { ...request, status: 404 },
  ])
  expect(lines.map((line) => 'userId' in line)).toEqual([true, true, false, false])
  expect(api.stderr()).not.toContain(token)
})

test('a proxy that sends no valid address is counted as the client, with a metric and one log line', async () => {
  await start({ TRUST_PROXY: '127.0.0.1', METRICS_PORT: '0' })
  const garbage = 'x'.repeat(3_000)
  for (const from of [garbage, 'unknown', '203.0.113.9:80']) await login(api.url, 'client1', WRONG, from)
  await login(api.url, 'client1', undefined, garbage)
  await get(`${api.externalUrl}/nowhere`, undefined, { 'x-forwarded-for': garbage })
  expect(sample(await scrape(api), 'console_api_forwarded_for_broken_total')).toBe(4)
  await api.stop()
  const addresses = entries()
    .filter(({ msg }) => msg === 'request')
    .map(({ address }) => address)
  expect(addresses).toEqual([...Array<string>(2).fill('127.0.0.1'), '203.0.113.9', '127.0.0.1', '127.0.0.1'])
  expect(entries().map(({ msg }) => msg)).toContainEqual(
    expect.stringMatching(/^X-Forwarded-For has no address/),
  )
  expect(api.stderr().match(/X-Forwarded-For has no address/g)).toHaveLength(1)
  expect(api.stderr()).not.toContain('xxxxx')
  const after = sql<{ after: { address: string } }>(
    folder,
    `select after from audit where action like 'session%'`,
  )
  for (const {
    after: { address },
  } of after)
    expect(['127.0.0.1', '203.0.113.9']).toContain(address)
})

describe('an empty TRUST_PROXY', () => {
  const ready = async (url: string) => (await get(`${url}/readyz`)).body

  test('causes one warning at the first request through a proxy, on both listeners', async () => {
    await start()
    await waitUntilReady(api.url)
    expect(await ready(api.url)).toEqual(READY)
    for (const url of [api.url, api.externalUrl, api.url]) {
      await get(`${url}/healthz`, undefined, { 'x-forwarded-for': '203.0.113.9' })
    }
    const warning = expect.stringContaining('TRUST_PROXY está vacío')
    for (const url of [api.url, api.externalUrl]) {
      expect(await ready(url)).toEqual({ ...READY, warnings: [warning] })
    }
    await api.stop()
    expect(warnings()).toMatchObject([
      { msg: expect.stringMatching(/^Requests come with X-Forwarded-For, but TRUST_PROXY is empty/) },
    ])
  })
})
