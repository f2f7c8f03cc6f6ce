import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { MachineResponse } from '@console/shared-kernel/schemas'
import { startCluster, type Cluster } from '../testing/cluster'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { onPostgres } from '../testing/engine'
import { call, get, login, logout, tokenOf, untilReady } from '../testing/http'
import { acknowledged, expectEachChangeOnce, startLoad, type Load } from '../testing/load'
import { auditOf, meetPeople } from '../testing/people'
import { ALWAYS, report } from '../testing/reports'
import { startApi } from '../testing/server'
import { sql } from '../testing/sql'

/** Of Debian's package libfaketime. */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const CLIENT = '192.0.2.1'
const DAY_MS = 86_400_000

const folder = temporaryFolder()
const clock = join(folder, 'clock')
const set = (offset: string): void => writeFileSync(clock, offset)
/** The clock of the server, and of its database. */
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
  // the database server is not root
  chmodSync(folder, 0o755)
  if (!onPostgres) return
  cluster = await startCluster(globalThis.postgresPrograms, { env })
  process.env['TEST_POSTGRES'] = cluster.url
})
afterAll(() => cluster?.stop())

/** PostgreSQL measures its time limits by its clock: a transaction under way may be ended when it is set, and is 503. */
function expectNoFailure({ problems, statuses }: Load): void {
  expect(problems).toEqual([])
  expect(statuses.get(503) ?? 0).toBeLessThanOrEqual(onPostgres ? 20 : 0)
}

test('sessions, locks and changes go on when the clock is set back by two hours and forth again', async () => {
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
  // the clock is looked at once a minute
  while (!api.stderr().includes('the clock of this machine was set back')) await sleep(200)

  // also one that starts then: what was counted before no longer locks
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
  expect(api.stderr()).not.toContain('"level":50')
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

test('a server whose clock is 40 days ahead removes what has ended since and has the table of the next month', async () => {
  const data = await demoFolder()
  const place = { DATA_DIR: data, TRUST_PROXY: '127.0.0.1', ...env }
  let api = await startApi(place)
  const { createClient, master: token } = await meetPeople(api.url)
  const { machine } = await createClient()
  const credited = await call(api.url, `PUT /api/Machines/${machine.idMachine}/credit`, {
    token,
    headers: { 'idempotency-key': 'forty-days-ago' },
    body: { amount: 5 },
  })
  expect(credited.status).toBe(200)
  expect((await login(api.url, 'client1', 'wrong', CLIENT)).status).toBe(401)
  // an address that is not used again
  expect((await login(api.url, 'player1', undefined, CLIENT)).status).toBe(200)
  expect(await api.stop()).toBe(0)

  const later = new Date(Date.now() + 40 * DAY_MS)
  const before = `'${new Date(Date.now() + DAY_MS).toISOString()}'`
  const nextMonth = `timestamptz '${later.toISOString()}' at time zone 'UTC' + interval '1 month'`
  const stored = () =>
    sql<Record<string, boolean>>(
      data,
      `select exists (select from sessions where expires_at < ${before}) as sessions,
        exists (select from idempotency_keys where created_at < ${before}) as keys,
        exists (select from login_attempts where attempts[1] < ${before}) as attempts,
        exists (select from login_addresses where last_at < ${before}) as addresses,
        to_regclass('movements_' || to_char(${nextMonth}, 'YYYY_MM')) is not null as month`,
    )[0]
  expect(stored()).toEqual({ sessions: true, keys: true, attempts: true, addresses: true, month: false })

  set('+40d')
  api = await startApi(place)
  const tidied = { sessions: false, keys: false, attempts: false, addresses: false, month: true }
  // the embedded engine takes one statement after the other, and its data cannot be read during a run
  if (onPostgres) {
    for (let look = 0; look < 50 && !isDeepStrictEqual(stored(), tidied); look += 1) await sleep(200)
  } else {
    for (let time = 0; time < 5; time += 1) await tokenOf(api.url, 'master')
  }
  expect(await api.stop()).toBe(0)
  expect(stored()).toEqual(tidied)
  expect(api.stderr()).not.toContain('"level":50')
  set('+0')
})

test('days that were rolled up while the clock was two days ahead take movements again, and reports have all', async () => {
  const data = await demoFolder()
  const place = { DATA_DIR: data, ...env }
  const today = new Date().toISOString()
  /** By every machine, twice, so that no day waits for more. */
  const play = (cents: number, day: number) =>
    sql(
      data,
      `insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
        select id, 1, timestamptz '${today}' + ${day} * interval '1 day', ${cents}, 0
        from machines, generate_series(1, 2)`,
    )
  const isAhead = () =>
    sql<{ ahead: boolean }>(data, `select max(ends_at) > '${today}' as ahead from closed_days`)[0]?.ahead
  set('+2d')
  play(100, 0)
  play(10, 1)
  let api = await startApi(place)
  await untilReady(api.url)
  expect(await api.stop()).toBe(0)
  expect(isAhead()).toBe(true)

  set('+0')
  expect(() => play(1, 0)).toThrow('days that are closed')
  api = await startApi(place)
  await untilReady(api.url)
  const { createClient, master: token } = await meetPeople(api.url)
  const { machine } = await createClient()
  const credit = { token, body: { amount: 5 } }
  expect((await call(api.url, `PUT /api/Machines/${machine.idMachine}/credit`, credit)).status).toBe(200)
  expect(await api.stop()).toBe(0)
  expect(api.stderr()).toContain('days that are not over have totals')
  expect(isAhead()).toBe(false)
  play(1, 0)
  api = await startApi(place)
  const { body } = await report<{ totalBet: number }[]>(api, token, 'internal', ALWAYS)
  expect(await api.stop()).toBe(0)
  const [moved] = sql<{ cents: number }>(
    data,
    'select sum(in_cents)::int as cents from movements where type = 1',
  )
  expect(body.reduce((sum, row) => sum + Math.round(row.totalBet * 100), 0)).toBe(moved?.cents)
})
