import { describe, expect, test } from '@jest/globals'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { connect, loginErrorStore } from '@console/shared-kernel/host'
import { renderAt, renderPart, serverForTests } from '@console/shared-kernel/testing/page'
import { waitingForPasskeys } from '../../../testing/passkeys'
import { LoginScreen } from './LoginScreen'
import PasskeySignIn from './PasskeySignIn'

const server = serverForTests()

test('a sign-in with the password ends the question for a passkey, and none is asked meanwhile', async () => {
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

  test('asks what it may offer where the environment says so, and offers passkeys', async () => {
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

  test('asks nothing where the environment does not say so', async () => {
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
