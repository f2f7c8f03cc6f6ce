import { once } from 'node:events'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from '@jest/globals'
import type { CreditResponse, MachineResponse } from '@console/shared-kernel/schemas'
import type { Reply, Request, WorkerData } from '../src/db/pglite/protocol'
import { API_FOLDER, ensureBuilt } from '../testing/build'
import { freePort } from '../testing/cluster'
import { demoFolder } from '../testing/demo'
import { failingDisk, smallDisk } from '../testing/disk'
import { call, get } from '../testing/http'
import { expectEachChangeOnce, startLoad, type Load } from '../testing/load'
import { auditOf, meetPeople } from '../testing/people'
import { run, startApi, whenReady, type Api, type Run } from '../testing/server'

/** Linux as root. The disk of the embedded engine is full or fails, and is well again. */
const REFUSED =
  'El servidor no puede guardar cambios en este momento. No se ha cambiado nada: puedes repetirlo más tarde.'
const WRITERS = 4

async function startOn(disk: string) {
  const folder = join(disk, 'data')
  cpSync(await demoFolder(), folder, { recursive: true })
  // the same after a restart, as under a supervisor
  const env = { DATA_DIR: folder, PORT: String(await freePort()) }
  const api = await startApi(env)
  const { createClient, master: token } = await meetPeople(api.url)
  const machines = [(await createClient()).machine, (await createClient()).machine]
  const { machine: alone } = await createClient()
  /** Of a machine that nothing else changes. */
  const change = () =>
    call<CreditResponse>(api.url, `PUT /api/Machines/${alone.idMachine}/credit`, {
      token,
      body: { amount: 7 },
      headers: { 'idempotency-key': 'once' },
    })
  const changes = startLoad({ url: api.url, token, machines }, WRITERS)
  await acknowledged(changes, 20)
  /** Stops the server that runs by now. */
  const expectAllOnce = async (running: Api): Promise<void> => {
    const { body: now } = await call<MachineResponse[]>(api.url, 'GET /api/Machines', { token })
    expect(await running.stop()).toBe(0)
    expectEachChangeOnce(folder, now, machines, changes)
    expect(auditOf(folder, `machine ${alone.idMachine}`).map(({ action }) => action)).toEqual([
      'machine.create',
      'machine.credit',
    ])
  }
  return { env, api, token, change, changes, expectAllOnce }
}

async function acknowledged(load: Load, more: number): Promise<void> {
  const enough = load.acknowledged.length + more
  while (load.acknowledged.length < enough && load.problems.length === 0) await sleep(20)
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(50)
}

/** Nothing answers but the state of the start, which goes on by itself when the disk is well. */
async function expectToWait(starting: Run, url: string, why: string): Promise<void> {
  await until(() => starting.stderr().includes(why))
  expect((await get(`${url}/healthz`)).status).toBe(200)
  expect(await get(`${url}/readyz`)).toMatchObject({ status: 503 })
  expect(await get(`${url}/api/Users/current`)).toMatchObject({
    status: 503,
    body: { message: 'El servidor está arrancando. Inténtalo de nuevo en unos segundos.' },
  })
}

test('while the disk is full, changes are 503 and not made, and reads work; with free space changes work again', async () => {
  const disk = smallDisk(500)
  const { api, change, changes, token, expectAllOnce } = await startOn(disk.folder)
  disk.fill(40)
  await until(() => (changes.statuses.get(503) ?? 0) > 20)
  const refused = await change()
  expect(refused).toMatchObject({ status: 503, body: { message: REFUSED } })
  expect(refused.headers.get('retry-after')).toBe('30')
  expect(await get(`${api.url}/readyz`)).toMatchObject({
    status: 200,
    body: { warnings: ['El disco de la base de datos está casi lleno: no se guardan cambios'] },
  })
  // others take what is left
  disk.fill(0)
  await sleep(3_000)
  expect((await get(`${api.url}/api/Users/current`, token)).status).toBe(200)
  disk.makeRoom()
  await acknowledged(changes, 20)
  await changes.stop()
  expect(changes.problems).toEqual([])
  expect([(await change()).status, (await change()).status]).toEqual([200, 200])
  expect(await get(`${api.url}/readyz`)).toMatchObject({ status: 200, body: { status: 'ok' } })
  await expectAllOnce(api)
  expect(api.stderr()).toContain(
    'the disk of DATA_DIR is nearly full: changes are refused until there is room',
  )
  expect(api.stderr()).toContain('the disk of DATA_DIR has room again: changes are taken')
})

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a server that ends by %s while the disk is full waits at its next start until there is space',
  async (signal) => {
    const disk = smallDisk(500)
    const { env, api, change, changes, expectAllOnce } = await startOn(disk.folder)
    disk.fill(40)
    await until(() => (changes.statuses.get(503) ?? 0) > 0)
    await changes.stop()
    disk.fill(0)
    await api.stop(signal)
    const starting = await run('main.js', env)
    await expectToWait(starting, api.url, '0 MB of its disk are free, and 64 MB are needed')
    disk.makeRoom()
    const again = await whenReady(starting)
    expect([(await change()).status, (await change()).status]).toEqual([200, 200])
    await expectAllOnce(again)
  },
)

test('a failing disk is reported, and the server goes on once it is repaired', async () => {
  const disk = failingDisk(500)
  const { env, api, change, changes, expectAllOnce } = await startOn(disk.folder)
  await changes.stop()
  disk.fail()
  // cut off with the server: the same key tells
  await expect(change()).rejects.toThrow('fetch failed')
  expect(await api.ended).toBe(1)
  expect(api.stderr()).toContain('its heartbeat cannot be written (EROFS: read-only file system')
  const starting = await run('main.js', env)
  await expectToWait(starting, api.url, 'read-only file system')
  disk.repair()
  const again = await whenReady(starting)
  expect([(await change()).status, (await change()).status]).toEqual([200, 200])
  await expectAllOnce(again)
})

test('the engine stops when its write-ahead log has no space', async () => {
  await ensureBuilt()
  const disk = smallDisk(120)
  const workerData: WorkerData = { location: join(disk.folder, 'pg'), lock: null }
  const worker = new Worker(join(API_FOLDER, 'dist', 'dbWorker.js'), { workerData })
  const ask = async (sql: string): Promise<Reply> => {
    const request: Request = { id: 1, kind: 'query', sql, parameters: [] }
    worker.postMessage(request)
    return ((await once(worker, 'message')) as [Reply])[0]
  }
  try {
    await once(worker, 'message')
    await ask('create table written (text text)')
    disk.fill(20)
    let reply: Reply
    do {
      reply = await ask(`insert into written select repeat('x', 1000) from generate_series(1, 100)`)
      // the table is small again, the log is not
      if ('outcome' in reply) reply = await ask('truncate written')
    } while ('outcome' in reply)
    expect(reply.failure).toMatchObject({ code: '53100', fatal: true })
  } finally {
    await worker.terminate()
  }
})

test('a backup onto a full disk names its folder, and leaves nothing there', async () => {
  const { folder } = smallDisk(2)
  const args = ['--to', join(folder, 'saved')]
  const { ended, stderr } = await run('backup.js', { DATA_DIR: await demoFolder() }, args)
  expect([await ended, stderr()]).toEqual([
    1,
    `backup: The disk of ${folder} is full: ENOSPC: no space left on device, write\n`,
  ])
  expect(readdirSync(folder)).toEqual([])
})
