import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'

/** Nothing was done: no connection, a broken one, or no answer from the database. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/**
 * Nothing was done: the queue is full, no connection was free in time, or a statement or a lock took longer
 * than its class allows.
 */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}

export class ClientGone extends DatabaseBusy {
  override name = 'ClientGone'
}

/** Nothing was done: the disk is full or read-only, or the server accepts only reads. */
export class CannotStore extends Error {
  override name = 'CannotStore'
}

/** The connection broke during a commit. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** Serialization failure and deadlock. */
const REPEATABLE = ['40001', '40P01']

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/** Throw it to repeat the transaction after a concurrent change that it should have seen. */
export const repeatable = (message: string): Error => Object.assign(new Error(message), { code: '40001' })

export const isRepeatable = (error: unknown): boolean => REPEATABLE.includes(codeOf(error))

const UNIQUE_VIOLATION = '23505'

export const isDuplicate = (error: unknown, constraint: string): boolean =>
  codeOf(error) === UNIQUE_VIOLATION && (error as { constraint?: unknown }).constraint === constraint

const NO_LOCK_IN_TIME = '55P03'
/** Statement cancelled (time limit or client gone), lock not granted in time. */
const TOOK_TOO_LONG = ['57014', NO_LOCK_IN_TIME]
const DISK_FULL = '53100'

/** Accepts a driver's error or a classified one. The embedded engine has the same code for ENOSPC. */
export const isOutOfSpace = (error: unknown): boolean =>
  codeOf(error) === DISK_FULL || codeOf((error as { cause?: unknown } | null)?.cause) === DISK_FULL

/** Sent after a failover, or if an operator has made the server read-only. */
const READ_ONLY = '25006'
/** The server is stopping, starting or out of connections, or a transaction was idle too long. */
const CONNECTION_LOST = /^(08...|57P0.|53...|58...|25P03)$/

/** The server, the role or the database has no connection left. */
export const isOutOfConnections = (error: unknown): boolean => codeOf(error) === '53300'

/** Also "permission denied" for files; errors that PostgreSQL raises in aclchk.c concern table privileges. */
const DENIED = '42501'
const PRIVILEGE_CHECK_FILE = 'aclchk.c'

function isStorageError(error: unknown): boolean {
  const code = codeOf(error)
  if (code === DENIED) return (error as { file?: string }).file !== PRIVILEGE_CHECK_FILE
  return code === DISK_FULL || code === READ_ONLY
}

export const toCannotStore = (error: unknown): unknown =>
  isStorageError(error) ? new CannotStore((error as Error).message, { cause: error }) : error

/** A migration changed the result type of a prepared statement. A new connection prepares it again. */
const isOutdatedPlan = (error: unknown): boolean =>
  (error as { routine?: string } | null)?.routine === 'RevalidateCachedQuery'

const FATAL_SEVERITIES = ['FATAL', 'PANIC']

/** @returns the error as one of this file's classes, and whether its connection is unusable */
export function classify(error: unknown): { error: unknown; broken: boolean } {
  // thrown while reading a value: the connection is fine
  if (error instanceof TypeError || error instanceof RangeError) return { error, broken: false }
  const code = codeOf(error)
  const options = { cause: error }
  const message = error instanceof Error ? error.message : String(error)
  if (TOOK_TOO_LONG.includes(code)) return { error: new DatabaseBusy(message, options), broken: false }
  const lost = { error: new DatabaseUnavailable(message, options), broken: true }
  if (FATAL_SEVERITIES.includes((error as { severity?: string } | null)?.severity ?? '')) return lost
  if (isOutdatedPlan(error)) return lost
  const cannotStore = toCannotStore(error)
  // a new connection may lead to the primary after a failover
  if (cannotStore !== error) return { error: cannotStore, broken: code === READ_ONLY }
  // `code` alone is not enough: EPIPE looks like an SQLSTATE
  if (error instanceof DatabaseError && !CONNECTION_LOST.test(code)) return { error, broken: false }
  return lost
}

export const isLockTimeout = (error: unknown): boolean =>
  error instanceof DatabaseBusy && codeOf(error.cause) === NO_LOCK_IN_TIME

export const isDatabaseError = (error: unknown): boolean =>
  [DatabaseError, DatabaseUnavailable, DatabaseBusy, CannotStore].some((kind) => error instanceof kind)

/** Whether waiting may help. It does not if the server rejects the connection, as for a wrong password. */
export function isTransient(error: unknown): boolean {
  if (error instanceof CannotStore || error instanceof DatabaseBusy) return true
  if (!(error instanceof DatabaseUnavailable)) return false
  const { cause } = error
  return !(cause instanceof DatabaseError) || CONNECTION_LOST.test(codeOf(cause))
}

/** If a host name has several addresses, the error of a refused connection has an empty message. */
export const reasonOf = (error: unknown): string =>
  (error as Error).message || ((error as NodeJS.ErrnoException).code ?? String(error))

const TRIES = 5
const FIRST_PAUSE_MS = 10

/** @param transaction runs again after a deadlock or a serialization failure */
export async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (tries === TRIES || !isRepeatable(error)) throw error
      await sleep(FIRST_PAUSE_MS * 2 ** tries * Math.random())
    }
  }
}
