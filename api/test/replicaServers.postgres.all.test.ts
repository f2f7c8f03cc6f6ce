import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MachineResponse, UserResponse } from '@console/shared-kernel/schemas'
import { PASSWORD } from '../testing/clusterUser'
import { startCollector } from '../testing/collector'
import { demoFolder } from '../testing/demo'
import { call, get } from '../testing/http'
import { isIn, isConditional, namedIn, sample, scrape, wrongLabelsIn } from '../testing/metrics'
import { ownReplica } from '../testing/ownReplica'
import { meetPeople, type People } from '../testing/people'
import { ALWAYS, reportPath } from '../testing/reports'
import { startProcesses, type Api, type Environment } from '../testing/server'

/** Two server processes with a replica, and one without. */
const { replica } = ownReplica()

let one: Api
let other: Api
let without: Api
let withReplica: Environment
let people: People

const start = (env: Environment) => startProcesses({ ...env, METRICS_PORT: '0' }, 1)

beforeAll(async () => {
  const folder = await demoFolder()
  await replica().caughtUp()
  const env = { DATA_DIR: folder }
  withReplica = { ...env, DATABASE_REPLICA_URL: replica().urlOfData(folder) }
  ;[one, other, without] = await Promise.all([start(withReplica), start(withReplica), start(env)])
  people = await meetPeople(one.url)
  await waitUntilUsed()
})
afterEach(() => {
  replica().thaw()
  return replica().resume()
})
afterAll(() => Promise.all([one, other, without].map((api) => api?.stop())))

const figure = async (api: Api, name: string) => sample(await scrape(api), `console_api_replica_${name}`)
const answersOf = async (api: Api, server: string) =>
  (await figure(api, `answers_total{server="${server}"}`)) ?? 0

async function waitUntilUsed(used = 1): Promise<void> {
  for (const api of [one, other]) {
    while ((await figure(api, 'used')) !== used) await sleep(50)
  }
}

/** How often a process's log contains this text. */
const logged = (api: Api, text: string): number => api.stderr().split(text).length - 1

const LISTS = ['Users', 'Users/all-hierarchy', 'Users/children', 'Users/counts', 'Machines', 'activity']

test('lists and reports come from the replica, identical to those of the primary; short calls do not', async () => {
  const before = await answersOf(one, 'replica')
  for (const list of LISTS) {
    const [there, here] = await Promise.all(
      [one, without].map(({ url }) => get(`${url}/api/${list}`, people.master)),
    )
    expect([list, there?.status, there?.text]).toEqual([list, 200, here?.text])
  }
  for (const [kind, url] of [
    ['internal', ({ url }: Api) => url],
    ['external', ({ externalUrl }: Api) => externalUrl],
  ] as const) {
    const [there, here] = await Promise.all(
      [one, without].map((api) => get(`${url(api)}${reportPath(kind, ALWAYS)}`, people.master)),
    )
    expect([kind, there?.status, there?.text]).toEqual([kind, 200, here?.text])
  }
  const after = await answersOf(one, 'replica')
  expect(after - before).toBeGreaterThanOrEqual(LISTS.length + 2)
  await get(`${one.url}/api/Users/current`, people.master)
  await get(`${one.url}/api/Games`, people.master)
  expect(await answersOf(one, 'replica')).toBe(after)
  expect(await answersOf(one, 'primary')).toBe(0)
})

test('the trace of a list or a report includes its statements on the replica', async () => {
  const collector = await startCollector()
  const api = await start({ ...withReplica, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  while ((await figure(api, 'used')) !== 1) await sleep(50)
  const list = await get(`${api.url}/api/Machines`, people.master)
  const report = await get(`${api.externalUrl}${reportPath('external', ALWAYS)}`, people.master)
  expect(await answersOf(api, 'primary')).toBe(0)
  await api.stop()
  collector.close()
  for (const [answer, name, rows] of [
    [list, 'GET /api/Machines', 'from machines'],
    [report, 'GET /api/external/query', 'string_agg'],
  ] as const) {
    const [request] = collector.requestsOf(answer)
    expect([answer.status, request?.name]).toEqual([200, name])
    const statements = collector.statementsBelow(request)
    // only the replica gets this statement
    expect(statements).toContainEqual(expect.stringContaining('pg_last_wal_replay_lsn()'))
    expect(statements).toContainEqual(expect.stringContaining(rows))
  }
})

describe('while replay is paused', () => {
  test("one's own change is in the next list on every process, and the log reports once that the replica is unused", async () => {
    const { machine } = await people.createClient()
    const logLines = logged(other, 'the replica is not used')
    await replica().pause()
    for (let credit = 1; credit <= 20; credit += 1) {
      const changed = await call(one.url, `PUT /api/Machines/${machine.idMachine}/credit`, {
        token: people.master,
        body: { amount: credit },
      })
      expect(changed.status).toBe(200)
      const list = await call<MachineResponse[]>(other.url, 'GET /api/Machines', { token: people.master })
      const found = list.body.find(({ idMachine }) => idMachine === machine.idMachine)
      expect(found?.credit).toBe(credit)
    }
    await waitUntilUsed(0)
    expect(await figure(other, 'lag_bytes')).toBeGreaterThan(0)
    expect(await figure(other, 'lag_seconds')).toBeGreaterThan(0)
    expect(logged(other, 'the replica is not used')).toBe(logLines + 1)
    await replica().resume()
    await waitUntilUsed()
    expect(await figure(other, 'lag_bytes')).toBe(0)
  })

  test('no stale list has the current entity tag', async () => {
    const tree = (known = '') =>
      get<UserResponse[]>(`${other.url}/api/Users/all-hierarchy`, people.master, { 'if-none-match': known })
    const tag = (await tree()).headers.get('etag') ?? ''
    expect((await tree(tag)).status).toBe(304)
    await replica().pause()
    const { userId } = await people.create('distributor1', 5)
    const after = await tree(tag)
    expect(after.status).toBe(200)
    expect(after.headers.get('etag')).not.toBe(tag)
    expect(after.body.map((user) => user.userId)).toContain(userId)
    await replica().resume()
    await waitUntilUsed()
  })
})

test('a stopped replica fails no call: the log and /readyz report that it is unused, and that it is back', async () => {
  const [said, back] = [logged(one, 'the replica is not used'), logged(one, 'the replica is used')]
  let failed = 0
  let stopped = false
  const reading = (async () => {
    while (!stopped) {
      const answers = await Promise.all([
        get(`${one.url}/api/Machines`, people.master),
        get(`${one.externalUrl}${reportPath('external', ALWAYS)}`, people.master),
      ])
      failed += answers.filter(({ status }) => status !== 200).length
    }
  })()
  await replica().end()
  await waitUntilUsed(0)
  expect(await get(`${one.url}/readyz`)).toMatchObject({
    status: 200,
    body: {
      warnings: ['La réplica no se usa: las listas y los informes salen de la base de datos principal'],
    },
  })
  expect(await figure(one, 'lag_bytes')).toBeUndefined()
  // it is checked every second
  await sleep(2_500)
  await replica().restart()
  await waitUntilUsed()
  stopped = true
  await reading
  expect(failed).toBe(0)
  expect(await get(`${one.url}/readyz`)).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect((await get<object>(`${one.url}/readyz`)).body).not.toHaveProperty('warnings')
  expect(logged(one, 'the replica is not used')).toBe(said + 1)
  expect(logged(one, 'the replica is used')).toBe(back + 1)
  expect(one.stderr()).not.toContain('"level":"error"')
  expect(one.stderr()).not.toContain(PASSWORD)
})

test('a server starts without its replica, and stops within seconds while the replica is frozen', async () => {
  const folder = await demoFolder()
  await replica().caughtUp()
  await replica().end()
  const api = await start({ DATA_DIR: folder, DATABASE_REPLICA_URL: replica().urlOfData(folder) })
  const { master } = await meetPeople(api.url)
  expect((await get(`${api.url}/api/Machines`, master)).status).toBe(200)
  await replica().restart()
  while ((await figure(api, 'used')) !== 1) await sleep(50)
  const statusOfReport = async () =>
    (await get(`${api.externalUrl}${reportPath('external', ALWAYS)}`, master)).status
  expect(await statusOfReport()).toBe(200)
  replica().freeze()
  // leaves a connection that waits for the replica's answer
  expect(await statusOfReport()).toBe(200)
  // a forced stop would have another exit code
  expect(await api.stop()).toBe(0)
  replica().thaw()
})

test('a server with a replica has every replica metric and label that an alert or the dashboard names', async () => {
  await waitUntilUsed()
  const text = await scrape(one)
  for (const file of ['alerts.yml', 'dashboard.json', 'README.md']) {
    const names = namedIn(file).filter(isConditional)
    expect(names.length).toBeGreaterThan(0)
    const missing = names.filter((name) => !isIn(text, name))
    expect({ file, missing, wrong: wrongLabelsIn(file, text) }).toEqual({ file, missing: [], wrong: [] })
  }
})

test('a server without a replica has no replica metrics', async () => {
  expect(await scrape(without)).not.toContain('console_api_replica_')
})

test('no list is stale while changes and lists alternate on two processes and the replica keeps up', async () => {
  const { machine } = await people.createClient()
  const before = await answersOf(other, 'replica')
  for (let credit = 1; credit <= 50; credit += 1) {
    await call(one.url, `PUT /api/Machines/${machine.idMachine}/credit`, {
      token: people.master,
      body: { amount: credit },
    })
    const { body } = await get<MachineResponse[]>(`${other.url}/api/Machines`, people.master)
    expect(body.find(({ idMachine }) => idMachine === machine.idMachine)?.credit).toBe(credit)
  }
  expect((await answersOf(other, 'replica')) - before).toBeGreaterThan(40)
})
