import type { Environment } from '../remote/documents'

/** Where the servers are and whose clock counts: the part of the environment that calls and formats need. */
export type Connection = Pick<Environment, 'apiUrl' | 'externalReportsUrl' | 'timeZone'>

let connection: Connection | null = null

/** Called once, by the owner of the page (the host, or a remote that runs alone), before the first call. */
export function connect(to: Connection): void {
  connection = to
}

export function currentConnection(): Connection {
  if (!connection) throw new Error('The console is not connected: connect() comes before the first call.')
  return connection
}
