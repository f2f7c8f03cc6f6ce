import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { deployed } from '@console/shared-kernel/testing/node'
import { createEventLog } from './eventLog'
import { reportUncaught } from './hostReports'

const events = createEventLog()
events.sendFor({ name: 'production' }, () => [{ place: 'current', ...deployed() }])
reportUncaught(events)

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  jest.restoreAllMocks()
})

const IN_USERS = `${deployed().baseUrl}static/js/async/managed-users.js:1:2`
const thrown = (message: string, stack: string) => Object.assign(new TypeError(message), { stack })
const rejection = (reason: unknown) => Object.assign(new Event('unhandledrejection'), { reason })

test.each<{ title: string; event: Event; code: string; message: string }>([
  {
    title: 'an error',
    event: new ErrorEvent('error', { error: thrown('a', IN_USERS), message: 'a' }),
    code: 'TypeError',
    message: 'a',
  },
  {
    title: 'a text',
    event: new ErrorEvent('error', { error: 'b', message: 'b', filename: IN_USERS }),
    code: 'UNCAUGHT',
    message: 'b',
  },
  {
    title: 'a rejection',
    event: rejection(thrown('c', IN_USERS)),
    code: 'TypeError',
    message: 'TypeError: c',
  },
])('$title in a remote’s code is attributed to the remote', ({ event, code, message }) => {
  dispatchEvent(event)
  expect(events.last()).toMatchObject({ remote: 'users', phase: 'running', code, message })
})

test("an error from the console's own files is attributed to the host", () => {
  const inHost = `at save (${location.origin}/static/js/index.1.js:1:2)`
  dispatchEvent(new ErrorEvent('error', { error: thrown('a', inHost), message: 'a' }))
  expect(events.last()).toMatchObject({ remote: 'host', phase: 'running', code: 'TypeError' })
})

test('an error from other code is not reported', () => {
  const before = events.last()
  dispatchEvent(new ErrorEvent('error', { error: thrown('x', 'https://elsewhere.example.com/a.js') }))
  dispatchEvent(rejection(undefined))
  expect(events.last()).toBe(before)
})
