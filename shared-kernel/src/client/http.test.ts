import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { CanceledError } from 'axios'
import { connectedServer } from '../../testing/connectedServer'
import { heldBack, startServer } from '../../testing/server'
import { isStale } from './useApiMutation'
import { CallError } from './errors'
import { http } from './http'
import { endSession, leaveSession, rememberSession, storedToken, updateStoredUser } from './storedSession'

const ana = { userId: 7, userName: 'ana', level: 4, nameClient: '' }
const bea = { userId: 8, userName: 'bea', level: 3, nameClient: '' }

const server = connectedServer()
afterEach(() => endSession())

async function failureOf(call: Promise<unknown>): Promise<CallError> {
  const error = await call.catch((reason: unknown) => reason)
  if (!(error instanceof CallError)) throw new Error(`expected a CallError, got ${String(error)}`)
  return error
}

const NOT_KNOWN = 'No answer was received. It is not known whether the change was made.'
const logText = () => JSON.stringify(jest.mocked(console.error).mock.calls)

describe('[CALL-1] a call', () => {
  test.each(['get', 'post', 'put', 'delete'] as const)('%s sends token and JSON type', async (method) => {
    rememberSession('t1', ana)
    server().on('/api/x', { body: { ok: true } })
    await expect(http[method]('/api/x')).resolves.toMatchObject({ data: { ok: true } })
    expect(server().calls[0]).toMatchObject({
      headers: { authorization: 'Bearer t1', 'content-type': 'application/json' },
      body: '',
    })
  })

  test('sends its data as JSON', async () => {
    server().on('/api/x', { body: {} })
    await http.put('/api/x', { amount: 5, name: 'Núñez' })
    await http.put('/api/x', 0)
    expect(server().calls.map(({ body }) => body)).toEqual(['{"amount":5,"name":"Núñez"}', '0'])
  })

  test('[STATE-1] sends no authorization while no user is signed in', async () => {
    server().on('/api/x', { body: {} })
    await http.get('/api/x')
    expect(server().calls[0]!.headers).not.toHaveProperty('authorization')
  })

  test.each([['[{"a":1},{"a"'], ['{"ok":tr']])(
    'for a read whose JSON was cut off in %j counts as unanswered',
    async (body) => {
      server().on('/api/x', { body, headers: { 'Content-Type': 'application/json' } })
      await expect(failureOf(http.get('/api/x'))).resolves.toMatchObject({
        status: null,
        message: 'Sin conexión con el servidor',
      })
    },
  )

  test("[CALL-3] sends credentials, and accepts another server's address", async () => {
    const other = await startServer()
    other.on('/api/external/query', { body: [] })
    await http.get('/api/external/query', { baseURL: other.url })
    await other.close()
    expect(other.paths()).toEqual(['/api/external/query'])
    expect(http.defaults.withCredentials).toBe(true)
  })

  test('[CONST-25] has no timeout', async () => {
    server().on('/api/x', { body: {} })
    const { config } = await http.get('/api/x')
    expect(config.timeout).toBe(0)
  })
})

describe('[ERROR-2] the log has, in Spanish,', () => {
  test.each([
    [
      '[ERROR-1] where a 401 leads',
      { status: 401 },
      ['No autorizado, redirigiendo al inicio de sesión:', '/api/x'],
    ],
    ['[ERROR-3] status and address of a 404', { status: 404 }, ['Error 404 en la respuesta de /api/x']],
    ['status and address of a 500', { status: 500 }, ['Error 500 en la respuesta de /api/x']],
  ])('%s', async (_, answer, line) => {
    server().on('/api/x', answer)
    await failureOf(http.get('/api/x'))
    expect(console.error).toHaveBeenCalledWith(...line)
  })

  test('[ERROR-1] the message and the call if no answer came, but no secret', async () => {
    rememberSession('secret-token', ana)
    server().on('/api/x', { fault: 'reset' })
    const error = await failureOf(http.post('/api/x', { Password: 'secret-word' }, { params: { a: 1 } }))
    expect(error).toMatchObject({ status: null, message: NOT_KNOWN })
    expect(console.error).toHaveBeenCalledWith('Sin respuesta del servidor:', 'Network Error', {
      method: 'post',
      baseURL: server().url,
      url: '/api/x',
      params: { a: 1 },
    })
    expect(logText()).not.toMatch(/secret/)
  })

  test('nothing about an aborted call', async () => {
    server().on('/api/x', { fault: 'hang' })
    const controller = new AbortController()
    const call = http.get('/api/x', { signal: controller.signal }).catch((reason: unknown) => reason)
    controller.abort()
    expect(await call).toBeInstanceOf(CanceledError)
    expect(console.error).not.toHaveBeenCalled()
  })
})

describe('a failed call', () => {
  test("becomes one CallError with the server's message", async () => {
    const errors = [{ path: 'userName', message: 'too long' }, 'nonsense', null]
    server().on('/api/x', {
      status: 429,
      body: { message: 'Espera', errors },
      headers: { 'Retry-After': '7' },
    })
    expect(await failureOf(http.post('/api/x', {}))).toMatchObject({
      status: 429,
      message: 'Espera',
      fieldErrors: [{ path: 'userName', message: 'too long' }],
      retryAfter: 7,
    })
  })

  test.each([
    { method: 'post', answer: { fault: 'reset' as const }, message: NOT_KNOWN, status: null },
    { method: 'put', answer: { status: 504, body: '<html>' }, message: NOT_KNOWN, status: 504 },
    {
      method: 'delete',
      answer: { status: 502, body: { message: 'Bad gateway' } },
      message: NOT_KNOWN,
      status: 502,
    },
    {
      method: 'delete',
      answer: { status: 500, body: { message: 'broken' } },
      message: 'broken',
      status: 500,
    },
    {
      method: 'get',
      answer: { fault: 'reset' as const },
      message: 'Sin conexión con el servidor',
      status: null,
    },
  ] as const)('$method answered $answer fails: $message', async ({ method, answer, message, status }) => {
    server().on('/api/x', answer)
    expect(await failureOf(http[method]('/api/x'))).toMatchObject({ message, status })
  })
})

describe('a 401', () => {
  const unauthorised = { status: 401, body: { message: 'no' } }

  test('[ERROR-1] ends the session of the rejected token', async () => {
    rememberSession('t1', ana)
    server().on('/api/x', unauthorised)
    await failureOf(http.get('/api/x'))
    expect(storedToken()).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('user')).toBeNull()
  })

  test('that arrives late does not end a newer session', async () => {
    rememberSession('t1', ana)
    const { after, answer } = heldBack()
    server().on('/api/x', { ...unauthorised, after })
    const late = failureOf(http.get('/api/x'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    rememberSession('t2', ana)
    answer()
    expect((await late).status).toBe(401)
    expect(storedToken()).toBe('t2')
  })

  test('from the login itself keeps the stored session', async () => {
    rememberSession('t1', ana)
    server().on('/api/Auth/login', unauthorised)
    await failureOf(http.post('/api/Auth/login', {}))
    expect(storedToken()).toBe('t1')
    expect(console.error).toHaveBeenCalledWith('Error 401 en la respuesta de /api/Auth/login')
  })

  test.each([403, 404, 409, 500])('ends the session, unlike a %d', async (status) => {
    rememberSession('t1', ana)
    server().on('/api/x', { status })
    await failureOf(http.get('/api/x'))
    expect(storedToken()).toBe('t1')
  })
})

describe('a change that takes several calls', () => {
  /** Reads, then writes, even if the read is rejected as outdated. */
  const change = () =>
    http
      .get('/api/x')
      .catch((error: unknown) => {
        if (!isStale(error)) throw error
      })
      .then(() => http.put('/api/x', {}))

  /** @returns the methods that were sent */
  async function sentAround(status: number, whileWaiting: () => void): Promise<string[]> {
    rememberSession('t1', ana)
    const { after, answer } = heldBack()
    server().on('/api/x', ({ method }) => (method === 'GET' ? { status, body: {}, after } : { body: {} }))
    const ended = change().catch(() => undefined)
    while (server().calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    whileWaiting()
    answer()
    await ended
    return server().calls.map(({ method }) => method)
  }

  test.each([
    {
      answer: 'an answer',
      change: 'another user has signed in',
      status: 200,
      whileWaiting: () => rememberSession('t2', bea),
    },
    {
      answer: 'a refusal',
      change: 'another user has signed in',
      status: 409,
      whileWaiting: () => rememberSession('t2', bea),
    },
    { answer: 'an answer', change: 'the user has signed out', status: 200, whileWaiting: leaveSession },
  ])('stops after $answer if $change', async ({ status, whileWaiting }) =>
    expect(await sentAround(status, whileWaiting)).toEqual(['GET']),
  )

  test('continues after the server has sent the current user', async () =>
    expect(await sentAround(200, () => updateStoredUser({ ...ana, userId: 9 }))).toEqual(['GET', 'PUT']))

  test('continues after the same user has signed in again', async () =>
    expect(await sentAround(200, () => rememberSession('t2', ana))).toEqual(['GET', 'PUT']))
})

test.each(['second-factor', 'second-factor/enrol', 'second-factor/passkey', 'passkey', 'passkey/options'])(
  'a 401 from the sign-in call %s does not end the session',
  async (path) => {
    rememberSession('t1', ana)
    server().on(`/api/Auth/${path}`, { status: 401, body: { message: 'no' } })
    await failureOf(http.post(`/api/Auth/${path}`, {}))
    expect(storedToken()).toBe('t1')
  },
)
