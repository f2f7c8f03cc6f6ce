import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { PASSWORD } from '../testing/clusterUser'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { databaseOf, onCluster, urlOf } from '../testing/engine'
import { call, get, login, logout, tokenOf, waitUntilReady } from '../testing/http'
import { READY } from '../testing/metrics'
import { meetPeople, newUser, type People } from '../testing/people'
import { command, startApi, type Api, type Environment } from '../testing/server'
import { sql } from '../testing/sql'

const started: Api[] = []
async function start(...environments: Environment[]): Promise<Api[]> {
  const apis = await Promise.all(environments.map((env) => startApi(env)))
  started.push(...apis)
  return apis
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((api) => api.stop()))
})

async function pair(env: Environment = {}): Promise<{ folder: string; one: Api; other: Api }> {
  const folder = await demoFolder()
  const [one, other] = (await start({ DATA_DIR: folder, ...env }, { DATA_DIR: folder, ...env })) as [Api, Api]
  return { folder, one, other }
}

const statusOf = async (api: Api, token: string): Promise<number> =>
  (await get(`${api.url}/api/Users/current`, token)).status

/** A row of the access table and its body. */
type Change = (userId: number) => [row: string, body?: object]

describe('two processes on one database', () => {
  let one: Api
  let other: Api
  let people: People
  beforeAll(async () => {
    const env = { DATA_DIR: await demoFolder() }
    ;[one, other] = await Promise.all([startApi(env), startApi(env)])
    people = await meetPeople(one.url)
  })
  afterAll(() => Promise.all([one?.stop(), other?.stop()]))

  /** The process that ended the session knows at once, the other one when it is notified. */
  const expectSignedOut = async (token: string): Promise<void> => {
    expect(await statusOf(one, token)).toBe(401)
    while ((await statusOf(other, token)) !== 401) await sleep(5)
  }

  test('share sessions, and a session that ends in one ends in the other', async () => {
    const token = await tokenOf(one.url, 'client1')
    expect(await statusOf(other, token)).toBe(200)
    expect(await logout(one.url, token)).toBe(204)
    await expectSignedOut(token)
  })

  test.each<[string, string, Change]>([
    ['blocked', 'client', (user) => [`PUT /api/Users/${user}`, { isBlocked: true }]],
    ['below somebody who is blocked', 'parent', (user) => [`PUT /api/Users/${user}`, { isBlocked: true }]],
    ['deleted', 'client', (user) => [`DELETE /api/Users/${user}`]],
    [
      'given another password',
      'client',
      (user) => [`PUT /api/Users/${user}`, { password: 'copper meadow 82 whistle' }],
    ],
  ])('[STATE-7] a user who is %s is signed out of both', async (_how, whom, change) => {
    const parent = await people.create('distributor1', 5)
    const client = await people.create(parent, 6)
    const tokens = [await tokenOf(one.url, client.userName), await tokenOf(other.url, client.userName)]
    for (const token of tokens) expect(await statusOf(other, token)).toBe(200)
    const [row, body] = change((whom === 'parent' ? parent : client).userId)
    expect((await call(one.url, row, { token: people.master, body })).status).toBeLessThan(300)
    for (const token of tokens) await expectSignedOut(token)
  })

  test('lose no change to the same credit, and make one change per idempotency key', async () => {
    const { machine } = await people.createClient()
    const put = (index: number, headers: Record<string, string> = {}, amount = index) =>
      call<{ creditVersion: string }>(
        (index % 2 ? one : other).url,
        `PUT /api/Machines/${machine.idMachine}/credit`,
        { token: people.master, body: { amount }, headers },
      )
    const many = <T>(make: (index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: 20 }, (_, index) => make(index)))

    const plain = await many((index) => put(index))
    const versions = plain.map(({ body }) => Number(body.creditVersion)).sort((a, b) => a - b)
    expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 2))
    const guarded = await many((index) => put(index, { 'if-match': '21' }))
    expect(guarded.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(guarded.filter(({ status }) => status === 409)).toHaveLength(19)
    const key = randomUUID()
    const repeated = await many((index) => put(index, { 'idempotency-key': key }, 7))
    expect(new Set(repeated.map(({ text }) => text)).size).toBe(1)
    expect(repeated[0]?.body).toMatchObject({ credit: 7, creditVersion: '23' })
  })

  test('create one user if both receive the same name at once', async () => {
    const token = await tokenOf(one.url, 'subdistributor1')
    const body = newUser(6)
    const answers = await Promise.all(
      [one, other, one, other].map(({ url }) => call(url, 'POST /api/Users', { token, body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })
})

describe('several processes on one database', () => {
  test('create and fill an empty database once when they start together', async () => {
    const env = { DATA_DIR: temporaryFolder(), DEMO_DATA: 'true' }
    const apis = await start(env, env, env, env)
    for (const api of apis) expect((await login(api.url, 'master')).status).toBe(200)
    expect(sql(env.DATA_DIR, 'select count(*)::int as users from users')).toEqual([{ users: 200 }])
    const duplicates =
      'select machine_id, occurred_at, type from movements group by 1, 2, 3, reference having count(*) > 1'
    expect(sql(env.DATA_DIR, `select count(*)::int as n from (${duplicates}) d`)).toEqual([{ n: 0 }])
  })

  test('create one first Master when two commands run together', async () => {
    const folder = temporaryFolder()
    const made = await Promise.all(
      ['One', 'Other'].map((name) =>
        command('create-master', { DATA_DIR: folder }, ['--username', name], 'violet anchor 47 lantern'),
      ),
    )
    expect(made.map(({ code }) => code).sort()).toEqual([0, 1])
    expect(sql(folder, 'select count(*)::int as n from users where level = 1')).toEqual([{ n: 1 }])
  })

  test('can serve the API and the external reports separately', async () => {
    const folder = await demoFolder()
    const [api, external] = (await start(
      { DATA_DIR: folder, SERVICES: 'api' },
      { DATA_DIR: folder, SERVICES: 'external' },
    )) as [Api, Api]
    expect(api.stdout()).not.toContain('external ready')
    expect(external.stdout()).not.toMatch(/^console-api ready/m)
    await Promise.all([waitUntilReady(api.url), waitUntilReady(external.externalUrl)])
    expect((await get(`${external.externalUrl}/api/Users/current`)).status).toBe(404)
  })
})

test('a process warns if all processes together may open more connections than the database accepts', async () => {
  const folder = await demoFolder()
  // the tests' role may still open more
  await onCluster(`alter database "${databaseOf(folder)}" connection limit 20`)
  const [one] = (await start({ DATA_DIR: folder })) as [Api]
  await waitUntilReady(one.url)
  expect((await get(`${one.url}/readyz`)).body).toEqual(READY)
  const [other] = (await start({ DATA_DIR: folder })) as [Api]
  await waitUntilReady(other.url)
  const ready = () => get<{ warnings?: string[] }>(`${other.url}/readyz`)
  while (!(await ready()).body.warnings) await sleep(20)
  expect((await ready()).body).toEqual({
    ...READY,
    warnings: [
      'La base de datos admite 20 conexiones y los procesos del servidor pueden abrir 30: faltarán en horas de mucho uso',
    ],
  })
  expect(other.stderr()).toContain('"accepted":20,"needed":30')
})

describe('an unavailable database', () => {
  test('keeps the process alive and not ready, and reveals no details', async () => {
    const { folder, one } = await pair()
    const token = await tokenOf(one.url, 'client1')
    await onCluster(`drop database "${databaseOf(folder)}" with (force)`)
    expect((await get(`${one.url}/healthz`)).status).toBe(200)
    expect(await get(`${one.url}/readyz`)).toMatchObject({
      status: 503,
      body: { message: 'La base de datos no responde' },
    })
    const failed = await get<{ message: string }>(`${one.url}/api/Users/current`, token)
    const id = failed.headers.get('x-request-id')
    expect(failed).toMatchObject({
      status: 503,
      body: { message: 'La base de datos no responde. Inténtalo de nuevo en unos segundos.' },
    })
    // the request's log line is written after its answer
    while (!one.stderr().includes(`"reqId":"${id}"`)) await sleep(20)
    expect(one.stderr()).not.toContain(PASSWORD)
    expect(one.stderr()).not.toContain(token)
  })

  test('ends a command with one message, without the password, and exit code 1', async () => {
    const unreachable = `postgres://console:${PASSWORD}@127.0.0.1:1/x`
    const args = ['--username', 'One']
    const rejected = await command(
      'create-master',
      { DATABASE_URL: unreachable },
      args,
      'violet anchor 47 lantern',
    )
    expect(rejected.code).toBe(1)
    expect(rejected.err).toBe(
      'create-master: The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
    )
  })

  test('that refuses the connection gives one message, without the password, and exit code 1', async () => {
    const env = { DATABASE_URL: urlOf('nowhere'), TOKEN_SECRET: 'x'.repeat(32) }
    const rejected = await command('main', env)
    expect(rejected.code).toBe(1)
    expect(rejected.err).toContain(
      'console-api: The database of DATABASE_URL cannot be used: database "nowhere" does not exist\n',
    )
    expect(rejected.err).not.toContain(PASSWORD)
  })

  test('of a later build is left unchanged', async () => {
    const folder = await demoFolder()
    sql(folder, `insert into kysely_migration (name, timestamp) values ('9999-later', now()::text)`)
    const rejected = await command('main', { DATA_DIR: folder })
    expect(rejected.code).toBe(1)
    expect(rejected.err).toContain('The database does not fit this build')
  })
})

test('processes that share a database require a common secret', async () => {
  const rejected = await command('main', { DATABASE_URL: 'postgres://somewhere/x' })
  expect(rejected.code).toBe(1)
  expect(rejected.err).toContain('TOKEN_SECRET is required with DATABASE_URL')
})
