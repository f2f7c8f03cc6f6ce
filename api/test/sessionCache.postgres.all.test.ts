import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import { Client } from 'pg'
import { demoFolder } from '../testing/demo'
import { databaseOf, onCluster, urlOf } from '../testing/engine'
import { call, get, tokenOf } from '../testing/http'
import { READY, sample, scrape } from '../testing/metrics'
import { meetPeople } from '../testing/people'
import { slowClock, startApi, type Api, type Environment } from '../testing/server'

let name: string
let apis: Api[]
let client: Client

async function startTwo(env: Environment = {}): Promise<[Api, Api]> {
  const place = { DATA_DIR: await demoFolder() }
  name = databaseOf(place.DATA_DIR)
  apis = await Promise.all([startApi({ ...place, ...env }), startApi({ ...place, ...env })])
  client = new Client(urlOf(name))
  await client.connect()
  await waitUntilListening(2)
  return apis as [Api, Api]
}
afterEach(async () => {
  await client?.end()
  await Promise.all(apis.map((api) => api.stop()))
})

const isKnown = async ({ url }: Api, token: string): Promise<boolean> =>
  (await get(`${url}/api/Users/current`, token)).status === 200

/** The processes' listening connections. */
const listening = () =>
  onCluster<{ pid: string }>(
    `select pid::text from pg_stat_activity
     where datname = $1 and application_name = 'console-api listen' and query <> ''`,
    [name],
  )

async function waitUntilListening(count: number): Promise<void> {
  while ((await listening()).length !== count) await sleep(20)
}

/** Blocks or unblocks a user without a notification, which no server does. */
async function blockUnheard(userName: string, blocked: boolean): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query('update users set is_blocked = $1 where user_name = $2', [blocked, userName])
  await client.query('reset session_replication_role')
}

test('a change by one process invalidates the other’s cache through the notification', async () => {
  const [one, other] = await startTwo(slowClock)
  const people = await meetPeople(one.url)
  const parent = await people.create('distributor1', 5)
  const { userName } = await people.create(parent, 6)
  const token = await tokenOf(one.url, userName)
  const block = async (isBlocked: boolean) => {
    const path = `PUT /api/Users/${parent.userId}`
    expect((await call(one.url, path, { token: people.master, body: { isBlocked } })).status).toBe(200)
  }
  expect(await isKnown(other, token)).toBe(true)
  await blockUnheard(userName, true)
  expect(await isKnown(other, token)).toBe(true)
  await blockUnheard(userName, false)
  await block(true)
  while (await isKnown(other, token)) await sleep(5)
  expect(await isKnown(one, token)).toBe(false)
  await block(false)
  expect(await isKnown(other, token)).toBe(true)
})

/** Whether a block without a notification is missed just after a call; a slow machine gets retries. */
async function isCached(api: Api, userName: string): Promise<boolean> {
  const token = await tokenOf(api.url, userName)
  for (let round = 0; round < 5; round += 1) {
    await isKnown(api, token)
    await blockUnheard(userName, true)
    const overlooked = await isKnown(api, token)
    // wait until it expires; sessionCache.test.ts checks after how long
    if (overlooked) while (await isKnown(api, token)) await sleep(20)
    await blockUnheard(userName, false)
    if (overlooked) return true
  }
  return false
}

const timesLogged = (api: Api, message: string): number => api.stderr().split(`"msg":"${message}`).length - 1
const NOT_LISTENING = 'not listening for sessions that end'
const AGAIN = 'listening again for sessions that end'

test('a process that cannot listen logs this once and caches nothing, and caches again once it listens', async () => {
  const [api] = await startTwo({ METRICS_PORT: '0' })
  const isListening = async () => sample(await scrape(api), 'console_api_listening')
  expect(await isListening()).toBe(1)
  expect(await isCached(api, 'client1')).toBe(true)
  const allowConnections = (allowed: boolean) =>
    onCluster(`alter database "${name}" allow_connections ${allowed}`)
  await allowConnections(false)
  for (const { pid } of await listening()) await onCluster('select pg_terminate_backend($1::int)', [pid])
  await waitUntilListening(0)
  // the process notices the closed connection asynchronously
  while ((await isListening()) !== 0) await sleep(20)
  expect(await isCached(api, 'client1')).toBe(false)
  // time for some more attempts
  await sleep(1_500)
  expect(timesLogged(api, NOT_LISTENING)).toBe(1)
  expect(api.stderr()).toContain('"reason":"terminating connection due to administrator command"')
  const ready = () => get<{ warnings?: string[] }>(`${api.url}/readyz`)
  expect((await ready()).body.warnings).toEqual([expect.stringContaining('sesiones terminadas')])
  await allowConnections(true)
  await waitUntilListening(2)
  expect(await isCached(api, 'client1')).toBe(true)
  while (timesLogged(api, AGAIN) === 0) await sleep(20)
  expect((await ready()).body).toEqual(READY)
  expect([timesLogged(api, NOT_LISTENING), timesLogged(api, AGAIN)]).toEqual([1, 1])
  expect(await isListening()).toBe(1)
  // a stop is not an outage
  await api.stop()
  expect(timesLogged(api, NOT_LISTENING)).toBe(1)
})

test('a process whose connection breaks repeatedly logs once that it does not listen', async () => {
  const [api] = await startTwo()
  for (let time = 0; time < 3; time += 1) {
    const all = await listening()
    for (const { pid } of all) await onCluster('select pg_terminate_backend($1::int)', [pid])
    const isNew = ({ pid }: { pid: string }) => all.every((old) => old.pid !== pid)
    while ((await listening()).filter(isNew).length !== 2) await sleep(20)
  }
  while (timesLogged(api, AGAIN) === 0) await sleep(20)
  expect(timesLogged(api, NOT_LISTENING)).toBe(1)
})
