import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import pg from 'pg'
import { connectionsOf, type WorkClass, type WorkLimits } from '../workClass'
import {
  CannotStore,
  classify,
  DatabaseBusy,
  DatabaseUnavailable,
  isOutOfConnections,
  OutcomeUnknown,
  reasonOf,
} from '../failures'
import type { WorkLoad } from '../engine'
import { isDirect } from './listen'
import { DATE, INT8, readDate, readInt8 } from '../values'

/** Added to the server's own limit, which leaves the connection usable. This one is for a frozen server. */
const FROZEN_AFTER_MS = 1_000
/** Milliseconds. A hanging process must not hold its locks forever; a migration may compute for a while. */
const idleInTransactionMs = ({ statementMs }: WorkLimits): number => (statementMs === 0 ? 600_000 : 60_000)

const parsers: Readonly<Record<number, (text: string) => unknown>> = { [INT8]: readInt8, [DATE]: readDate }
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  parsers[type] ?? pg.types.getTypeParser(type, format as 'text')

/**
 * Set per session, or per transaction behind a pooler. JIT is off, since it takes seconds per chunk of a
 * list once the statistics are old.
 */
const settings = (how: 'set' | 'set local', limits: WorkLimits): string =>
  [
    `timezone = 'UTC'`,
    'jit = off',
    `statement_timeout = ${limits.statementMs}`,
    `lock_timeout = ${limits.lockMs}`,
    `idle_in_transaction_session_timeout = ${idleInTransactionMs(limits)}`,
  ]
    .map((setting) => `${how} ${setting};`)
    .join(' ')

/** Per session. Each takes about 30 kB of server memory. */
const MAX_PREPARED = 200
const MAX_SEEN = 1_000
/**
 * Lookups by key have one plan for all values. Lists and reports are planned each time, because one for a
 * single shop needs a different plan than one for the Master.
 */
const PREPARING: readonly WorkClass[] = ['interactive', 'logins']

/** A statement is prepared on its second use, because some statements vary with the request. */
class StatementNames {
  private readonly names = new Map<string, string>()
  private readonly seen = new Set<string>()

  nameOf(text: string): string | undefined {
    const known = this.names.get(text)
    if (known !== undefined || this.names.size === MAX_PREPARED) return known
    if (!this.seen.has(text)) {
      if (this.seen.size === MAX_SEEN) this.seen.clear()
      this.seen.add(text)
      return undefined
    }
    const name = `s${this.names.size}`
    this.names.set(text, name)
    return name
  }
}

class PostgresConnection implements DatabaseConnection {
  readonly client: pg.PoolClient
  readonly isDirect: boolean
  private readonly names: StatementNames | null
  broken = false
  /** In a read-only transaction, a commit that is cut off has no unknown outcome. */
  readOnly = false

  constructor(client: pg.PoolClient, isDirect: boolean, names: StatementNames | null) {
    this.client = client
    this.isDirect = isDirect
    this.names = names
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, rowCount } = await this.client.query<Record<string, unknown>>({
        text: sql,
        values: [...parameters],
        ...(this.isDirect && this.names && { name: this.names.nameOf(sql) }),
      })
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
    } catch (caught) {
      throw this.note(caught)
    }
  }

  async run(text: string): Promise<void> {
    try {
      await this.client.query(text)
    } catch (caught) {
      throw this.note(caught)
    }
  }

  note(caught: unknown): unknown {
    const { error, broken } = classify(caught)
    this.broken ||= broken
    return error
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in chunks by key, not by a cursor')
  }
}

export class PostgresDriver implements Driver {
  private readonly pool: pg.Pool
  private readonly limits: WorkLimits
  private readonly names: StatementNames | null
  private readonly isDirect = new WeakMap<pg.PoolClient, boolean>()
  private readonly max: number
  /** Connections in use. The pool's own count includes those that are still being opened. */
  private acquired = 0

  constructor(url: string, connections: number, work: WorkClass, limits: WorkLimits) {
    this.limits = limits
    this.names = PREPARING.includes(work) ? new StatementNames() : null
    this.max = connectionsOf(work, connections)
    this.pool = new pg.Pool({
      connectionString: url,
      max: this.max,
      connectionTimeoutMillis: limits.waitMs,
      query_timeout: limits.statementMs === 0 ? undefined : limits.statementMs + FROZEN_AFTER_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: `console-api ${work}`,
      types: { getTypeParser },
    })
    // a connection may break at any time, and an error event without a listener ends the process
    this.pool.on('connect', (client) => client.on('error', () => undefined))
    this.pool.on('error', () => undefined)
    this.pool.on('acquire', () => (this.acquired += 1))
    this.pool.on('release', () => (this.acquired -= 1))
  }

  get load(): WorkLoad {
    const { totalCount, idleCount, waitingCount } = this.pool
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.pool.waitingCount >= this.limits.queue) throw new DatabaseBusy('Too many tasks wait')
    const client = await this.connect()
    try {
      const isDirect = this.isDirect.get(client) ?? (await this.setUp(client))
      return new PostgresConnection(client, isDirect, this.names)
    } catch (caught) {
      client.release(true)
      throw classify(caught).error
    }
  }

  /** Session limits behind a pooler would apply to other classes of work too. */
  private async setUp(client: pg.PoolClient): Promise<boolean> {
    const direct = await isDirect(client)
    if (direct) await client.query(settings('set', this.limits))
    this.isDirect.set(client, direct)
    return direct
  }

  private async connect(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect()
    } catch (error) {
      if (this.acquired === this.max) throw new DatabaseBusy('No connection was free in time')
      if (isOutOfConnections(error)) throw new DatabaseBusy(reasonOf(error))
      throw new DatabaseUnavailable(reasonOf(error), { cause: error })
    }
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const { client, broken } = connection as PostgresConnection
    client.release(broken)
  }

  async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    const pgConnection = connection as PostgresConnection
    pgConnection.readOnly = accessMode === 'read only'
    try {
      const begin = `begin${isolation} ${accessMode ?? ''};`
      await pgConnection.run(pgConnection.isDirect ? begin : `${begin} ${settings('set local', this.limits)}`)
    } catch (error) {
      // it may have failed after `begin`, and kysely does not roll back what has not begun
      pgConnection.broken = true
      throw error
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const pgConnection = connection as PostgresConnection
    try {
      await pgConnection.run('commit')
    } catch (error) {
      if (pgConnection.readOnly) throw error
      // a server without disk space for its write-ahead log crashes during the commit
      if (error instanceof DatabaseUnavailable || error instanceof CannotStore) {
        throw new OutcomeUnknown(error.message, { cause: error })
      }
      throw error
    }
  }

  /** Keeps the original error. Closing the connection rolls back too. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const pgConnection = connection as PostgresConnection
    if (pgConnection.broken) return
    await pgConnection.run('rollback').catch(() => (pgConnection.broken = true))
  }

  async destroy(): Promise<void> {
    await this.pool.end()
  }
}
