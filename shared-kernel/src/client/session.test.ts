import { afterEach, describe, expect, test } from '@jest/globals'
import { QueryClient } from '@tanstack/react-query'
import { connectedServer } from '../../testing/connectedServer'
import type { Answer } from '../../testing/server'
import { fetchCurrentUser, login, loginErrorStore, logout, sessionQuery, validateToken } from './session'
import { endSession, rememberSession, sessionStore } from './storedSession'

const ana = { userId: 7, userName: 'ana', level: 4, nameClient: 'Ana' }

const server = connectedServer()
afterEach(() => {
  endSession()
  loginErrorStore.set(null)
})

describe('login', () => {
  test('[CALL-2] [CALL-4] [CALL-31] stores the token and the user from the answer', async () => {
    loginErrorStore.set('what the last one failed with')
    server().on('/api/Auth/login', { body: { token: 't', ...ana } })
    expect(await login('ana', 'secret')).toBe(true)
    expect(server().calls[0]).toMatchObject({ method: 'POST', path: '/api/Auth/login' })
    expect(JSON.parse(server().calls[0]!.body)).toEqual({ Username: 'ana', Password: 'secret' })
    expect(sessionStore.get()).toEqual({ token: 't', user: ana })
    expect(loginErrorStore.get()).toBeNull()
  })

  const noToken = 'La respuesta del servidor no contiene un token válido'
  test.each<[string, Answer, string]>([
    ['[VALID-2] [ERROR-4] no token', { body: { ...ana } }, noToken],
    ['[VALID-2] an empty token', { body: { token: '', ...ana } }, noToken],
    [
      'a page instead of an answer',
      { body: '<html></html>', headers: { 'Content-Type': 'text/html' } },
      noToken,
    ],
    [
      '[ERROR-5] a refusal with a message',
      { status: 401, body: { message: 'Credenciales incorrectas' } },
      'Error al iniciar sesión: Error 401: Credenciales incorrectas',
    ],
    [
      '[ERROR-5] a refusal in plain text',
      { status: 429, body: 'Demasiados intentos' },
      'Error al iniciar sesión: Error 429: Demasiados intentos',
    ],
    [
      '[ERROR-5] an error without a body',
      { status: 500, statusText: 'Internal Server Error' },
      'Error al iniciar sesión: Error 500: Internal Server Error',
    ],
    ['no answer', { fault: 'reset' }, 'Error al iniciar sesión: Sin conexión con el servidor'],
  ])('fails on %s', async (_, answer, message) => {
    server().on('/api/Auth/login', answer)
    expect(await login('ana', 'secret')).toBe(false)
    expect(loginErrorStore.get()).toBe(message)
    expect(sessionStore.get().token).toBeNull()
  })
})

describe('[STATE-3] [SHELL-6] logout', () => {
  test('signs out at once, and notifies the server with the old token', async () => {
    rememberSession('t1', ana)
    const logoutToken = new Promise<string | undefined>((resolve) =>
      server().on('/api/Auth/logout', ({ headers }) => {
        resolve(headers.authorization)
        return { status: 204 }
      }),
    )
    logout()
    expect(sessionStore.get()).toEqual({ token: null, user: null, left: true })
    expect(await logoutToken).toBe('Bearer t1')
  })

  test('signs out even if the server cannot be reached', async () => {
    rememberSession('t1', ana)
    server().on('/api/Auth/logout', { fault: 'reset' })
    logout()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(sessionStore.get().token).toBeNull()
  })

  test('does nothing while no user is signed in', async () => {
    logout()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(server().calls).toEqual([])
  })
})

describe("[CALL-30] the server's answer about the token", () => {
  test.each([
    ['true', true],
    ['false', false],
  ])('%s means %p', async (body, expected) => {
    server().on('/api/Auth/validate', { body, headers: { 'Content-Type': 'application/json' } })
    expect(await validateToken()).toBe(expected)
  })

  test.each(['"true"', '{"valid":true}', 'null', '', '<html></html>'])(
    '%p is unclear, so the token is not rejected',
    async (body) => {
      server().on('/api/Auth/validate', { body, headers: { 'Content-Type': 'application/json' } })
      await expect(validateToken()).rejects.toMatchObject({ name: 'CallError' })
    },
  )
})

describe('[CALL-5] the current user', () => {
  test('[STATE-2] [ENTITY-6] is merged into the stored one', async () => {
    rememberSession('t', ana)
    server().on('/api/Users/current', { body: { id: 7, username: 'Ana', levelU: 3 } })
    expect(await fetchCurrentUser()).toMatchObject({ userId: 7, userName: 'Ana', level: 3 })
    expect(sessionStore.get().user).toEqual({ userId: 7, userName: 'Ana', level: 3, nameClient: 'Ana' })
  })

  test('[STATE-4] [CALL-32] is missing after a 401, which ends the session', async () => {
    rememberSession('t', ana)
    server().on('/api/Users/current', { status: 401 })
    await expect(fetchCurrentUser()).rejects.toMatchObject({ status: 401 })
    expect(sessionStore.get()).toEqual({ token: null, user: null })
    expect(localStorage).toHaveLength(0)
  })

  test.each(['{}', 'null'])(
    '[SHELL-9] is missing if the answer is %s, and the stored user stays',
    async (body) => {
      rememberSession('t', ana)
      server().on('/api/Users/current', { body, headers: { 'Content-Type': 'application/json' } })
      expect(await fetchCurrentUser()).toBeNull()
      expect(sessionStore.get().user).toEqual(ana)
    },
  )

  test.each(['<html></html>', '', '[]', '"ana"'])(
    '[SHELL-10] is unknown if the answer is %p, and the token stays',
    async (body) => {
      rememberSession('t', ana)
      server().on('/api/Users/current', { body, headers: { 'Content-Type': 'application/json' } })
      await expect(fetchCurrentUser()).rejects.toMatchObject({ name: 'CallError' })
      expect(sessionStore.get().token).toBe('t')
    },
  )

  test('[SHELL-10] is unknown if the server fails, and the token stays', async () => {
    rememberSession('t', ana)
    server().on('/api/Users/current', { status: 503 })
    await expect(fetchCurrentUser()).rejects.toMatchObject({ status: 503 })
    expect(sessionStore.get().token).toBe('t')
  })
})

describe('[SCREEN-9] the session check', () => {
  const user: Answer = { body: { ...ana } }
  const yes: Answer = { body: true }
  const no: Answer = { body: false }
  const down: Answer = { status: 503 }
  const rejected: Answer = { status: 401 }

  const soon = () => new Promise((resolve) => setTimeout(resolve, 50))
  const check = () => new QueryClient().fetchQuery(sessionQuery('t'))
  const answerWith = (validate: Answer, current: Answer) => {
    server().on('/api/Auth/validate', validate)
    server().on('/api/Users/current', current)
    rememberSession('t', ana)
  }

  test('[STATE-5] [SHELL-7] sends both requests and accepts the user', async () => {
    answerWith(yes, user)
    expect(await check()).toMatchObject(ana)
    expect(server().paths().sort()).toEqual(['/api/Auth/validate', '/api/Users/current'])
    expect(sessionStore.get().token).toBe('t')
  })

  test.each<[string, Answer, Answer]>([
    ['[ERROR-7] the token is not valid', no, user],
    ['[STATE-4] [CALL-32] the current user is refused', yes, rejected],
    ['[SHELL-9] no user is returned', yes, { body: {} }],
    [
      '[SCREEN-9] the token is not valid and the other call fails first',
      { ...no, after: soon() },
      { status: 500 },
    ],
  ])('requires a sign-in if %s', async (_, validate, current) => {
    answerWith(validate, current)
    expect(await check()).toBeNull()
    expect(sessionStore.get().token).toBeNull()
  })

  test.each<[string, Answer, Answer]>([
    ['validate fails', down, user],
    ['current fails', yes, down],
    ['validate answers a page', { body: '<html></html>' }, user],
    ['current answers a page', yes, { body: '<html></html>' }],
    ['nothing answers', { fault: 'reset' }, { fault: 'reset' }],
  ])('[SHELL-10] [ERROR-8] fails once and keeps the token if %s', async (_, validate, current) => {
    answerWith(validate, current)
    await expect(check()).rejects.toThrow()
    expect(sessionStore.get().token).toBe('t')
    expect(
      server()
        .paths()
        .filter((path) => path.endsWith('validate')),
    ).toHaveLength(1)
  })

  test('does not end a session that has begun since', async () => {
    answerWith(no, user)
    const checking = check()
    rememberSession('t2', ana)
    expect(await checking).toBeNull()
    expect(sessionStore.get().token).toBe('t2')
  })
})
