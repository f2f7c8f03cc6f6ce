import { CompiledQuery, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StartError } from '../../startError'
import type { Engine } from './engine'
import { DATE, INT8, readDate, readInt8, SESSION_ZONE } from './values'

/** Any number, the same in every process: what {@link Engine.alone} locks. */
const ALONE_LOCK = 4_200_004_300
const CONNECT_TIMEOUT_MS = 10_000
const OLDEST_VERSION = 15

/** @throws StartError when the server cannot be reached, is too old, or the database is not UTF-8. */
export async function openPostgres(url: string, connections: number): Promise<Engine> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'console-api',
    types: { getTypeParser },
  })
  // an idle connection that breaks is replaced; without a listener its error would end the process
  pool.on('error', () => undefined)
  try {
    await refuseUnfit(pool)
  } catch (error) {
    await pool.end()
    throw new StartError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`)
  }
  return {
    dialect: new PostgresDialect({
      pool,
      onCreateConnection: async (connection) => {
        await connection.executeQuery(CompiledQuery.raw(SESSION_ZONE))
      },
    }),
    alone: (task) => alone(url, task),
    // the server vacuums and writes its checkpoints by itself
    maintain: async () => undefined,
    release: () => undefined,
  }
}

const parsers: Readonly<Record<number, (text: string) => unknown>> = { [INT8]: readInt8, [DATE]: readDate }

const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  parsers[type] ?? pg.types.getTypeParser(type, format as 'text')

/**
 * The lock lives as long as its connection: a process that is killed gives it back. A connection beside the
 * pool, which the task may need whole.
 */
async function alone<T>(connectionString: string, task: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [ALONE_LOCK])
    return await task()
  } finally {
    await client.end()
  }
}

async function refuseUnfit(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding`,
  )
  const [found] = rows
  if (!found || found.version < OLDEST_VERSION) {
    throw new Error(`it is PostgreSQL ${found?.version}, and ${OLDEST_VERSION} is the oldest that will do`)
  }
  if (found.encoding !== 'UTF8') throw new Error(`its encoding is ${found.encoding}, and must be UTF8`)
}

/** A refused connection to a name with several addresses has an empty message. */
const reasonOf = (error: unknown): string =>
  (error as Error).message || ((error as NodeJS.ErrnoException).code ?? String(error))
