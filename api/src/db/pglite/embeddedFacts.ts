import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A location for tests: everything is in memory and forgotten at the end. */
export const MEMORY = 'memory://'

/** The engine's own folder in a data directory. */
export const DATABASE = 'pg'

export const holdsDatabase = (dataDir: string): boolean => existsSync(join(dataDir, DATABASE, 'PG_VERSION'))

/** Measured on copies of the disk image, taken as if at a power cut while credits were being changed. */
export const EMBEDDED_DURABILITY =
  'the embedded engine does not wait for the disk: in six of six simulated power cuts it lost the ' +
  'acknowledged writes of the last 3 to 25 seconds (PostgreSQL lost 0 of 13,148)'

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

/** A notification on a channel that the session listens to. */
export interface Notified {
  notified: string
}

export type Opened = { opened: true } | { opened: false; message: string }

export interface WorkerData {
  location: string
  /** Locks the data directory. Null in memory. */
  lock: { path: string; own: string } | null
}
