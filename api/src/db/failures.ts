import { DatabaseError } from 'pg'

/** What the database layer throws besides the errors of a statement itself. */

/** Nothing was done: no connection, a connection that broke, or a database that does not answer. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** Nothing was done: the queue is full, or a statement or a lock took longer than its class may. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}

/** The connection broke while a transaction was committed: it may have been or not. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** Something has come in between that the transaction had to find from its beginning. */
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
/**
 * The server stops, starts, or has no room for another connection or on its disk; it only reads (after a
 * failover); a transaction stood idle too long.
 */
const CONNECTION_LOST = /^(08...|57P0.|53...|58...|25006|25P03)$/

/** @returns the error as the layers above know it, and whether its connection can't be used again */
export function classify(error: unknown): { readonly error: unknown; readonly broken: boolean } {
  // thrown while reading a value: the connection is as good as before
  if (error instanceof TypeError || error instanceof RangeError) return { error, broken: false }
  const code = codeOf(error)
  const options = { cause: error }
  const message = error instanceof Error ? error.message : String(error)
  if (TOOK_TOO_LONG.includes(code)) return { error: new DatabaseBusy(message, options), broken: false }
  // not by the form of the code: EPIPE has that of an SQLSTATE
  if (error instanceof DatabaseError && !CONNECTION_LOST.test(code)) return { error, broken: false }
  return { error: new DatabaseUnavailable(message, options), broken: true }
}

/** Whether it is worth waiting: the server was not there, starts or stops, and has refused nothing. */
export function mayComeBack(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false
  const { cause } = error
  return !(cause instanceof DatabaseError) || CONNECTION_LOST.test(codeOf(cause))
}
