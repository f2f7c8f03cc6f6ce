import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from '@jest/globals'
import { now, openHeartbeat, STALE_MS } from '../src/db/pglite/heartbeat'
import type { Request, WorkerData } from '../src/db/pglite/protocol'
import { API_FOLDER, ensureBuilt } from './support/build'
import { temporaryFolder } from './support/cleanUp'

const changesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`)
    .sort()

test('a statement that runs on after its heartbeat was lost changes no file', async () => {
  await ensureBuilt()
  const folder = temporaryFolder()
  const heartbeat = openHeartbeat()
  heartbeat.confirm(now())
  const beating = setInterval(() => heartbeat.confirm(now()), 1000)
  const workerData: WorkerData = { location: join(folder, 'pg'), heartbeat: heartbeat.shared }
  const worker = new Worker(join(API_FOLDER, 'dist', 'dbWorker.js'), { workerData })
  const ask = (sql: string): void => {
    const request: Request = { id: 1, kind: 'query', sql, parameters: [] }
    worker.postMessage(request)
  }
  try {
    expect(await once(worker, 'message')).toEqual([{ opened: true }])
    ask('create table first (id int)')
    expect(await once(worker, 'message')).toMatchObject([{ outcome: { rows: [] } }])
    // it writes for seconds, and the heartbeat stops while it does
    let answered = false
    worker.once('message', () => (answered = true))
    clearInterval(beating)
    ask('create table second as select n from generate_series(1, 100000000) n')
    await sleep(STALE_MS + 1500)
    const before = changesIn(folder)
    await sleep(2000)
    expect([changesIn(folder), answered]).toEqual([before, false])
  } finally {
    clearInterval(beating)
    await worker.terminate()
  }
})
