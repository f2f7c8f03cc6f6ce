export type Request =
  | {
      id: number
      kind: 'query'
      sql: string
      parameters: readonly unknown[]
    }
  | { id: number; kind: 'close' }

export interface QueryOutcome {
  rows: unknown[]
  affectedRows: number
}

/** Never contains parameters, which may be secrets. */
export interface SqlFailure {
  message: string
  /** SQLSTATE, such as 23505 for a unique violation. */
  code?: string
  constraint?: string
  /** The engine can do nothing more, not even answer. */
  fatal: boolean
}

export type Reply = { id: number; outcome: QueryOutcome } | { id: number; failure: SqlFailure }

export type Opened = { opened: true } | { opened: false; message: string }

export interface WorkerData {
  location: string
  /** Of the directory. Null in memory. */
  lock: { path: string; own: string } | null
}
