import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from '@jest/globals'
import type { Request, WorkerData } from '../src/db/pglite/embeddedFacts'
import { API_FOLDER, ensureBuilt } from '../testing/build'
import { temporaryFolder } from '../testing/cleanUp'

const BEAT_MS = 200

const lastChangeIn = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(join(folder, name)).mtimeMs,
    ),
  )

test('a statement that still runs after the lock was taken over changes no file', async () => {
  await ensureBuilt()
  const folder = temporaryFolder()
  const lock = { path: join(folder, 'lock'), own: `this process\n${BEAT_MS}\na` }
  writeFileSync(lock.path, lock.own)
  const workerData: WorkerData = { location: join(folder, 'pg'), lock }
  const worker = new Worker(join(API_FOLDER, 'dist', 'dbWorker.js'), { workerData })
  const ask = (sql: string): void => {
    const request: Request = { id: 1, kind: 'query', sql, parameters: [] }
    worker.postMessage(request)
  }
  try {
    expect(await once(worker, 'message')).toEqual([{ opened: true }])
    ask('create table first (id int)')
    expect(await once(worker, 'message')).toMatchObject([{ outcome: { rows: [] } }])
    // writes for seconds, during which the lock is lost
    let answered = false
    worker.once('message', () => (answered = true))
    ask('create table second as select n from generate_series(1, 100000000) n')
    await sleep(5 * BEAT_MS)
    const lostAt = Date.now()
    writeFileSync(lock.path, `another\n${BEAT_MS}\nb`)
    const lastChange = () => lastChangeIn(workerData.location)
    for (let before = 0; before !== lastChange(); await sleep(2_000)) before = lastChange()
    expect(lastChange() - lostAt).toBeLessThan(3 * BEAT_MS)
    expect(answered).toBe(false)
  } finally {
    await worker.terminate()
  }
})
