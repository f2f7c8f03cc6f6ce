/** @jest-environment node */
import { describe, expect, jest, test } from '@jest/globals'
import { describeCalls } from '../../testing/calls'
import { CALL_FAULTS } from '../../testing/callFaults'
import { answerWith, delay, type KnownCall } from '../../testing/knownCall'
import { startServer } from '../../testing/server'
import { connect } from './connect'
import { CallError } from './errors'
import { fetchCurrentUser, login, loginErrorStore, logout, sessionQuery, validateToken } from './session'
import { rememberSession, sessionStore } from './storedSession'

const ana = { userId: 7, userName: 'ana', level: 4, nameClient: 'Ana' }
const CURRENT = { 'GET /api/Users/current': ana }
const VALIDATE = { 'GET /api/Auth/validate': true }
const isNull = ({ name }: { name: string }) => name === 'null'

async function signIn() {
  if (await login('ana', 'secret')) return sessionStore.get()
  throw new CallError(loginErrorStore.get() ?? '')
}

const calls: readonly KnownCall[] = [
  {
    name: 'login',
    answers: { 'POST /api/Auth/login': { token: 'fresh', ...ana } },
    at: 'POST /api/Auth/login',
    ask: signIn,
    signsIn: 'fresh',
    signsOut: () => false,
    messageOnly: true,
  },
  {
    name: 'validateToken',
    answers: VALIDATE,
    at: 'GET /api/Auth/validate',
    ask: (client) =>
      client.fetchQuery({ queryKey: ['validate'], queryFn: ({ signal }) => validateToken(signal) }),
  },
  {
    name: 'fetchCurrentUser',
    answers: CURRENT,
    at: 'GET /api/Users/current',
    ask: (client) =>
      client.fetchQuery({ queryKey: ['current'], queryFn: ({ signal }) => fetchCurrentUser(signal) }),
    instead: (fault) => (isNull(fault) ? { value: null } : undefined),
  },
  {
    name: 'sessionQuery, by validate',
    answers: { ...VALIDATE, ...CURRENT },
    at: 'GET /api/Auth/validate',
    ask: (client) => client.fetchQuery(sessionQuery('t')),
  },
  {
    name: 'sessionQuery, by current',
    answers: { ...CURRENT, ...VALIDATE },
    at: 'GET /api/Users/current',
    ask: (client) => client.fetchQuery(sessionQuery('t')),
    signsOut: (fault) => fault.error?.status === 401 || isNull(fault),
  },
]

describe('[CALL-1] [CONST-25] [ERROR-1] the calls of the session against a server that misbehaves', () =>
  describeCalls(calls))

test('[SHELL-6] logout signs out at once, whatever happens to its call', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const server = await startServer()
  const known: KnownCall = {
    name: 'logout',
    answers: { 'POST /api/Auth/logout': undefined },
    at: 'POST /api/Auth/logout',
    ask: () => Promise.resolve(logout()),
  }
  for (const fault of CALL_FAULTS) {
    const url = fault.address ?? server.url
    connect({ apiUrl: url, externalReportsUrl: url, timeZone: 'Europe/Madrid' })
    rememberSession('t', ana)
    answerWith(server, known, fault.answer)
    await known.ask(undefined as never)
    expect(sessionStore.get()).toEqual({ token: null, user: null, left: true })
  }
  const asked = () => server.paths().filter((path) => path === '/api/Auth/logout').length
  const expected = CALL_FAULTS.filter(({ address }) => address === undefined).length
  for (const deadline = Date.now() + 4_000; asked() < expected && Date.now() < deadline;) await delay(20)
  expect(asked()).toBe(expected)
  await server.close()
  jest.restoreAllMocks()
})
