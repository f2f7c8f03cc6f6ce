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
import { WORK_LIMITS, type WorkClass } from '../workClass'
import { Limiter } from '@console/shared-kernel/lock'
import { Counts } from '../../foundation/counts'
import type { WorkLoad } from '../engine'
import { toCannotStore, DatabaseBusy } from '../failures'
import type { PgliteClient } from './client'

export const pgliteDialect = (client: () => PgliteClient, session: OneSession, work: WorkClass): Dialect => ({
  createDriver: () => new PgliteDriver(client, session, work),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})

/**
 * Only one caller at a time: another caller's statement within a transaction would be rolled back with it.
 * All classes wait in order of arrival.
 */
export class OneSession {
  private readonly limiter = new Limiter(1)
  private readonly waiting = new Counts()
  private holder: { work: WorkClass; leave: () => void } | null = null

  /** @throws DatabaseBusy if too many tasks of the class are waiting, or this one waits too long */
  async acquire(work: WorkClass): Promise<void> {
    const { queue, waitMs } = WORK_LIMITS[work]
    if (this.waiting.of(work) >= queue) throw new DatabaseBusy('Too many tasks wait')
    this.waiting.add(work, 1)
    try {
      this.holder = { work, leave: await this.limiter.enter(waitMs) }
    } catch (error) {
      throw new DatabaseBusy('The session was not free in time', { cause: error })
    } finally {
      this.waiting.add(work, -1)
    }
  }

  release(): void {
    const { leave } = this.holder!
    this.holder = null
    leave()
  }

  loadOf(work: WorkClass): WorkLoad {
    return { busy: this.holder?.work === work ? 1 : 0, idle: 0, waiting: this.waiting.of(work) }
  }
}

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
      throw toCannotStore(error)
    }
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in chunks by key, not by a cursor')
  }
}

class PgliteDriver implements Driver {
  private readonly client: () => PgliteClient
  private readonly session: OneSession
  private readonly work: WorkClass

  constructor(client: () => PgliteClient, session: OneSession, work: WorkClass) {
    this.client = client
    this.session = session
    this.work = work
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = new PgliteConnection(this.client())
    await this.session.acquire(this.work)
    return connection
  }

  async releaseConnection(): Promise<void> {
    this.session.release()
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
