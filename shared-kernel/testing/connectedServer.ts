import { afterEach, beforeEach, jest } from '@jest/globals'
import { connect } from '../src/client/serverConnection'
import { startServer, type TestServer } from './server'

export const connectTo = (url: string): void =>
  connect({ apiUrl: url, externalReportsUrl: url, timeZone: 'Europe/Madrid' })

/** A server for each test, that the client is connected to: a call that comes late does not reach the next one's. */
export function connectedServer(): () => TestServer {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer()
    connectTo(server.url)
    // what the client logs of calls that are meant to fail
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(async () => {
    jest.restoreAllMocks()
    await server.close()
  })
  return () => server
}
