import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { MachineResponse } from '@console/shared-kernel/schemas'
import { startCluster, type Cluster } from '../testing/cluster'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { onPostgres } from '../testing/engine'
import { call, get, login, logout } from '../testing/http'
import { acknowledged, expectEachChangeOnce, startLoad, type Load } from '../testing/load'
import { auditOf, meetPeople } from '../testing/people'
import { startApi } from '../testing/server'

/** From Debian's libfaketime package. */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const CLIENT = '192.0.2.1'

const folder = temporaryFolder()
const clock = join(folder, 'clock')
const set = (offset: string): void => writeFileSync(clock, offset)
/** Sets the clock of the server and of its database. */
const env = {
  LD_PRELOAD: LIBRARY,
  FAKETIME_TIMESTAMP_FILE: clock,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  NO_FAKE_STAT: '1',
}

let cluster: Cluster | undefined
beforeAll(async () => {
  if (!existsSync(LIBRARY)) throw new Error(`${LIBRARY} is missing: apt-get install libfaketime`)
  set('+0')
  // the database server does not run as root
  chmodSync(folder, 0o755)
  if (!onPostgres) return
  cluster = await startCluster(globalThis.postgresPrograms, { env })
  process.env['TEST_POSTGRES'] = cluster.url
})
afterAll(() => cluster?.stop())

/** PostgreSQL's time limits follow the clock: setting it may end a running transaction, which returns 503. */
function expectNoFailure({ problems, statuses }: Load): void {
  expect(problems).toEqual([])
  expect(statuses.get(503) ?? 0).toBeLessThanOrEqual(onPostgres ? 20 : 0)
}

test('sessions, locks and changes keep working when the clock is set back two hours and forward again', async () => {
  const data = await demoFolder()
  const place = { DATA_DIR: data, TRUST_PROXY: '127.0.0.1', RATE_LIMIT: '100000', ...env }
  let api = await startApi(place)
  const { createClient, master: token } = await meetPeople(api.url)
  const newMachines = async () => [(await createClient()).machine, (await createClient()).machine]
  const [machines, others] = [await newMachines(), await newMachines()]
  const serverTime = async () =>
    new Date((await get(`${api.url}/healthz`)).headers.get('date') ?? '').getTime()
  for (let failure = 1; failure <= 10; failure += 1) await login(api.url, 'client1', 'wrong', CLIENT)
  expect((await login(api.url, 'client1', undefined, CLIENT)).status).toBe(429)

  const changes = startLoad({ url: api.url, token, machines }, 4)
  await acknowledged(changes, 20)
  set('-2h')
  while (Date.now() - (await serverTime()) < 7_000_000) await sleep(50)
  await acknowledged(changes, 20)
  const early = (await login(api.url, 'player1', undefined, '192.0.2.2')).body.token
  expect((await get(`${api.url}/api/Users/current`, early)).status).toBe(200)
  await changes.stop()
  expectNoFailure(changes)
  // the clock is checked once a minute
  while (!api.stderr().includes('the clock of this machine was set back')) await sleep(200)

  // also for a process that starts now: earlier failures no longer lock
  expect(await api.stop()).toBe(0)
  api = await startApi(place)
  let status = 429
  while (status === 429) ({ status } = await login(api.url, 'client1', undefined, CLIENT))
  expect(status).toBe(200)

  const later = startLoad({ url: api.url, token, machines: others }, 4)
  await acknowledged(later, 20)
  set('+0')
  while (Date.now() - (await serverTime()) > 60_000) await sleep(50)
  await acknowledged(later, 20)
  await later.stop()
  expectNoFailure(later)
  expect((await get(`${api.url}/api/Users/current`, early)).status).toBe(200)
  expect(await logout(api.url, early)).toBe(204)
  expect((await get(`${api.url}/api/Users/current`, early)).status).toBe(401)
  const { body: now } = await call<MachineResponse[]>(api.url, 'GET /api/Machines', { token })
  expect(await api.stop()).toBe(0)
  expectEachChangeOnce(data, now, machines, changes)
  expectEachChangeOnce(data, now, others, later)
  expect(api.stderr()).not.toContain('"level":"error"')
})

test('a credit that is sent again after the end of its month is not added twice', async () => {
  const now = new Date()
  const monthEnd = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  const setSecondsFromEnd = (seconds: number): void => {
    const offset = Math.round((monthEnd - Date.now()) / 1000) + seconds
    set(`${offset < 0 ? '' : '+'}${offset}`)
  }
  setSecondsFromEnd(-600)
  const data = await demoFolder()
  const place = { DATA_DIR: data, ...env }
  let api = await startApi(place)
  const { createClient, master: token } = await meetPeople(api.url)
  const { client, machine } = await createClient()
  const headers = { 'idempotency-key': 'the-end-of-the-month' }
  const add = () =>
    call(api.url, 'POST /api/Machines/bulk/credit', {
      token,
      headers,
      body: { items: [{ machineId: machine.idMachine, add: 5 }] },
    })
  const serverMonth = async () =>
    new Date((await get(`${api.url}/healthz`)).headers.get('date') ?? '').getUTCMonth()
  const first = await add()
  expect(first.body).toMatchObject({ results: [{ status: 200, credit: 5 }] })
  expect(await serverMonth()).toBe(new Date(monthEnd - 1).getUTCMonth())

  setSecondsFromEnd(600)
  while ((await serverMonth()) !== new Date(monthEnd).getUTCMonth()) await sleep(50)
  expect((await add()).body).toEqual(first.body)
  // also by a process that started in the new month
  expect(await api.stop()).toBe(0)
  api = await startApi(place)
  expect((await add()).body).toEqual(first.body)
  const [found] = (await call<MachineResponse[]>(api.url, 'GET /api/Machines', { token })).body.filter(
    ({ idMachine }) => idMachine === machine.idMachine,
  )
  expect(found).toMatchObject({ userName: client.userName, credit: 5, creditVersion: '2' })
  expect(await api.stop()).toBe(0)
  const credits = auditOf(data, `machine ${machine.idMachine}`).filter(
    ({ action }) => action === 'machine.credit',
  )
  expect(credits).toHaveLength(1)
  set('+0')
})
