/** Messages between the server's thread and the thread that runs the embedded database. */
export type Request =
  | {
      readonly id: number
      readonly kind: 'query'
      readonly sql: string
      readonly parameters: readonly unknown[]
    }
  | { readonly id: number; readonly kind: 'close' }

export interface QueryOutcome {
  readonly rows: unknown[]
  readonly affectedRows: number
}

/** What is kept of a PostgreSQL error: never its parameters, which may be secrets. */
export interface SqlFailure {
  readonly message: string
  /** SQLSTATE, such as 23505 for a taken unique key. */
  readonly code?: string
  readonly constraint?: string
  /** The engine can do nothing more, not even answer. */
  readonly fatal: boolean
}

export type Reply =
  | { readonly id: number; readonly outcome: QueryOutcome }
  | { readonly id: number; readonly failure: SqlFailure }

/** Sent once, before any reply: the database is open, or why it is not. */
export type Opened = { readonly opened: true } | { readonly opened: false; readonly message: string }

export interface WorkerData {
  /** A directory, or `memory://`. */
  readonly location: string
  /** Of the directory's lock; null in memory. */
  readonly heartbeat: SharedArrayBuffer | null
}
