import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { Client } from 'pg'
import { demoFolder } from './support/demo'
import { databaseOf, onCluster, urlOf } from './support/engine'
import { call, get, tokenOf } from './support/http'
import { meetPeople } from './support/people'
import { startApi, type Api } from './support/server'

let name: string
let apis: Api[]
let client: Client

beforeEach(async () => {
  const env = { DATA_DIR: await demoFolder() }
  name = databaseOf(env.DATA_DIR)
  apis = await Promise.all([startApi(env), startApi(env)])
  client = new Client(urlOf(name))
  await client.connect()
  await untilListening(2)
})
afterEach(async () => {
  await client?.end()
  await Promise.all(apis.map((api) => api.stop()))
})

const isKnown = async ({ url }: Api, token: string): Promise<boolean> =>
  (await get(`${url}/api/Users/current`, token)).status === 200

/** The processes' connections that listen. */
const listening = () =>
  onCluster<{ pid: string }>(
    `select pid::text from pg_stat_activity
     where datname = $1 and application_name = 'console-api listen' and query <> ''`,
    [name],
  )

async function untilListening(count: number): Promise<void> {
  while ((await listening()).length !== count) await sleep(20)
}

/** As no server does it: without a notification. */
async function blockUnheard(userName: string, blocked: boolean): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query('update users set is_blocked = $1 where user_name = $2', [blocked, userName])
  await client.query('reset session_replication_role')
}

/** Whether a block that is not notified is overlooked just after a call: on a busy machine the second may be over. */
async function isCached(api: Api, userName: string): Promise<boolean> {
  const token = await tokenOf(api.url, userName)
  for (let round = 0; round < 5; round += 1) {
    await isKnown(api, token)
    await blockUnheard(userName, true)
    const overlooked = await isKnown(api, token)
    // until it has expired; after how long: sessionCache.test.ts
    if (overlooked) while (await isKnown(api, token)) await sleep(20)
    await blockUnheard(userName, false)
    if (overlooked) return true
  }
  return false
}

test('a change by one process reaches the other with the notification', async () => {
  const [one, other] = apis as [Api, Api]
  const people = await meetPeople(one.url)
  const parent = await people.create('distributor1', 5)
  const { userName } = await people.create(parent, 6)
  const token = await tokenOf(one.url, userName)
  expect(await isCached(other, userName)).toBe(true)
  const took: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const block = (isBlocked: boolean) =>
      call(one.url, `PUT /api/Users/${parent.userId}`, { token: people.master, body: { isBlocked } })
    expect(await isKnown(other, token)).toBe(true)
    expect((await block(true)).status).toBe(200)
    const start = performance.now()
    while (await isKnown(other, token)) await sleep(1)
    took.push(performance.now() - start)
    expect(await isKnown(one, token)).toBe(false)
    expect((await block(false)).status).toBe(200)
  }
  // of several, since the machine may be busy; unheard, each takes the rest of a second
  expect(Math.min(...took)).toBeLessThan(300)
})

test('a process that cannot listen caches nothing, and caches again once it listens', async () => {
  const [api] = apis as [Api, Api]
  expect(await isCached(api, 'client1')).toBe(true)
  const allowConnections = (allowed: boolean) =>
    onCluster(`alter database "${name}" allow_connections ${allowed}`)
  await allowConnections(false)
  for (const { pid } of await listening()) await onCluster('select pg_terminate_backend($1::int)', [pid])
  await untilListening(0)
  // it hears of the end of its connection as it hears of calls
  await sleep(200)
  expect(await isCached(api, 'client1')).toBe(false)
  await allowConnections(true)
  await untilListening(2)
  expect(await isCached(api, 'client1')).toBe(true)
})
