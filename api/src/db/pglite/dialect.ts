import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { Semaphore } from '../../semaphore'
import type { PgliteClient } from './client'

/** PostgreSQL as kysely writes it, spoken to the one session of the embedded engine. */
export const pgliteDialect = (client: PgliteClient): Dialect => ({
  createDriver: () => new PgliteDriver(client),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})

class PgliteConnection implements DatabaseConnection {
  readonly #client: PgliteClient

  constructor(client: PgliteClient) {
    this.#client = client
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.#client.query(query.sql, query.parameters)
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) }
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in chunks by key, not by a cursor')
  }
}

/**
 * The engine has a single session, so whoever holds the connection holds the database: a statement from
 * elsewhere that slipped into an open transaction would be rolled back with it.
 */
class PgliteDriver implements Driver {
  readonly #connection: PgliteConnection
  readonly #client: PgliteClient
  readonly #turn = new Semaphore(1)

  constructor(client: PgliteClient) {
    this.#client = client
    this.#connection = new PgliteConnection(client)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turn.acquire()
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#turn.release()
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    await connection.executeQuery(CompiledQuery.raw(`begin${isolation}`))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    await this.#turn.run(() => this.#client.close())
  }
}
