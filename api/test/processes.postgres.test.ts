import { afterEach, describe, expect, test } from '@jest/globals'
import { PASSWORD } from './support/clusterUser'
import { demoFolder, temporaryFolder } from './support/demo'
import { databaseOf, onCluster } from './support/engine'
import { get, login, logout, tokenOf } from './support/http'
import { run, startApi, type Api, type Environment } from './support/server'
import { sql } from './support/sql'

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

describe('several processes on one database', () => {
  test('started at once on an empty one: it is made and filled once', async () => {
    const env = { DATA_DIR: temporaryFolder(), DEMO_DATA: 'true' }
    const apis = await start(env, env, env, env)
    for (const api of apis) expect((await login(api.url, 'master')).status).toBe(200)
    expect(sql(env.DATA_DIR, 'select count(*)::int as users from users')).toEqual([{ users: 200 }])
    const duplicates =
      'select machine_id, occurred_at, type from movements group by 1, 2, 3, reference having count(*) > 1'
    expect(sql(env.DATA_DIR, `select count(*)::int as n from (${duplicates}) d`)).toEqual([{ n: 0 }])
  })

  test('a session of one is a session of the other, and ends there with the next call', async () => {
    const { one, other } = await pair()
    const token = await tokenOf(one.url, 'client1')
    expect(await statusOf(other, token)).toBe(200)
    expect(await logout(one.url, token)).toBe(204)
    expect(await statusOf(other, token)).toBe(401)
  })

  test.each([
    ['blocked', `update users set is_blocked = true where user_name = 'client1'`],
    ['below somebody who is blocked', `update users set is_blocked = true where user_name = 'distributor1'`],
    ['deleted', `update users set deleted_at = now() where user_name = 'client1'`],
    [
      'given another password, which ends the sessions',
      `delete from sessions using users u where u.user_id = sessions.user_id and user_name = 'client1'`,
    ],
  ])('[STATE-7] a user who is %s is out on every one of them with the next call', async (_how, change) => {
    const { folder, one, other } = await pair()
    const tokens = [await tokenOf(one.url, 'client1'), await tokenOf(other.url, 'client1')] as const
    for (const token of tokens) expect(await statusOf(other, token)).toBe(200)
    sql(folder, change)
    for (const api of [one, other]) {
      for (const token of tokens) expect(await statusOf(api, token)).toBe(401)
    }
  })

  test('failed logins count together, and lock together', async () => {
    const { folder, one, other } = await pair()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => login((index % 2 ? one : other).url, 'client1', 'wrong')),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(9)
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true)
    // Each process looks at one attempt of a pair at a time, so one more may be under way in the other.
    const [tried] = sql<{ n: number }>(folder, 'select count(*)::int as n from login_failures')
    expect(tried?.n).toBeGreaterThanOrEqual(10)
    expect(tried?.n).toBeLessThanOrEqual(11)
    for (const api of [one, other]) expect((await login(api.url, 'client1')).status).toBe(429)
  })

  test('one that is killed takes nothing with it', async () => {
    const { one, other } = await pair()
    const token = await tokenOf(one.url, 'client1')
    await one.stop('SIGKILL')
    expect(await statusOf(other, token)).toBe(200)
  })

  test('the API and the external service may be processes of their own', async () => {
    const folder = await demoFolder()
    const [api, external] = (await start(
      { DATA_DIR: folder, SERVICES: 'api' },
      { DATA_DIR: folder, SERVICES: 'external' },
    )) as [Api, Api]
    expect(api.stdout()).not.toContain('external ready')
    expect(external.stdout()).not.toMatch(/^console-api ready/m)
    expect((await get(`${api.url}/readyz`)).status).toBe(200)
    expect((await get(`${external.externalUrl}/readyz`)).status).toBe(200)
    expect((await get(`${external.externalUrl}/api/Users/current`)).status).toBe(404)
  })
})

describe('a database that', () => {
  test('goes away: the process lives, is not ready, and says no more than it must', async () => {
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
      status: 500,
      body: { message: `Error interno del servidor (referencia ${id})` },
    })
    expect(one.stderr()).toContain(`"reqId":"${id}"`)
    expect(one.stderr()).not.toContain(PASSWORD)
    expect(one.stderr()).not.toContain(token)
  })

  test('is not there: one message, without its password, and exit code 1', async () => {
    const unreachable = `postgres://console:${PASSWORD}@127.0.0.1:1/x`
    const refused = await run('main.js', { DATABASE_URL: unreachable, TOKEN_SECRET: 'x'.repeat(32) })
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toBe(
      'console-api: The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
    )
  })

  test('belongs to a later build is left alone', async () => {
    const folder = await demoFolder()
    sql(folder, `insert into kysely_migration (name, timestamp) values ('9999-later', now()::text)`)
    const refused = await run('main.js', { DATA_DIR: folder })
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toContain('The database does not fit this build')
  })
})

test('all processes sign with one secret, so it must be given', async () => {
  const refused = await run('main.js', { DATABASE_URL: 'postgres://somewhere/x' })
  expect(await refused.ended).toBe(1)
  expect(refused.stderr()).toContain('TOKEN_SECRET is required with DATABASE_URL')
})
