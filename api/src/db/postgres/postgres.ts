import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import pg from 'pg'
import { CommandError } from '@console/shared-kernel/command'
import { classify, reasonOf } from '../failures'
import { WORK_LIMITS, type WorkClass } from '../workClass'
import type { CancelWith, Engine, WorkLoad } from '../engine'
import { databaseIdentity } from './walPosition'
import { listen } from './listen'
import { PostgresDriver } from './postgresDriver'

/** Arbitrary, but the same in every process. */
const GLOBAL_LOCK = '4200004300'
const CONNECT_TIMEOUT_MS = 10_000
const OLDEST_VERSION = 15
const NO_LOAD: WorkLoad = { busy: 0, idle: 0, waiting: 0 }

/** Kysely takes a session lock, which does not work behind a pooler. `migrateOrWait` takes a lock instead. */
class AdapterWithoutLock extends PostgresAdapter {
  override acquireMigrationLock = async (): Promise<void> => undefined
  override releaseMigrationLock = async (): Promise<void> => undefined
}

export function postgresEngine(
  url: string,
  connections: number,
  directUrl = url,
  limits = WORK_LIMITS,
): Engine {
  const drivers = new Map<WorkClass, PostgresDriver>()
  return {
    dialectFor: (work) => ({
      createDriver: () => {
        const driver = new PostgresDriver(url, connections, work, limits[work])
        drivers.set(work, driver)
        return driver
      },
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new AdapterWithoutLock(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    }),
    loadOf: (work) => drivers.get(work)?.load ?? NO_LOAD,
    open: async (db) => {
      try {
        await rejectUnfit(db)
      } catch (error) {
        throw new CommandError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`, {
          cause: error,
        })
      }
      if (directUrl !== url) await rejectOtherDatabase(db, directUrl)
    },
    hasOneSession: false,
    cancelWith,
    withGlobalLock: (task, key = GLOBAL_LOCK) => withGlobalLock(directUrl, task, key),
    listen: (listeners, onState) => listen(directUrl, listeners, onState),
    // autovacuum never analyzes a partitioned table as a whole; in a transaction, because behind a pooler a
    // single statement is subject to the role's time limit
    maintain: (db) =>
      db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ isDone: boolean }>`select analyze_movements() as "isDone"`.execute(trx)
        return rows[0]?.isDone ?? false
      }),
    limitLog: async () => undefined,
    close: async () => undefined,
  }
}

/**
 * Takes a transaction lock, because behind a pooler a session lock would pass to other clients. Does not use
 * a pool's connection: the task may need them all.
 */
async function withGlobalLock<T>(connectionString: string, task: () => Promise<T>, key: string): Promise<T> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  try {
    try {
      await client.connect()
      // the role may have limits, but the wait and the task may take long
      const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
      await client.query(`begin; ${limits.map((limit) => `set local ${limit} = 0;`).join(' ')}`)
      await client.query('select pg_advisory_xact_lock($1)', [key])
    } catch (error) {
      throw classify(error).error
    }
    return await task()
  } finally {
    await client.end()
  }
}

const cancelWith: CancelWith = async (trx, elsewhere, signal) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
  let asked: Promise<unknown> = Promise.resolve()
  const cancel = (): void => {
    asked = sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(elsewhere).catch(() => undefined)
  }
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  return async () => {
    signal.removeEventListener('abort', cancel)
    // a late cancel request would hit the connection's next statement
    await asked
  }
}

async function rejectUnfit(db: Parameters<Engine['open']>[0]): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding`.execute(db)
  const [found] = rows
  if (!found || found.version < OLDEST_VERSION) {
    throw new Error(
      `it is PostgreSQL ${found?.version}, and ${OLDEST_VERSION} is the oldest that is supported`,
    )
  }
  if (found.encoding !== 'UTF8') throw new Error(`its encoding is ${found.encoding}, and must be UTF8`)
}

/**
 * Rejects a direct URL to another database: NOTIFY would not arrive, and the startup lock would not keep
 * other processes out.
 */
async function rejectOtherDatabase(db: Parameters<Engine['open']>[0], directUrl: string): Promise<void> {
  const direct = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: new pg.Pool({ connectionString: directUrl, max: 1, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }),
    }),
  })
  const identityOf = async (where: Parameters<Engine['open']>[0]): Promise<string | undefined> =>
    (await sql<{ identity: string }>`select ${databaseIdentity} as identity`.execute(where)).rows[0]?.identity
  const there = await identityOf(direct)
    .catch((error: unknown) => {
      const cause = classify(error).error
      throw new CommandError(`DATABASE_DIRECT_URL cannot be used: ${reasonOf(error)}`, { cause })
    })
    .finally(() => direct.destroy())
  if (there !== (await identityOf(db)))
    throw new CommandError('DATABASE_DIRECT_URL leads to another database than DATABASE_URL')
}
