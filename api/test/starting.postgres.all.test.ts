import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import { Client } from 'pg'
import { freePort } from '../testing/cluster'
import { createDatabase, urlOf } from '../testing/engine'
import { beginCall, get, login } from '../testing/http'
import { ownCluster } from '../testing/ownCluster'
import { run, type Run } from '../testing/server'

/** A server whose database is not ready for it, or holds up its stop. */
const cluster = ownCluster()

let server: Run
let url: string
afterEach(async () => {
  cluster().thaw()
  server.process.kill()
  await server.ended
})

/** Resolves when the process answers at all. */
async function start(database: string): Promise<void> {
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  const env = { PORT: port, DATABASE_URL: urlOf(database), TOKEN_SECRET: 'x'.repeat(32) }
  server = await run('main.js', env)
  while ((await get(`${url}/healthz`).catch(() => null))?.status !== 200) await sleep(20)
}

const readiness = () => get<{ message?: string }>(`${url}/readyz`)

async function expectWaitingFor(message: string): Promise<void> {
  while ((await readiness()).body.message !== message) await sleep(20)
  const answer = await readiness()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('1')
  expect((await get(`${url}/healthz`)).status).toBe(200)
}

async function expectOthersRejected(): Promise<void> {
  const rejected = await login(url, 'anybody')
  expect(rejected).toMatchObject({
    status: 503,
    body: { message: 'El servidor está arrancando. Inténtalo de nuevo en unos segundos.' },
  })
  expect(rejected.headers.get('retry-after')).toBe('1')
  expect((await get(`${url}/api/Users/current`)).status).toBe(503)
}

async function expectReady(): Promise<void> {
  while ((await readiness()).status !== 200) await sleep(20)
  expect((await login(url, 'nobody', 'wrong')).status).toBe(401)
}

/** @returns a function that releases the lock */
async function holdLock(database: string, key: string): Promise<() => Promise<void>> {
  const client = new Client(urlOf(database))
  await client.connect()
  await client.query(`select pg_advisory_lock(${key})`)
  return () => client.end()
}

test('a starting server waits for a database that is paused or just starting', async () => {
  await createDatabase('later')
  cluster().freeze()
  await start('later')
  await expectWaitingFor('Esperando a la base de datos')
  await expectOthersRejected()
  cluster().thaw()
  await cluster().restart()
  await expectReady()
  // dependent alerts are silent during an outage, even for a process that starts then
  const log = server.stdout() + server.stderr()
  expect(log.match(/"the database is unavailable: calls are answered 503 until it is back"/g)).toHaveLength(1)
})

/** Kysely's own lock, held by a migrating process. */
const MIGRATION_LOCK = '3853314791062309107'
const ROLL_UP_LOCK = '7302001'

test('a starting server waits for migrations', async () => {
  await createDatabase('migrating')
  const release = await holdLock('migrating', MIGRATION_LOCK)
  await start('migrating')
  await expectWaitingFor('Esperando las migraciones de la base de datos')
  await expectOthersRejected()
  await release()
  await expectReady()
})

test('a starting server waits for totals, and answers calls that need none', async () => {
  await createDatabase('totals')
  const release = await holdLock('totals', ROLL_UP_LOCK)
  await start('totals')
  await expectWaitingFor('Esperando los totales de los días cerrados')
  expect((await login(url, 'nobody', 'wrong')).status).toBe(401)
  await release()
  await expectReady()
})

test.each([
  ['ends in time', 0],
  ['does not end', 1],
])('a stop finishes requests in progress before a roll-up that %s', async (_how, code) => {
  const database = `stopping_${code}`
  await createDatabase(database)
  const release = await holdLock(database, ROLL_UP_LOCK)
  await start(database)
  await expectWaitingFor('Esperando los totales de los días cerrados')
  const body = { Username: 'nobody', Password: 'wrong' }
  const underWay = await beginCall(url, 'POST /api/Auth/login', '', body)
  server.process.kill('SIGTERM')
  while (await get(`${url}/healthz`).catch(() => null)) await sleep(20)
  expect(await underWay.finish()).toBe(401)
  expect(server.process.exitCode).toBeNull()
  if (code === 0) await release()
  expect(await server.ended).toBe(code)
  if (code === 1) await release()
})

test('a hundred readiness checks a second cost one statement a second', async () => {
  await createDatabase('asked')
  await start('asked')
  await expectReady()
  const client = new Client(urlOf('postgres'))
  await client.connect()
  const transactions = async (): Promise<number> => {
    const counted = `select xact_commit::int as n from pg_stat_database where datname = 'asked'`
    return (await client.query<{ n: number }>(counted)).rows[0]?.n ?? 0
  }
  // excludes what a start runs once: an idle session reports its last statistics after 10 s
  await sleep(11_000)
  const before = await transactions()
  const begun = performance.now()
  for (let turn = 0; turn < 200; turn += 1) expect((await readiness()).status).toBe(200)
  // a session reports its statistics at most once a second
  await sleep(2_000)
  await readiness()
  await sleep(2_000)
  const seconds = (performance.now() - begun) / 1_000
  expect((await transactions()) - before).toBeLessThanOrEqual(seconds + 3)
  await client.end()
})

test('a server does not start if DATABASE_DIRECT_URL leads to another database', async () => {
  await createDatabase('direct_one')
  await createDatabase('direct_other')
  server = await run('main.js', {
    PORT: String(await freePort()),
    DATABASE_URL: urlOf('direct_one'),
    DATABASE_DIRECT_URL: urlOf('direct_other'),
    TOKEN_SECRET: 'x'.repeat(32),
  })
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toContain('DATABASE_DIRECT_URL leads to another database than DATABASE_URL')
})
