import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Kysely } from 'kysely'
import type { Db } from '../../src/db/database'
import { migrate } from '../../src/db/migrate'
import type { PgliteClient } from '../../src/db/pglite/client'
import { pgliteDialect } from '../../src/db/pglite/dialect'
import type { QueryOutcome, Reply, Request, WorkerData } from '../../src/db/pglite/protocol'
import type { Schema } from '../../src/db/schema'
import { API_FOLDER, ensureBuilt } from './build'
import './cleanUp'

/** An empty database of this build in memory, for what HTTP does not show. */
export async function memoryDatabase(): Promise<Db> {
  await ensureBuilt()
  const workerData: WorkerData = { location: 'memory://' }
  const worker = new Worker(join(API_FOLDER, 'dist', 'dbWorker.js'), { workerData })
  // A test that fails half-way must not keep its process alive.
  worker.unref()
  await once(worker, 'message')
  // The engine's dialect asks one thing at a time.
  const ask = async (request: Request): Promise<QueryOutcome> => {
    worker.postMessage(request)
    const [reply] = (await once(worker, 'message')) as [Reply]
    if ('failure' in reply) throw new Error(reply.failure.message)
    return reply.outcome
  }
  const client: Pick<PgliteClient, 'query' | 'close'> = {
    query: (sql, parameters) => ask({ id: 0, kind: 'query', sql, parameters }),
    close: async () => void (await ask({ id: 0, kind: 'close' })),
  }
  const db = new Kysely<Schema>({ dialect: pgliteDialect(client as PgliteClient) })
  await migrate(db)
  return db
}
