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
import type { WorkClass } from '../workClass'
import { cannotStoreOr } from '../failures'
import type { PgliteClient } from './client'
import type { Turns } from './turns'

export const pgliteDialect = (client: () => PgliteClient, turns: Turns, work: WorkClass): Dialect => ({
  createDriver: () => new PgliteDriver(client, turns, work),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})

class PgliteConnection implements DatabaseConnection {
  private readonly client: PgliteClient

  constructor(client: PgliteClient) {
    this.client = client
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, affectedRows } = await this.client.query(query.sql, query.parameters)
      return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) }
    } catch (error) {
      throw cannotStoreOr(error)
    }
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in chunks by key, not by a cursor')
  }
}

class PgliteDriver implements Driver {
  private readonly client: () => PgliteClient
  private readonly turns: Turns
  private readonly work: WorkClass

  constructor(client: () => PgliteClient, turns: Turns, work: WorkClass) {
    this.client = client
    this.turns = turns
    this.work = work
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = new PgliteConnection(this.client())
    await this.turns.acquire(this.work)
    return connection
  }

  async releaseConnection(): Promise<void> {
    this.turns.release()
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

  /** The engine is closed once, when all classes have finished: see embedded.ts. */
  async destroy(): Promise<void> {}
}
