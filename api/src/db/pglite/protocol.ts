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

/** Never contains parameters, which may be secrets. */
export interface SqlFailure {
  readonly message: string
  /** SQLSTATE, such as 23505 for a unique violation. */
  readonly code?: string
  readonly constraint?: string
  /** The engine can do nothing more, not even answer. */
  readonly fatal: boolean
}

export type Reply =
  | { readonly id: number; readonly outcome: QueryOutcome }
  | { readonly id: number; readonly failure: SqlFailure }

export type Opened = { readonly opened: true } | { readonly opened: false; readonly message: string }

export interface WorkerData {
  readonly location: string
  /** Of the directory. Null in memory. */
  readonly lock: { readonly path: string; readonly own: string } | null
}
