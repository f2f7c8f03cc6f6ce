import { once } from 'node:events'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { Kysely, Migrator, sql, type Dialect } from 'kysely'
import type { Db, Schema } from '../../src/db/schema'
import { postgresEngine } from '../../src/db/engine/postgres'
import { migrate, MIGRATIONS } from '../../src/db/migrate'
import type { PgliteClient } from '../../src/db/pglite/client'
import { pgliteDialect } from '../../src/db/pglite/dialect'
import { Turns } from '../../src/db/pglite/turns'
import type { QueryOutcome, Reply, Request, WorkerData } from '../../src/db/pglite/protocol'
import { API_FOLDER, ensureBuilt } from './build'
import './cleanUp'
import { onPostgres, placeOf } from './engine'
import { SHORT_LIVED } from './shortLived'

/** An empty database of this build, on the engine of this run, for what HTTP does not show. */
export async function memoryDatabase(): Promise<Db> {
  const db = await unmigratedDatabase()
  await migrate(db)
  return db
}

/** One of an earlier build, whose last migration is named. */
export async function databaseOfBuild(last: string): Promise<Db> {
  const db = await unmigratedDatabase()
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } })
  const { error } = await migrator.migrateTo(last)
  if (error) throw error
  return db
}

async function unmigratedDatabase(): Promise<Db> {
  const dialect = onPostgres ? await postgresDialect() : await embeddedDialect()
  return new Kysely<Schema>({ dialect })
}

/** An owner, and machines in three branches below: `a.0` to `a.2`. */
export async function insertMachines(db: Db, count: number): Promise<void> {
  await sql`
    insert into users (user_id, user_name, name_key, name_folded, password_hash, level, country_id, path, tree_names, name_client)
    values (1, 'owner', 'owner', 'owner', '', 1, 1, 'a', 'owner', 'owner')`.execute(db)
  await sql`
    insert into machines (id, name, owner_id, owner_path, status, is_connected, location, ip_address, security_level)
    select gen_random_uuid(), 'Machine ' || n, 1, 'a.' || (n % 3), '', true, '', '', ''
    from generate_series(1, ${count}) n`.execute(db)
}

/** Enough for six of the class: transactions that wait for each other, and who looks on. */
const CONNECTIONS = 40

async function postgresDialect(): Promise<Dialect> {
  const { DATABASE_URL = '' } = await placeOf({ DATA_DIR: 'memory://' })
  return postgresEngine(DATABASE_URL, CONNECTIONS).dialectFor('background')
}

/** In memory, in a thread of its own as in the server. */
async function embeddedDialect(): Promise<Dialect> {
  await ensureBuilt()
  setFlagsFromString(SHORT_LIVED)
  const workerData: WorkerData = { location: 'memory://', heartbeat: null }
  const worker = new Worker(join(API_FOLDER, 'dist', 'dbWorker.js'), { workerData })
  // a test that fails half-way must not keep its process alive
  worker.unref()
  await once(worker, 'message')
  // the engine's dialect asks one thing at a time
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
  return pgliteDialect(() => client as PgliteClient, new Turns(), 'background')
}
