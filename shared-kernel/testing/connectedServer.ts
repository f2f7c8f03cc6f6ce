import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals'
import { connect } from '../src/client/connection'
import { startServer, type TestServer } from './server'

export const connectTo = (url: string): void =>
  connect({ apiUrl: url, externalReportsUrl: url, timeZone: 'Europe/Madrid' })

/** One server for the tests of a file, that the client is connected to and that forgets between them. */
export function connectedServer(): () => TestServer {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
    connectTo(server.url)
  })
  afterAll(() => server.close())
  beforeEach(() => {
    // what the client logs of calls that are meant to fail
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    jest.restoreAllMocks()
    server.reset()
  })
  return () => server
}
