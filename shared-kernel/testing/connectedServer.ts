import { afterEach, beforeEach, jest } from '@jest/globals'
import { connect } from '../src/client/connect'
import { startServer, type TestServer } from './server'

export const connectTo = (url: string): void =>
  connect({ apiUrl: url, externalReportsUrl: url, timeZone: 'Europe/Madrid' })

/** Starts a server for each test, with the client connected to it: late calls do not reach the next test. */
export function connectedServer(): () => TestServer {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer()
    connectTo(server.url)
    // logged for calls that are meant to fail
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(async () => {
    jest.restoreAllMocks()
    await server.close()
  })
  return () => server
}
