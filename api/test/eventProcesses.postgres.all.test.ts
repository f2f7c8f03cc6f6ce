import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { Client } from 'pg'
import { demoFolder } from '../testing/demo'
import { databaseOf, onCluster, urlOf } from '../testing/engine'
import { activityIds, named, openStream, type Stream } from '../testing/events'
import { call, waitUntilReady } from '../testing/http'
import { sample, scrape } from '../testing/metrics'
import { meetPeople, type People } from '../testing/people'
import { startProcesses, type Api, type Environment } from '../testing/server'

/** Events between the steps of a change. PostgreSQL only, as the embedded engine has one connection. */
let name: string
let apis: Api[] = []
let people: People
const streams: Stream[] = []
const clients: Client[] = []

/** A second, on a busy machine: shorter than the interval of checks for lost notifications. */
const SOON_MS = 5_000

async function start(count: number, env: Environment = {}): Promise<Api[]> {
  const place = { DATA_DIR: await demoFolder() }
  name = databaseOf(place.DATA_DIR)
  // one process each, even if the tests run with several
  apis = await Promise.all(Array.from({ length: count }, () => startProcesses({ ...place, ...env }, 1)))
  people = await meetPeople(apis[0]!.url)
  return apis
}

async function connect(): Promise<Client> {
  const client = new Client(urlOf(name))
  clients.push(client)
  await client.connect()
  return client
}

async function open(api: Api, lastId?: string): Promise<Stream> {
  const stream = await openStream(api.url, people.master, lastId)
  streams.push(stream)
  if (lastId === undefined) await stream.waitFor(named('start'))
  return stream
}

beforeEach(() => void (apis = []))
afterEach(async () => {
  streams.splice(0).forEach((stream) => stream.close())
  await Promise.all(clients.splice(0).map((client) => client.end()))
  await Promise.all(apis.map((api) => api.stop()))
})

/** @returns the id of the new row */
async function write(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `insert into audit (actor_id, actor_path, action, subject, subject_user_id, subject_path, request_id)
     select user_id, path, 'user.update', 'user ' || user_id, user_id, path, gen_random_uuid()
     from users where user_name = 'client1' returning id`,
  )
  return Number(rows[0]?.id)
}

describe('two transactions that get ids in one order and commit in the other', () => {
  test('are both sent as soon as each commits, even to a stream that resumes in between', async () => {
    const [api] = (await start(1)) as [Api]
    const stream = await open(api)
    const [early, late] = [await connect(), await connect()]
    await early.query('begin')
    const first = await write(early)
    const second = await write(late)
    expect(first).toBeLessThan(second)
    const isOf =
      (id: number) =>
      ({ data }: { data: Record<string, unknown> }) =>
        data['id'] === id
    const between = await stream.waitFor(isOf(second))
    stream.close()
    const next = await open(api, between.id ?? '')
    await early.query('commit')
    await next.waitFor(isOf(first))
    const third = await write(late)
    await next.waitFor(isOf(third))
    expect(activityIds([...stream.events, ...next.events])).toEqual([second, first, third])
  })
})

test('a transaction that stays open delays no other', async () => {
  const [api] = (await start(1)) as [Api]
  const idle = await connect()
  await idle.query('begin')
  await write(idle)
  const stream = await open(api)
  await people.createClient()
  await stream.waitFor(({ data }) => data['kind'] === 'machine.create')
  const { rows } = await idle.query<{ open: boolean }>(
    'select pg_current_xact_id_if_assigned() is not null as open',
  )
  expect(rows).toEqual([{ open: true }])
})

describe('several processes', () => {
  test('send what any of them has changed, and one continues where another one ended', async () => {
    const [one, other] = (await start(2, { STOP_DELAY: '5s' })) as [Api, Api]
    const { machine } = await people.createClient()
    const put = (api: Api, amount: number) =>
      call(api.url, `PUT /api/Machines/${machine.idMachine}/credit`, {
        token: people.master,
        body: { amount },
      })
    const isOf =
      (cents: number) =>
      ({ data }: { data: Record<string, unknown> }) =>
        (data['after'] as { creditCents?: number } | undefined)?.creditCents === cents
    const stream = await open(one)
    await put(other, 1)
    await stream.waitFor(isOf(100))
    const stopped = one.stop()
    await stream.ended
    // streams end before the process, which still answers, but accepts no stream that would have to end
    const rejected = await openStream(one.url, people.master, stream.lastId())
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '1'])
    await put(other, 2)
    const next = await open(other, stream.lastId())
    await next.waitFor(isOf(200))
    expect(next.events.map((event) => event.name)).toEqual(['machines', 'activity'])
    expect(await stopped).toBe(0)
  })

  test('lose nothing when one is killed', async () => {
    const [one, other] = (await start(2)) as [Api, Api]
    const stream = await open(one)
    await people.create('subdistributor1', 6)
    one.process.kill('SIGKILL')
    await stream.ended
    const next = await open(other, stream.lastId())
    const kindsOf = () =>
      [...stream.events, ...next.events].filter(named('activity')).map(({ data }) => data['kind'])
    while (!kindsOf().includes('machine.create')) await sleep(20)
    expect(kindsOf()).toEqual(['user.create', 'machine.create'])
    apis = [other]
  })
})

test('a process that cannot listen polls every second, and reports it in a metric', async () => {
  const [api] = (await start(1, { METRICS_PORT: '0' })) as [Api]
  await waitUntilReady(api.url)
  const { client } = await people.createClient()
  const stream = await open(api)
  await onCluster(`alter database "${name}" allow_connections false`)
  const ended = await onCluster<{ ended: boolean }>(
    `select pg_terminate_backend(pid) as ended from pg_stat_activity
     where datname = $1 and application_name = 'console-api listen'`,
    [name],
  )
  expect(ended).toEqual([{ ended: true }])
  while (sample(await scrape(api), 'console_api_listening') !== 0) await sleep(20)
  const began = performance.now()
  await call(api.url, `PUT /api/Users/${client.userId}`, { token: people.master, body: { nameClient: 'x' } })
  await stream.waitFor(named('users'))
  expect(performance.now() - began).toBeLessThan(SOON_MS)
  await call(api.url, 'POST /api/Auth/logout', { token: people.master })
  const out = performance.now()
  await stream.ended
  expect(performance.now() - out).toBeLessThan(SOON_MS)
})

test('metrics report the streams, the events and how late they were', async () => {
  const [api] = (await start(1, { METRICS_PORT: '0' })) as [Api]
  const before = await scrape(api)
  expect(sample(before, 'console_api_event_streams')).toBe(0)
  expect(sample(before, 'console_api_event_lag_seconds')).toBe(0)
  expect(sample(before, 'console_api_events_total{event="users"}')).toBe(0)
  const stream = await open(api)
  await people.create('subdistributor1', 6)
  await stream.waitFor(({ data }) => data['kind'] === 'machine.create')
  const after = await scrape(api)
  expect(sample(after, 'console_api_event_streams')).toBe(1)
  expect(sample(after, 'console_api_events_total{event="activity"}')).toBe(2)
  expect(sample(after, 'console_api_event_lag_seconds')).toBeLessThan(2)
})
