import { existsSync, renameSync, rmSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { heldLock } from '@console/shared-kernel/lock'
import { DATE, INT8, readDate, readInt8, SESSION_ZONE } from '../values'
import {
  MEMORY,
  type Notified,
  type Opened,
  type Reply,
  type Request,
  type SqlFailure,
  type WorkerData,
} from './embeddedFacts'
import { GuardedFiles } from './guardedFiles'

const { location, lock } = workerData as WorkerData

async function openAt(dataDir: string): Promise<PGlite> {
  const place = lock ? { fs: new GuardedFiles(dataDir, heldLock(lock.path, lock.own)) } : { dataDir }
  const engine = new PGlite({ ...place, parsers: { [INT8]: readInt8, [DATE]: readDate } })
  await engine.exec(SESSION_ZONE)
  return engine
}

/** Renames a new database into place when complete, so that a killed first start leaves no half-created one. */
async function open(): Promise<PGlite> {
  if (location !== MEMORY && !existsSync(location)) {
    const partial = `${location}.partial`
    rmSync(partial, { recursive: true, force: true })
    const engine = await openAt(partial)
    await engine.close()
    renameSync(partial, location)
  }
  return openAt(location)
}

function toFailure(error: unknown): SqlFailure {
  if (!(error instanceof Error)) return { message: String(error), fatal: false }
  const { code, constraint, severity } = error as { code?: string; constraint?: string; severity?: string }
  return { message: error.message, code, constraint, fatal: severity === 'PANIC' || severity === 'FATAL' }
}

async function answer(engine: PGlite, request: Request): Promise<Reply> {
  try {
    if (request.kind === 'close') {
      await engine.close()
      return { id: request.id, outcome: { rows: [], affectedRows: 0 } }
    }
    const { rows, affectedRows = 0 } = await engine.query(request.sql, [...request.parameters])
    return { id: request.id, outcome: { rows, affectedRows } }
  } catch (error) {
    return { id: request.id, failure: toFailure(error) }
  }
}

async function serve(): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('This file runs as a worker thread only')
  const post = (message: Notified | Opened | Reply): void => port.postMessage(message)
  try {
    const engine = await open()
    engine.onNotification((channel) => post({ notified: channel }))
    port.on('message', (request: Request) => {
      void answer(engine, request).then((reply) => {
        post(reply)
        if (request.kind === 'close') port.close()
      })
    })
    post({ opened: true })
  } catch (error) {
    post({ opened: false, message: toFailure(error).message })
  }
}

void serve()
