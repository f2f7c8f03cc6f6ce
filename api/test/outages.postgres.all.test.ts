import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { CreditResponse, MachineResponse } from '@console/shared-kernel/schemas'
import type { Cluster } from '../testing/cluster'
import { demoFolder } from '../testing/demo'
import { databaseOf, onCluster } from '../testing/engine'
import { call, get, tokenOf } from '../testing/http'
import { acknowledged, expectEachChangeOnce, startLoad } from '../testing/load'
import { sample, scrape } from '../testing/metrics'
import { ownCluster } from '../testing/ownCluster'
import { meetPeople, type People } from '../testing/people'
import { startProcesses, type Api } from '../testing/server'
import { sql } from '../testing/sql'

/** The database fails while requests run, and recovers. */
const cluster = ownCluster()
afterEach(() => cluster().thaw())

const WRITERS = 6
const FROZEN_MS = 12_000

const OUTAGES: Record<string, (cluster: Cluster, api: Api) => Promise<void>> = {
  restarted: (there) => there.restart(),
  frozen: async (there, { url }) => {
    there.freeze()
    // /readyz caches its answer for a second
    await sleep(1_000)
    expect((await get(`${url}/healthz`)).status).toBe(200)
    const ready = await get<{ message: string }>(`${url}/readyz`)
    expect(ready).toMatchObject({ status: 503, body: { message: 'La base de datos no responde' } })
    expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0)
    await sleep(FROZEN_MS)
    there.thaw()
  },
  'losing its connections': (there) => there.killBackends('SIGTERM'),
  'losing one by force, and so all': async (there) => {
    await there.killBackends('SIGKILL')
    await waitUntilAnswered(() => there.killBackends('SIGCONT'))
  },
}

async function waitUntilAnswered(task: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      return void (await task())
    } catch {
      await sleep(50)
    }
  }
}

/** A server, and a credit change with an idempotency key. */
async function startWithOneChange(folder: string) {
  const api = await startProcesses({ DATA_DIR: folder }, 1)
  const { createClient, master: token } = await meetPeople(api.url)
  const { machine } = await createClient()
  const change = () =>
    call<CreditResponse>(api.url, `PUT /api/Machines/${machine.idMachine}/credit`, {
      token,
      body: { amount: 5 },
      headers: { 'idempotency-key': 'once' },
    })
  const expectOnce = async (): Promise<void> => {
    for (const time of ['first', 'second']) {
      expect([time, (await change()).body]).toMatchObject([time, { credit: 5, creditVersion: '2' }])
    }
    await api.stop()
  }
  return { api, token, change, expectOnce }
}

test('a change whose COMMIT was cut off gets 504, and a retry with the same key makes it once', async () => {
  const folder = await demoFolder()
  const { change, expectOnce } = await startWithOneChange(folder)
  sql(
    folder,
    SLOW_COMMIT,
    `create constraint trigger slow_commit after insert on audit
    deferrable initially deferred for each row execute function slow_commit()`,
  )
  const cut = change()
  const committing = `select pg_terminate_backend(pid) from pg_stat_activity
    where query = 'commit' and wait_event = 'PgSleep'`
  while (sql(folder, committing).length === 0) await sleep(20)
  expect(await cut).toMatchObject({
    status: 504,
    body: { message: 'No se sabe si el cambio se ha hecho. Compruébalo antes de repetirlo.' },
  })
  await expectOnce()
})

test('while the database is read-only, a change gets 503 and is not made; a retry with its key makes it later', async () => {
  const folder = await demoFolder()
  const { api, token, change, expectOnce } = await startWithOneChange(folder)
  const onlyRead = async (how: 'on' | 'off'): Promise<void> => {
    const name = databaseOf(folder)
    await onCluster(`alter database "${name}" set default_transaction_read_only = ${how}`)
    await cluster().killBackends('SIGTERM')
  }
  await onlyRead('on')
  expect(await change()).toMatchObject({
    status: 503,
    body: {
      message:
        'El servidor no puede guardar cambios en este momento. No se ha cambiado nada: puedes repetirlo más tarde.',
    },
  })
  expect((await get(`${api.url}/api/Users/current`, token)).status).toBe(200)
  await onlyRead('off')
  await expectOnce()
})

test('a stream that is rejected while the database does not respond counts as a failed response', async () => {
  const api = await startProcesses({ DATA_DIR: await demoFolder(), METRICS_PORT: '0' }, 1)
  const token = await tokenOf(api.url, 'master')
  cluster().freeze()
  expect((await get(`${api.url}/api/events`, token)).status).toBe(503)
  expect(sample(await scrape(api), 'console_api_answers_total{status="503"}')).toBe(1)
  cluster().thaw()
  await api.stop()
})

test('a WAL segment that cannot be archived shows in the metrics until it is archived', async () => {
  const api = await startProcesses({ DATA_DIR: await demoFolder(), METRICS_PORT: '0' }, 1)
  const archive = async (command: string): Promise<void> => {
    await onCluster(`alter system set archive_mode = on`)
    await onCluster(`alter system set archive_command = '${command}'`)
    await cluster().restart()
    await waitUntilAnswered(() => onCluster('select pg_switch_wal()'))
  }
  const waitUntilFailing = async (value: number): Promise<void> => {
    while (sample(await scrape(api), 'console_api_wal_archive_fails') !== value) await sleep(200)
  }
  await archive('false')
  await waitUntilFailing(1)
  await archive('true')
  await waitUntilFailing(0)
  await onCluster('alter system reset all')
  await cluster().restart()
  await api.stop()
}, 90_000)

/** Nothing else makes a COMMIT last long enough to be cut off. */
const SLOW_COMMIT = `create function slow_commit() returns trigger language plpgsql as $$
  begin perform pg_sleep(2); return null; end $$`

describe.each([1, 3])('with %d server processes', (processes) => {
  let folder: string
  let api: Api
  let people: People
  let ended: boolean
  beforeAll(async () => {
    folder = await demoFolder()
    api = await startProcesses({ DATA_DIR: folder, DEMO_DATA: 'true' }, processes)
    ended = false
    void api.ended.then(() => (ended = true))
    people = await meetPeople(api.url)
  })
  afterAll(() => api?.stop())
  const timesLogged = (line: string): number => api.stderr().split(line).length - 1

  test.each(Object.keys(OUTAGES))('acknowledged changes survive a database that is %s', async (outage) => {
    const machines = [await people.createClient(), await people.createClient()].map(({ machine }) => machine)
    const load = startLoad({ url: api.url, token: people.master, machines }, WRITERS)
    await acknowledged(load, 20)
    const loggedBefore = timesLogged(AWAY)
    await OUTAGES[outage]?.(cluster(), api)
    await acknowledged(load, 20)
    await load.stop()

    expect(load.problems).toEqual([])
    // the freeze lasts longer than any request may wait
    if (outage === 'frozen') expect(load.statuses.get(503)).toBeGreaterThan(0)
    expect(ended).toBe(false)
    expect(await get(`${api.url}/readyz`)).toMatchObject({ status: 200 })
    const { body: now } = await call<MachineResponse[]>(api.url, 'GET /api/Machines', {
      token: people.master,
    })
    expectEachChangeOnce(folder, now, machines, load)
    if (outage !== 'restarted') return
    // one line for each process, however many calls have failed
    while (timesLogged(BACK) < timesLogged(AWAY)) await sleep(100)
    expect(timesLogged(AWAY) - loggedBefore).toBeGreaterThan(0)
    expect(timesLogged(AWAY) - loggedBefore).toBeLessThanOrEqual(processes)
  })
})

const AWAY = '"msg":"the database is unavailable'
const BACK = '"msg":"the database is back"'
