import type { Dialect, QueryExecutorProvider } from 'kysely'

/** PostgreSQL, in one of two forms: everything above speaks the same SQL to both and gets the same values. */
export interface Engine {
  readonly dialect: Dialect
  /** Runs `task` in one server process at a time. */
  alone<T>(task: () => Promise<T>): Promise<T>
  /** What must be done at a quiet hour because the engine does not do it by itself. */
  maintain(db: QueryExecutorProvider): Promise<void>
  /** After the last statement. */
  release(): void
}

/** Where the data is. */
export interface DatabaseLocation {
  /** Of the embedded engine: a directory, or `memory://`. */
  readonly dataDir: string
  /** A PostgreSQL server, instead of the embedded engine. May hold a password: never shown. */
  readonly databaseUrl: string | null
  /** Connections to the server that this process may hold. */
  readonly databaseConnections: number
}
