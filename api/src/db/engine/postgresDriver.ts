import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import pg from 'pg'
import { connectionsOf, type WorkClass, type WorkLimits } from '../workClass'
import { CannotStore, classify, DatabaseBusy, DatabaseUnavailable, OutcomeUnknown } from '../failures'
import type { WorkLoad } from './engine'
import { isDirect } from './pooler'
import { DATE, INT8, readDate, readInt8 } from './values'

/** Longer than the server's own limit, which leaves the connection usable; this one is for a server that is frozen. */
const FROZEN_AFTER_MS = 1_000
/** A transaction whose process hangs must not hold its locks for ever; a migration may compute for a while. */
const idleInTransactionMs = ({ statementMs }: WorkLimits): number => (statementMs === 0 ? 600_000 : 60_000)

const parsers: Readonly<Record<number, (text: string) => unknown>> = { [INT8]: readInt8, [DATE]: readDate }
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  parsers[type] ?? pg.types.getTypeParser(type, format as 'text')

/**
 * What every session is set to; behind a pooler, where nothing of a session lasts, every transaction. JIT
 * compiles each chunk of a list for seconds once the statistics are old.
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

/** In each session of a class, which keeps about 30 kB of memory for each. */
const MOST_PREPARED = 200
/** Texts whose first use is remembered. */
const MOST_SEEN = 1_000
/**
 * Their statements find rows by keys, and the best plan is the same for all values. A list or a report of one
 * shop wants another plan than that of the Master.
 */
const PREPARING: readonly WorkClass[] = ['interactive', 'logins']

/** The names of prepared statements by their texts. One is prepared at its second use: some texts vary with what is asked. */
class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seen = new Set<string>()

  /** @returns undefined for a statement that is not to be prepared */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size === MOST_PREPARED) return known
    if (!this.#seen.has(text)) {
      if (this.#seen.size === MOST_SEEN) this.#seen.clear()
      this.#seen.add(text)
      return undefined
    }
    const name = `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

class PostgresConnection implements DatabaseConnection {
  readonly client: pg.PoolClient
  /** Whether the session lasts, with all that is set and prepared in it: not behind a pooler. */
  readonly isDirect: boolean
  readonly #names: StatementNames | null
  /** Not handed out again. */
  broken = false
  /** Of its transaction: a commit that is cut off leaves no doubt. */
  readOnly = false

  constructor(client: pg.PoolClient, isDirect: boolean, names: StatementNames | null) {
    this.client = client
    this.isDirect = isDirect
    this.#names = names
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, rowCount } = await this.client.query<Record<string, unknown>>({
        text: sql,
        values: [...parameters],
        // otherwise the server plans it again each time, which takes longer than to look up a row
        ...(this.isDirect && this.#names && { name: this.#names.nameOf(sql) }),
      })
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
    } catch (caught) {
      throw this.note(caught)
    }
  }

  /** Text without parameters: several statements in one round trip. */
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

/** The connections of one class of work: time limits, a bounded queue, and no broken connection twice. */
export class PostgresDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #limits: WorkLimits
  readonly #names: StatementNames | null
  readonly #isDirect = new WeakMap<pg.PoolClient, boolean>()

  constructor(url: string, connections: number, work: WorkClass, limits: WorkLimits) {
    this.#limits = limits
    this.#names = PREPARING.includes(work) ? new StatementNames() : null
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connectionsOf(work, connections),
      connectionTimeoutMillis: limits.patienceMs,
      query_timeout: limits.statementMs === 0 ? undefined : limits.statementMs + FROZEN_AFTER_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: `console-api ${work}`,
      types: { getTypeParser },
    })
    // a connection may break at any time, also while it is handed out: an error without a listener ends the process
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
    this.#pool.on('error', () => undefined)
  }

  get load(): WorkLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#pool.waitingCount >= this.#limits.queue) throw new DatabaseBusy('Too many tasks wait')
    const client = await this.#connect()
    try {
      const isDirect = this.#isDirect.get(client) ?? (await this.#setUp(client))
      return new PostgresConnection(client, isDirect, this.#names)
    } catch (caught) {
      client.release(true)
      throw classify(caught).error
    }
  }

  /** Behind a pooler, a session's limits would hold for whatever another class of work does next in it. */
  async #setUp(client: pg.PoolClient): Promise<boolean> {
    const direct = await isDirect(client)
    if (direct) await client.query(settings('set', this.#limits))
    this.#isDirect.set(client, direct)
    return direct
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      // whatever the reason (refused, starting, no room, none free in time): nothing was done
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
    const mine = connection as PostgresConnection
    mine.readOnly = accessMode === 'read only'
    try {
      const begin = `begin${isolation} ${accessMode ?? ''};`
      await mine.run(mine.isDirect ? begin : `${begin} ${settings('set local', this.#limits)}`)
    } catch (error) {
      // it may have failed after `begin`, and what has not begun is not rolled back
      mine.broken = true
      throw error
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const mine = connection as PostgresConnection
    try {
      await mine.run('commit')
    } catch (error) {
      if (mine.readOnly) throw error
      // a server that has no room for its log ends while it commits
      if (error instanceof DatabaseUnavailable || error instanceof CannotStore) {
        throw new OutcomeUnknown(error.message, { cause: error })
      }
      throw error
    }
  }

  /** Never hides the error that led to it: a connection that can't roll back is thrown away, which does. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const mine = connection as PostgresConnection
    if (mine.broken) return
    await mine.run('rollback').catch(() => (mine.broken = true))
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

/** A refused connection to a name with several addresses has an empty message. */
export const reasonOf = (error: unknown): string =>
  (error as Error).message || ((error as NodeJS.ErrnoException).code ?? String(error))
