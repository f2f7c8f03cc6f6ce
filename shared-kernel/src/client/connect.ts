import type { Environment } from '../release/environment'

export type Connection = Pick<Environment, 'apiUrl' | 'externalReportsUrl' | 'timeZone' | 'signInMethods'>

let connection: Connection | null = null

/** Called once by the owner of the page, before the first call. */
export function connect(to: Connection): void {
  connection = to
}

/** The connection that `connect` has set. @throws Error before the call of `connect` */
export function currentConnection(): Connection {
  if (!connection) throw new Error('The console is not connected: connect() comes before the first call.')
  return connection
}
