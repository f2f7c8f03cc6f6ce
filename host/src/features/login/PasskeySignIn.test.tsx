import { describe, expect, test } from '@jest/globals'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { connect, loginErrorStore, sessionStore } from '@console/shared-kernel/host'
import { heldBack, renderAt, renderPart, serverForTests } from '@console/shared-kernel/testing/page'
import { CREDENTIAL, offerPasskeys, waitingForPasskeys } from '../../../testing/passkeys'
import { LoginScreen } from './LoginScreen'
import PasskeySignIn from './PasskeySignIn'

const server = serverForTests()

test('a password sign-in cancels the passkey prompt, and no other is shown in the meantime', async () => {
  const asked = waitingForPasskeys()
  server().on('/api/Auth/methods', { body: { password: true, passkeys: true } })
  server().on('/api/Auth/passkey/options', { body: { challenge: 'AAAA', rpId: 'localhost' } })
  const { user, rerender } = renderPart(<PasskeySignIn disabled={false} onOffered={() => undefined} />)
  await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  rerender(<PasskeySignIn disabled onOffered={() => undefined} />)
  await waitFor(() => expect(asked[0]?.aborted).toBe(true))
  const button = await screen.findByRole('button', { name: 'Use a passkey' })
  expect(button).toBeDisabled()
  expect(loginErrorStore.get()).toBeNull()
})

test('a password sign-in while a passkey is being checked leaves only its own session', async () => {
  offerPasskeys(async () => CREDENTIAL)
  const { after, answer } = heldBack()
  server().on('/api/Auth/methods', { body: { password: true, passkeys: true } })
  server().on('/api/Auth/passkey/options', { body: { challenge: 'AAAA', rpId: 'localhost' } })
  server().on('/api/Auth/passkey', {
    after,
    body: { token: 'late', userId: 7, userName: 'ana', level: 4 },
  })
  server().on('/api/Auth/logout', { status: 204 })
  const { user, rerender } = renderPart(<PasskeySignIn disabled={false} onOffered={() => undefined} />)
  await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
  await waitFor(() => expect(server().paths()).toContain('/api/Auth/passkey'))
  rerender(<PasskeySignIn disabled onOffered={() => undefined} />)
  answer()
  await waitFor(() => expect(server().paths()).toContain('/api/Auth/logout'))
  expect(server().calls.at(-1)!.headers.authorization).toBe('Bearer late')
  expect([sessionStore.get().token, loginErrorStore.get()]).toEqual([null, null])
})

describe('a passkey chosen in the autofill of the field', () => {
  function Field({ disabled = false }) {
    return (
      <>
        <input autoComplete="username webauthn" />
        <PasskeySignIn disabled={disabled} onOffered={() => undefined} />
      </>
    )
  }
  function choosePasskey() {
    let questions = 0
    const wait = () => new Promise(() => undefined)
    offerPasskeys(async () => ((questions += 1) === 1 ? CREDENTIAL : wait()))
    Object.assign(window.PublicKeyCredential, { isConditionalMediationAvailable: async () => true })
    server().on('/api/Auth/methods', { body: { password: true, passkeys: true } })
    server().on('/api/Auth/passkey/options', { body: { challenge: 'AAAA', rpId: 'localhost' } })
  }
  const count = (wanted: string) =>
    server()
      .paths()
      .filter((path) => path === wanted).length

  test('and then rejected is followed by a new prompt', async () => {
    choosePasskey()
    server().on('/api/Auth/passkey', { status: 401, body: { message: 'no' } })
    renderPart(<Field />)
    await waitFor(() => expect(loginErrorStore.get()).toBe('no'))
    await waitFor(() => expect(count('/api/Auth/passkey/options')).toBe(2))
  })

  test('starts no session if the password has been sent in the meantime', async () => {
    choosePasskey()
    const { after, answer } = heldBack()
    server().on('/api/Auth/passkey', {
      after,
      body: { token: 'late', userId: 7, userName: 'ana', level: 4 },
    })
    server().on('/api/Auth/logout', { status: 204 })
    const { rerender } = renderPart(<Field />)
    await waitFor(() => expect(count('/api/Auth/passkey')).toBe(1))
    rerender(<Field disabled />)
    answer()
    await waitFor(() => expect(count('/api/Auth/logout')).toBe(1))
    expect(sessionStore.get().token).toBeNull()
  })
})

describe('the login screen', () => {
  const OFFERED = { password: true, passkeys: true }
  async function show(signInMethods: boolean, answer: unknown) {
    waitingForPasskeys()
    server().on('/api/Auth/methods', { body: answer })
    const { url } = server()
    connect({ apiUrl: url, externalReportsUrl: url, timeZone: 'Europe/Madrid', signInMethods })
    renderAt('/login', { '/login': <LoginScreen /> })
    await screen.findByLabelText('Username')
  }
  const asked = () => server().calls.filter(({ path }) => path === '/api/Auth/methods').length

  test('requests the sign-in methods if the environment allows it, and offers passkeys', async () => {
    await show(true, OFFERED)
    expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeEnabled()
  })

  test.each([['no'], [null], [['passkeys']], [{ passkeys: 'yes' }]])(
    'offers no passkeys for the answer %j',
    async (answer) => {
      await show(true, answer)
      await waitFor(() => expect(asked()).toBe(1))
      await act(() => new Promise((done) => setTimeout(done, 50)))
      expect(screen.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument()
    },
  )

  test('requests nothing if the environment does not allow it', async () => {
    await show(false, OFFERED)
    await act(() => new Promise((done) => setTimeout(done, 50)))
    expect([asked(), screen.queryByRole('button', { name: 'Use a passkey' })]).toEqual([0, null])
  })

  test('offers no passkeys on a page without a secure context', async () => {
    await show(true, OFFERED)
    await screen.findByRole('button', { name: 'Use a passkey' })
    cleanup()
    Object.assign(window, { isSecureContext: false })
    renderAt('/login', { '/login': <LoginScreen /> })
    await act(() => new Promise((done) => setTimeout(done, 50)))
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument()
  })
})
