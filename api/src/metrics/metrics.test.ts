import { expect, test } from '@jest/globals'
import { metricsHost } from './metrics'

test.each([
  ['without a token this machine alone', '0.0.0.0', null, '127.0.0.1'],
  ['with a token where the other listeners are', '0.0.0.0', 'a token', '0.0.0.0'],
])('metrics are open to: %s', (_title, host, token, expected) => {
  expect(metricsHost(host, token)).toBe(expected)
})
