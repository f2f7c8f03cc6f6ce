import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from '@jest/globals'
import type { Reply, Request, WorkerData } from '../src/db/pglite/embeddedFacts'
import { API_FOLDER, ensureBuilt } from '../testing/build'
import { freePort } from '../testing/cluster'
import { demoFolder } from '../testing/demo'
import { failingDisk, smallDisk } from '../testing/disk'
import { startLoadWithOneChange } from '../testing/load'
import { run, startApi, type Api } from '../testing/server'

/** Needs Linux and root. The embedded engine's disk is full or fails. */
const WRITERS = 4

async function startOn(disk: string) {
  const folder = join(disk, 'data')
  cpSync(await demoFolder(), folder, { recursive: true })
  // the same folder and port after a restart, as under a supervisor
  const env = { DATA_DIR: folder, PORT: String(await freePort()) }
  const api = await startApi(env)
  const { change, changes, readMachines, expectEachOnce } = await startLoadWithOneChange(api.url, WRITERS)
  /** Stops the given server, and expects each change exactly once. */
  const expectAllOnce = async (running: Api): Promise<void> => {
    const now = await readMachines()
    expect(await running.stop()).toBe(0)
    expectEachOnce(folder, now)
  }
  return { env, api, change, changes, expectAllOnce }
}

test('a failing disk stops the server, which starts again once the disk is repaired', async () => {
  const disk = failingDisk(500)
  const { env, api, change, changes, expectAllOnce } = await startOn(disk.folder)
  await changes.stop()
  disk.fail()
  // cut off when the server stops; repeating it with the same key shows its outcome
  await expect(change()).rejects.toThrow('fetch failed')
  expect(await api.ended).toBe(1)
  expect(api.stderr()).toContain('its heartbeat cannot be written (EROFS: read-only file system')
  const rejected = await run('main.js', env)
  expect(await rejected.ended).toBe(1)
  expect(rejected.stderr()).toContain('read-only file system')
  disk.repair()
  const again = await startApi(env)
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
