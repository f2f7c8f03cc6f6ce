import { expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { loginErrorStore } from '@console/shared-kernel/host'
import { renderPart, serverForTests } from '@console/shared-kernel/testing/page'
import { waitingForPasskeys } from '../../../testing/passkeys'
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
