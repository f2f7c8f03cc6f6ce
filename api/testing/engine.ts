import { createHash, randomUUID } from 'node:crypto'
import { Client } from 'pg'

export type Environment = Record<string, string>

/**
 * Each API test can run on both engines and sets `DATA_DIR` to where a server's data is. On PostgreSQL, each
 * directory stands for one database of the tests' cluster. Tests of only one engine are in files named
 * `*.embedded.*`, `*.postgres.*` and `*.pgbouncer.*`.
 */
export const onPostgres = process.env['TEST_ENGINE'] === 'postgres'

const MEMORY = 'memory://'
/** The second occurs if two are created at the same moment. */
const ALREADY_EXISTS = ['42P04', '23505']

/** The default for test servers on PostgreSQL and for the shared ones; tests can use it to make tokens. */
export const TOKEN_SECRET = 'what signs the tokens of every test server'

/** The environment that tells a server where its data is, on the engine of this run. */
export async function placeOf(env: Environment): Promise<Environment> {
  const { DATA_DIR: dataDir, ...others } = env
  if (!onPostgres || dataDir === undefined) return env
  const name = dataDir === MEMORY ? `memory_${randomUUID()}` : databaseOf(dataDir)
  await createDatabase(name)
  const DATABASE_URL = await serverUrlOf(name)
  return { TOKEN_SECRET, ...others, DATABASE_URL }
}

let serverUrlOf = async (database: string): Promise<string> => urlOf(database)

/** Lets the servers of a test file sign in with a role other than the cluster's owner. */
export const signServersInBy = (urlFor: typeof serverUrlOf): void => void (serverUrlOf = urlFor)

export const databaseOf = (dataDir: string): string =>
  `place_${createHash('sha256').update(dataDir).digest('hex').slice(0, 32)}`

/** @param role the cluster's owner by default */
export function urlOf(database: string, role?: { name: string; password: string }): string {
  const url = new URL(process.env['TEST_POSTGRES'] ?? '')
  url.pathname = `/${database}`
  if (role) Object.assign(url, { username: role.name, password: role.password })
  return url.href
}

/** Leaves an existing database as it is. */
export async function createDatabase(name: string, template = 'template0'): Promise<void> {
  try {
    await onCluster(`create database "${name}" template "${template}" strategy file_copy`)
  } catch (error) {
    if (!ALREADY_EXISTS.includes((error as { code?: string }).code ?? '')) throw error
  }
}

export const onCluster = <Row>(statement: string, parameters: string[] = []): Promise<Row[]> =>
  ask(urlOf('postgres'), statement, parameters)

/** Runs a query on its own connection. */
export async function ask<Row>(url: string, statement: string, parameters: string[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement, parameters)).rows as Row[]
  } finally {
    await client.end()
  }
}
