import type { Dialect, LogEvent, QueryExecutorProvider } from 'kysely'
import type { Db } from './schema'
import type { WorkClass } from './workClass'

/** PostgreSQL, embedded or on a server. Both take the same SQL and return the same values. */
export interface Engine {
  dialectFor(work: WorkClass): Dialect
  loadOf(work: WorkClass): WorkLoad
  /** @throws CommandError if the database is in use or cannot be used */
  open(db: QueryExecutorProvider): Promise<void>
  /** True if every call waits for the transaction in progress. */
  hasOneSession: boolean
  /** Null if the engine cannot cancel a running statement. */
  cancelWith: CancelWith | null
  /** Runs the task in one server process at a time. @param key names the lock; tasks without a key share one */
  withGlobalLock<T>(task: () => Promise<T>, key?: string): Promise<T>
  /** Listens on one connection. @returns a function that stops listening */
  listen(listeners: Listeners, onState: OnListenState): () => Promise<void>
  /** Nightly maintenance. @returns whether this process did it; another one may have */
  maintain(db: Db): Promise<boolean>
  /** Called every minute to limit the size of the write-ahead log. */
  limitLog(db: QueryExecutorProvider): Promise<void>
  /** Also called when `open` failed. */
  close(): Promise<void>
}

export interface Listener {
  onListening(): void
  onNotified(): void
  onLost(): void
}

/** Listeners by channel. */
export type Listeners = Readonly<Record<string, readonly Listener[]>>

/** The state that is logged. A connection through a pooler never receives a NOTIFY. */
type ListenState = 'listening' | 'pooled' | { lostBecause: string }
/** Called after every attempt, so the same reason may repeat. */
export type OnListenState = (state: ListenState) => void

export type OnQuery = (event: LogEvent) => void

export interface WorkLoad {
  busy: number
  idle: number
  waiting: number
}

/**
 * @param elsewhere another connection to the same server, for the cancel request
 * @returns a function to call when the work is done; resolves once no cancel request can arrive any more
 */
export type CancelWith = (
  trx: QueryExecutorProvider,
  elsewhere: QueryExecutorProvider,
  signal: AbortSignal,
) => Promise<() => Promise<void>>

export interface DatabaseLocation {
  /** The embedded engine's directory, or `memory://`. */
  dataDir: string
  /** A PostgreSQL server, instead of the embedded engine. May contain a password: never shown. */
  databaseUrl: string | null
  /** The same database without a pooler, for what needs a session of its own; null: `databaseUrl`. */
  databaseDirectUrl: string | null
  databaseConnections: number
}
