import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { Client } from 'pg'
import type { CreditResponse, MachineResponse, UserResponse } from '@console/shared-kernel/schemas'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { createDatabase, databaseOf, onCluster, signServersInBy, urlOf } from '../testing/engine'
import { activityIds, named, openStream } from '../testing/events'
import { call, get, logout, tokenOf, waitUntilReady } from '../testing/http'
import { READY, sample, scrape } from '../testing/metrics'
import { meetPeople } from '../testing/people'
import { startPooler, type Pooler } from '../testing/pooler'
import { ALWAYS, report } from '../testing/reports'
import { slowClock, startApi, type Api, type Environment } from '../testing/server'
import { sql } from '../testing/sql'

/** Fewer than two processes use, so that each finds what the other leaves in a session. */
const SESSIONS = 6
/** What docs/database.md tells an operator to set. */
const ROLE_SETTINGS = { timezone: 'UTC', jit: 'off', statement_timeout: '30s', lock_timeout: '4s' }

let pooler: Pooler
beforeAll(async () => {
  pooler = await startPooler(SESSIONS)
  signServersInBy(async (database) => pooler.urlOf(database))
})

const started: Api[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((api) => api.stop()))
})

/** Starts two processes at once. @param direct the database for direct sessions; null: none */
async function startTwo(env: Environment, direct: string | null): Promise<[Api, Api]> {
  const settings = { ...env, ...(direct === null ? {} : { DATABASE_DIRECT_URL: urlOf(direct) }) }
  const apis = await Promise.all([startApi(settings), startApi(settings)])
  started.push(...apis)
  await Promise.all(apis.map(({ url }) => waitUntilReady(url)))
  return apis as [Api, Api]
}

async function createDatabaseWithRoleSettings(folder: string): Promise<void> {
  const name = databaseOf(folder)
  await createDatabase(name)
  for (const [setting, value] of Object.entries(ROLE_SETTINGS)) {
    await onCluster(`alter role current_user in database "${name}" set ${setting} = '${value}'`)
  }
}

const isKnown = async ({ url }: Api, token: string): Promise<boolean> =>
  (await get(`${url}/api/Users/current`, token)).status === 200

/** Whether a session that ended without a notification is still accepted just after a call. */
async function isCached(api: Api, folder: string): Promise<boolean> {
  for (let round = 0; round < 5; round += 1) {
    const token = await tokenOf(api.url, 'client1')
    await isKnown(api, token)
    sql(folder, 'set session_replication_role = replica', 'delete from sessions')
    if (await isKnown(api, token)) return true
    await sleep(100)
  }
  return false
}

/** A session-level lock would stay in the pooled session. */
async function expectNoLockIsLeft(folder: string): Promise<void> {
  const held = `select pid from pg_locks l join pg_database d on d.oid = l.database
    where datname = current_database() and locktype = 'advisory'`
  const deadline = performance.now() + 20_000
  while (sql(folder, held).length > 0 && performance.now() < deadline) await sleep(50)
  expect(sql(folder, held)).toEqual([])
}

async function expectEverythingWorks(one: Api, other: Api): Promise<void> {
  const people = await meetPeople(one.url)
  const { body: users } = await get<UserResponse[]>(`${other.url}/api/Users/all-hierarchy`, people.master)
  expect(users.length).toBeGreaterThan(100)
  const { machine } = await people.createClient()
  const credit = ({ url }: Api, amount: number, key: string) =>
    call<CreditResponse>(url, `PUT /api/Machines/${machine.idMachine}/credit`, {
      token: people.master,
      body: { amount },
      headers: { 'idempotency-key': key },
    })
  const turns = Array.from({ length: 40 }, (_, index) => index)
  const answers = await Promise.all(turns.map((turn) => credit(turn % 2 ? one : other, 5, `${turn >> 1}`)))
  expect(answers.map(({ status }) => status)).toEqual(turns.map(() => 200))
  const versions = new Set(answers.map(({ body }) => body.creditVersion))
  expect(versions.size).toBe(20)
  const { body: machines } = await get<MachineResponse[]>(`${other.url}/api/Machines`, people.master)
  expect(machines.find(({ idMachine }) => idMachine === machine.idMachine)).toMatchObject({
    credit: 5,
    creditVersion: '21',
  })
  const reports = await Promise.all(
    [one, other, one, other].map((api) => report(api, people.master, 'internal', ALWAYS)),
  )
  expect(reports.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(reports.map(({ text }) => text)).size).toBe(1)
  const leaving = await tokenOf(one.url, 'client1')
  for (const api of [one, other]) expect(await isKnown(api, leaving)).toBe(true)
  expect(await logout(one.url, leaving)).toBe(204)
  expect(await isKnown(one, leaving)).toBe(false)
  // ends on notification, or after a second
  while (await isKnown(other, leaving)) await sleep(5)
}

/** One process's changes reach the other's stream once, even if the stream resumes on the first. */
async function expectStreams(one: Api, other: Api): Promise<void> {
  const people = await meetPeople(one.url)
  const { machine } = await people.createClient()
  const token = await tokenOf(one.url, 'subdistributor1')
  const setCredit = (amount: number) =>
    call(one.url, `PUT /api/Machines/${machine.idMachine}/credit`, { token: people.master, body: { amount } })
  const streams = [await openStream(other.url, token)]
  await streams[0]!.waitFor(named('start'))
  for (let amount = 1; amount <= 20; amount += 1) {
    await setCredit(amount)
    const isOf = ({ data }: { data: Record<string, unknown> }) =>
      (data['after'] as { creditCents?: number } | undefined)?.creditCents === 100 * amount
    const stream = streams.at(-1)!
    await stream.waitFor(isOf)
    if (amount % 5 !== 0) continue
    stream.close()
    streams.push(await openStream(amount % 10 === 0 ? other.url : one.url, token, stream.lastId()))
  }
  const ids = activityIds(streams.flatMap(({ events }) => events))
  expect(ids).toHaveLength(20)
  expect(new Set(ids).size).toBe(20)
  expect(await logout(one.url, token)).toBe(204)
  await streams.at(-1)!.ended
}

describe('behind pgbouncer in transaction mode, with DATABASE_DIRECT_URL', () => {
  test('streams receive changes by the other process via notifications', async () => {
    const folder = await demoFolder()
    const [one, other] = await startTwo({ DATA_DIR: folder, METRICS_PORT: '0' }, databaseOf(folder))
    await expectStreams(one, other)
    for (const api of [one, other]) expect(sample(await scrape(api), 'console_api_listening')).toBe(1)
  })

  test('two processes that start together migrate and fill an empty database once, and all calls work', async () => {
    const folder = temporaryFolder()
    await createDatabaseWithRoleSettings(folder)
    const [one, other] = await startTwo({ DATA_DIR: folder, DEMO_DATA: 'true' }, databaseOf(folder))
    await expectEverythingWorks(one, other)
    expect(sql(folder, 'select count(*)::int as n from server_processes')).toEqual([{ n: 2 }])
    expect((await get(`${one.url}/readyz`)).body).toEqual(READY)
  })

  test('sessions are cached, and ending one ends it in the other process on notification', async () => {
    const folder = await demoFolder()
    const [one, other] = await startTwo({ ...slowClock, DATA_DIR: folder }, databaseOf(folder))
    const [unheard, heard] = [await tokenOf(one.url, 'client1'), await tokenOf(one.url, 'player1')]
    for (const token of [unheard, heard]) expect(await isKnown(other, token)).toBe(true)
    const ofClient = "user_id in (select user_id from users where user_name = 'client1')"
    sql(folder, 'set session_replication_role = replica', `delete from sessions where ${ofClient}`)
    expect(await isKnown(other, unheard)).toBe(true)
    expect(await logout(one.url, heard)).toBe(204)
    for (const token of [unheard, heard]) while (await isKnown(other, token)) await sleep(5)
  })

  test('a shared session keeps neither locks nor limits of its previous user', async () => {
    const folder = temporaryFolder()
    await createDatabaseWithRoleSettings(folder)
    const [one, other] = await startTwo({ DATA_DIR: folder, DEMO_DATA: 'true' }, databaseOf(folder))
    await expectEverythingWorks(one, other)
    await expectNoLockIsLeft(folder)
    // as many at once as there are sessions, so each gets one
    const shown = Object.keys(ROLE_SETTINGS).map((name) => `current_setting('${name}') as ${name}`)
    const statement = `select ${shown.join(', ')} from pg_sleep(0.5)`
    const clients = await Promise.all(
      Array.from({ length: SESSIONS }, async () => {
        const client = new Client(pooler.urlOf(databaseOf(folder)))
        await client.connect()
        return client
      }),
    )
    const found = await Promise.all(clients.map((client) => client.query<object>(statement)))
    await Promise.all(clients.map((client) => client.end()))
    expect(found.flatMap(({ rows }) => rows)).toEqual(clients.map(() => ROLE_SETTINGS))
  })
})

describe('behind pgbouncer in transaction mode, without DATABASE_DIRECT_URL', () => {
  const warning = expect.stringContaining('DATABASE_DIRECT_URL')

  test('streams still receive changes by the other process, within a second', async () => {
    const folder = await demoFolder()
    const [one, other] = await startTwo({ DATA_DIR: folder, METRICS_PORT: '0' }, null)
    await expectStreams(one, other)
    for (const api of [one, other]) expect(sample(await scrape(api), 'console_api_listening')).toBe(0)
  })

  test('all calls work, no session is cached, and the log and /readyz report the missing setting', async () => {
    const folder = await demoFolder()
    const [one, other] = await startTwo({ DATA_DIR: folder }, null)
    await expectEverythingWorks(one, other)
    await expectNoLockIsLeft(folder)
    expect(await isCached(other, folder)).toBe(false)
    for (const api of [one, other]) {
      expect((await get(`${api.url}/readyz`)).body).toEqual({ ...READY, warnings: [warning] })
      expect(api.stderr().match(/DATABASE_URL leads through a pooler/g)).toHaveLength(1)
    }
  })
})
