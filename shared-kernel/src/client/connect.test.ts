import { expect, test } from '@jest/globals'
import { connect, currentConnection } from './connect'

test('the servers are available after connecting, and not before', () => {
  expect(currentConnection).toThrow('connect() comes before the first call')
  const connection = { apiUrl: 'http://a', externalReportsUrl: 'http://b', timeZone: 'Europe/Madrid' }
  connect(connection)
  expect(currentConnection()).toBe(connection)
})
