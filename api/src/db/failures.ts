import { DatabaseError } from 'pg'

/** Nothing was done: no connection, a connection that broke, or a database that does not answer. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** Nothing was done: the queue is full, or a statement or a lock took longer than its class may. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}

/** Nothing was done, and no answer is waited for: the client has left. */
export class ClientGone extends DatabaseBusy {
  override name = 'ClientGone'
}

/** Nothing was done: the disk of the database is full or read-only, or the server only reads. */
export class CannotStore extends Error {
  override name = 'CannotStore'
}

/** The connection broke while a transaction was committed: it may have been or not. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** A concurrent change that the transaction should have seen from its beginning: repeat it. */
export class MustRepeat extends Error {
  override name = 'MustRepeat'
  readonly code = '40001'
}

/** Serialization failure and deadlock: the transaction was rolled back and may be run again. */
const REPEATABLE = ['40001', '40P01']

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

export const isRepeatable = (error: unknown): boolean => REPEATABLE.includes(codeOf(error))

/** Statement cancelled (time limit, or its client left), lock not granted in time. */
const TOOK_TOO_LONG = ['57014', '55P03']
/** No room on the disk; only reads are taken, after a failover, say, or because the disk is nearly full. */
const DISK_FULL = '53100'
const READ_ONLY = '25006'
/** The server stops, starts, or has no room for another connection; a transaction stood idle too long. */
const CONNECTION_LOST = /^(08...|57P0.|53...|58...|25P03)$/

/** 42501 is "permission denied", of the disk's files too; about rights on tables it comes from this source file. */
const DENIED = '42501'
const OF_RIGHTS = 'aclchk.c'

function isOfDisk(error: unknown): boolean {
  const code = codeOf(error)
  if (code === DENIED) return (error as { file?: string }).file !== OF_RIGHTS
  return code === DISK_FULL || code === READ_ONLY
}

/** @returns what a statement failed with where the disk is the reason, else the error as it is */
export const cannotStoreOr = (error: unknown): unknown =>
  isOfDisk(error) ? new CannotStore((error as Error).message, { cause: error }) : error

/** Of a prepared statement, once a migration has changed what it returns; a new connection prepares it again. */
const isOutdatedPlan = (error: unknown): boolean =>
  (error as { routine?: string } | null)?.routine === 'RevalidateCachedQuery'

/** With these the server ends the connection, or itself. */
const ENDING = ['FATAL', 'PANIC']

/** @returns the error as the layers above know it, and whether its connection can't be used again */
export function classify(error: unknown): { readonly error: unknown; readonly broken: boolean } {
  // thrown while reading a value: the connection is as good as before
  if (error instanceof TypeError || error instanceof RangeError) return { error, broken: false }
  const code = codeOf(error)
  const options = { cause: error }
  const message = error instanceof Error ? error.message : String(error)
  if (TOOK_TOO_LONG.includes(code)) return { error: new DatabaseBusy(message, options), broken: false }
  const lost = { error: new DatabaseUnavailable(message, options), broken: true }
  if (ENDING.includes((error as { severity?: string } | null)?.severity ?? '')) return lost
  if (isOutdatedPlan(error)) return lost
  const cannotStore = cannotStoreOr(error)
  // another connection may lead to the server that writes by now
  if (cannotStore !== error) return { error: cannotStore, broken: code === READ_ONLY }
  // not by the form of the code: EPIPE has that of an SQLSTATE
  if (error instanceof DatabaseError && !CONNECTION_LOST.test(code)) return { error, broken: false }
  return lost
}

/** Whether it comes from a database, and is no answer that another one would give too. */
export const isOfDatabase = (error: unknown): boolean =>
  [DatabaseError, DatabaseUnavailable, DatabaseBusy, CannotStore].some((kind) => error instanceof kind)

/** Whether waiting helps: the server was unavailable, starting or stopping, and did not refuse the connection. */
export function mayComeBack(error: unknown): boolean {
  if (error instanceof CannotStore) return true
  if (!(error instanceof DatabaseUnavailable)) return false
  const { cause } = error
  return !(cause instanceof DatabaseError) || CONNECTION_LOST.test(codeOf(cause))
}
