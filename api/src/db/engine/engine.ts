import type { Dialect, LogEvent, QueryExecutorProvider } from 'kysely'
import type { Db } from '../schema'
import type { WorkClass } from '../workClass'

/** PostgreSQL, in one of two forms: everything above speaks the same SQL to both and gets the same values. */
export interface Engine {
  /** How a class of work reaches the database; nothing is opened yet. */
  dialectFor(work: WorkClass): Dialect
  /** What a class of work holds now, and what waits. */
  loadOf(work: WorkClass): WorkLoad
  /** Opens it. @throws StartError when it is in use, or cannot be used */
  open(db: QueryExecutorProvider): Promise<void>
  /** Makes the statement that a transaction is at fail, as soon as the signal is aborted. Null: it can't. */
  readonly cancelWith: CancelWith | null
  /** Runs `task` in one server process at a time. @param key names a lock; without one there is one for all */
  withGlobalLock<T>(task: () => Promise<T>, key?: string): Promise<T>
  /**
   * Listens on a channel for what other processes on the database notify.
   * @param onPooled called with each connection that leads through a pooler, where nothing arrives
   * @returns how to stop
   */
  listen(channel: string, listener: Listener, onPooled: () => void): () => Promise<void>
  /**
   * What must be done at a quiet hour because the engine does not do it by itself.
   * @returns whether this process did it: another one may have, or the disk is full
   */
  maintain(db: Db): Promise<boolean>
  /** Asked every minute: what the engine does not do by itself against the growth of its log. */
  limitLog(db: QueryExecutorProvider): Promise<void>
  /** After the last statement, also where `open` failed. */
  close(): Promise<void>
}

export interface Listener {
  /** Each notification arrives from now on. */
  onListening(): void
  onNotified(): void
  /** Some may be missed until it is listening again. */
  onLost(): void
}

/** Told of each statement when it has ended. */
export type OnQuery = (event: LogEvent) => void

export interface WorkLoad {
  /** Connections that work for it. */
  readonly busy: number
  /** Connections that are open and do nothing. */
  readonly idle: number
  /** Tasks that wait for a connection. */
  readonly waiting: number
}

/**
 * @param trx the transaction; @param elsewhere to ask from
 * @returns to be called when the transaction's work is done; it resolves when nothing of it will be cancelled
 */
export type CancelWith = (
  trx: QueryExecutorProvider,
  elsewhere: QueryExecutorProvider,
  signal: AbortSignal,
) => Promise<() => Promise<void>>

/** Where the data is. */
export interface DatabaseLocation {
  /** Of the embedded engine: a directory, or `memory://`. */
  readonly dataDir: string
  /** A PostgreSQL server, instead of the embedded engine. May hold a password: never shown. */
  readonly databaseUrl: string | null
  /** The same database past a pooler, for what needs a session of its own; null: as `databaseUrl`. */
  readonly databaseDirectUrl: string | null
  /** Connections to the server that this process may hold. */
  readonly databaseConnections: number
}
