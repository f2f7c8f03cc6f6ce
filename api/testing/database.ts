import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import { Kysely, Migrator, sql, type Dialect } from 'kysely'
import type { Db, Schema } from '../src/db/schema'
import { postgresEngine } from '../src/db/postgres/postgres'
import { migrate, MIGRATIONS } from '../src/db/migrations/migrate'
import type { PgliteClient } from '../src/db/pglite/client'
import { OneSession, pgliteDialect } from '../src/db/pglite/dialect'
import type { QueryOutcome, Reply, Request, WorkerData } from '../src/db/pglite/embeddedFacts'
import { API_FOLDER, ensureBuilt } from './build'
import { temporaryFolder } from './cleanUp'
import { createDatabase, onPostgres, placeOf, urlOf } from './engine'
import { SHORT_LIVED } from './shortLived'
import { templateDatabase, templateFolder } from './templates'

/** An empty database of this build, on the engine of this run, to test what HTTP does not show. */
export const emptyDatabase = async (): Promise<Db> =>
  open(await (onPostgres ? emptyOnCluster() : emptyFolder()))

/** A database of an earlier build. @param last the name of that build's last migration */
export async function databaseOfBuild(last: string): Promise<Db> {
  await ensureBuilt()
  const db = open(await (onPostgres ? newOnCluster() : embeddedAt('memory://')))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } })
  const { error } = await migrator.migrateTo(last)
  if (error) throw error
  return db
}

const open = (dialect: Dialect): Db => new Kysely<Schema>({ dialect })

async function migrated(dialect: Dialect): Promise<void> {
  const db = open(dialect)
  await migrate(db)
  await db.destroy()
}

/** The files of an empty database on the embedded engine, to copy. */
export const emptyTemplate = (): Promise<string> =>
  templateFolder('empty', async (folder) => migrated(await embeddedAt(folder)))

async function emptyFolder(): Promise<Dialect> {
  const folder = temporaryFolder()
  cpSync(await emptyTemplate(), folder, { recursive: true })
  return embeddedAt(folder)
}

async function emptyOnCluster(): Promise<Dialect> {
  const template = await templateDatabase('empty', (database) => migrated(postgresAt(urlOf(database))))
  const name = `empty_${randomUUID()}`
  await createDatabase(name, template)
  return postgresAt(urlOf(name))
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

/** Gives the tests of a file an empty database. @param use also fills it */
export function withDatabase(use: (db: Db) => unknown, machines = 0): void {
  let opened: Db | undefined
  beforeAll(async () => {
    opened = await emptyDatabase()
    if (machines > 0) await insertMachines(opened, machines)
    await use(opened)
  })
  afterAll(() => opened?.destroy())
}

/** Gives the tests of a file an empty database with machines. @param use receives their ids in order */
export const withMachines = (count: number, use: (db: Db, ids: string[]) => unknown): void =>
  withDatabase(async (db) => {
    const machines = await db.selectFrom('machines').select('id').orderBy('key').execute()
    await use(
      db,
      machines.map(({ id }) => id),
    )
  }, count)

/**
 * Deletes all movements, which are append-only, with what is computed from them, and restores retired
 * machines.
 */
export const forgetMovements = (db: Db): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`truncate movements, machine_totals, closed_days, final_totals`.execute(trx)
    await sql`update machines set retired_at = null where retired_at is not null`.execute(trx)
    await sql`delete from app_state where key = 'movements-kept-from'`.execute(trx)
  })

/** Gives each test of a file an empty database with one machine. */
export function withOneMachine(use: (db: Db) => void): void {
  const opened: Db[] = []
  beforeEach(async () => {
    const db = await emptyDatabase()
    opened.push(db)
    await insertMachines(db, 1)
    use(db)
  })
  afterAll(() => Promise.all(opened.map((one) => one.destroy())))
}

/** Writes a movement of 1.00 for each machine. */
export const insertMovement = (db: Db, type: number, at: string) =>
  sql`insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
    select id, ${type}, ${at}::timestamptz, 100, 0 from machines`.execute(db)

/** A movement as machines report it. Type 3 is a payout; others count as money put in. */
export const insertAmount = (db: Db, machineId: string, type: number, at: Date, cents: number) =>
  db
    .insertInto('movements')
    .values({
      machine_id: machineId,
      type,
      occurred_at: at,
      in_cents: type === 3 ? 0 : cents,
      out_cents: type === 3 ? cents : 0,
    })
    .execute()

/** Enough for six in this class: transactions that wait for each other, and an observer. */
const CONNECTIONS = 40

const postgresAt = (url: string): Dialect => postgresEngine(url, CONNECTIONS).dialectFor('background')

async function newOnCluster(): Promise<Dialect> {
  const { DATABASE_URL = '' } = await placeOf({ DATA_DIR: 'memory://' })
  return postgresAt(DATABASE_URL)
}

/** Opens the embedded engine in a thread of its own, as the server does. */
async function embeddedAt(location: string): Promise<Dialect> {
  setFlagsFromString(SHORT_LIVED)
  const workerData: WorkerData = { location, lock: null }
  const worker = new Worker(join(API_FOLDER, 'dist', 'dbWorker.js'), { workerData })
  // a test that fails half-way must not keep its process alive
  worker.unref()
  await once(worker, 'message')
  // the engine's dialect sends one request at a time
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
  return pgliteDialect(() => client as PgliteClient, new OneSession(), 'background')
}
