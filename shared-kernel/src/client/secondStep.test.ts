import { afterEach, describe, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { connectedServer } from '../../testing/connectedServer'
import { type Answer, heldBack } from '../../testing/server'
import { CODES_REPLACED, openSecondStep, showFactor, signInByPasskey } from './secondStep'
import { loginErrorStore, secondStepStore } from './session'
import { endSession, rememberSession, sessionStore } from './storedSession'
import { toastStore } from './toasts'

const server = connectedServer()
afterEach(() => {
  endSession()
  secondStepStore.set(null)
  loginErrorStore.set(null)
})

const ana = { userId: 7, userName: 'ana', level: 4, nameClient: '' }
const SIGNED_IN = { token: 'late', ...ana }
const message = 'El inicio de sesión ha caducado. Empieza de nuevo.'
const open = (id: string) => openSecondStep({ secondFactor: { id, methods: ['passkey'] } })

/** The tokens of the sessions that the page has ended on the server. */
const ended = () =>
  server()
    .calls.filter(({ path }) => path === '/api/Auth/logout')
    .map(({ headers }) => headers.authorization)

describe('an answer to a second step that was abandoned meanwhile', () => {
  const answers: [string, Answer, number][] = [
    ['a session', { body: SIGNED_IN }, 1],
    ['a session and recovery codes', { body: { ...SIGNED_IN, recoveryCodes: ['AAAA-BBBB'] } }, 1],
    ['that it is over', { status: 401, body: { message } }, 0],
  ]
  const ways: [string, () => void][] = [
    ['for no other', () => secondStepStore.set(null)],
    ['for another one', () => void open('2')],
  ]
  test.each(ways.flatMap(([way, leave]) => answers.map((answer) => ({ way, leave, answer }))))(
    '$way changes nothing: $answer.0',
    async ({ leave, answer: [, body, sessions] }) => {
      const { after, answer } = heldBack()
      server().on('/api/Auth/second-factor', { after, ...body })
      server().on('/api/Auth/logout', { status: 204 })
      open('1')
      const shown = showFactor(secondStepStore.get()!, { passkey: {} })
      await waitFor(() => expect(server().calls).toHaveLength(1))
      leave()
      const step = secondStepStore.get()
      answer()
      await shown
      expect([sessionStore.get().token, secondStepStore.get(), loginErrorStore.get()]).toEqual([
        null,
        step,
        null,
      ])
      // the unused session is ended on the server
      await waitFor(() => expect(ended()).toEqual(Array(sessions).fill('Bearer late')))
    },
  )
})

describe('recovery codes that the user has kept', () => {
  const signInWithCodes = async (kept: Answer) => {
    server().on('/api/Auth/second-factor', { body: { ...SIGNED_IN, recoveryCodes: ['AAAA-BBBB'] } })
    server().on('/api/Auth/recovery-codes/kept', kept)
    toastStore.set([])
    open('1')
    await showFactor(secondStepStore.get()!, { code: '123456' })
    await secondStepStore.get()!.submit('')
    expect(sessionStore.get().token).toBe('late')
  }

  test('are reported invalid if another window replaced them, until the notice is closed', async () => {
    await signInWithCodes({ status: 409, body: { message: 'ya no valen' } })
    expect(toastStore.get()).toMatchObject([
      { message: CODES_REPLACED, severity: 'warning', persistent: true },
    ])
  })

  test.each<[string, Answer]>([
    ['confirmed', { status: 204 }],
    // the next sign-in mentions them again
    ['not confirmed', { status: 503 }],
  ])('need no notice if they are %s', async (_, kept) => {
    await signInWithCodes(kept)
    expect(toastStore.get()).toEqual([])
  })
})

test('a passkey sign-in abandoned during its check starts no session, and ends only its own', async () => {
  const { after, answer } = heldBack()
  server().on('/api/Auth/passkey/options', { body: {} })
  server().on('/api/Auth/passkey', { after, body: SIGNED_IN })
  server().on('/api/Auth/logout', { status: 204 })
  const controller = new AbortController()
  const signedIn = signInByPasskey(async () => ({}), controller.signal)
  await waitFor(() => expect(server().calls).toHaveLength(2))
  controller.abort()
  // signed in by password
  rememberSession('t', ana)
  answer()
  await expect(signedIn).rejects.toThrow()
  expect(sessionStore.get().token).toBe('t')
  await waitFor(() => expect(ended()).toEqual(['Bearer late']))
})
