import { describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from '@console/shared-kernel/core'
import { askForProofStore, proofAskedStore } from '@console/shared-kernel/host'
import { aUser, heldBack, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { CREDENTIAL, offerPasskeys, waitingForPasskeys } from '../../../../testing/passkeys'
import { ProofHost } from './ProofHost'

const server = serverForTests()
const AT = '2026-11-03T08:00:00.000Z'

describe('a request for a proof', () => {
  const REQUIRED = { message: 'Confirma', code: 'proof-required', methods: ['totp', 'recovery'] }
  const send = (path = '/api/x') =>
    http.put<unknown>(path, { amount: 1 }).then(
      () => 'done',
      () => 'refused',
    )
  const asks = () => screen.findByRole('dialog', { name: 'Confirm that it is you' })

  test('is shown once for several calls, stays open after a wrong code, and lets all the calls continue', async () => {
    let isProved = false
    const answer = () => (isProved ? { body: {} } : { status: 403, body: REQUIRED })
    server().on('/api/x', answer)
    server().on('/api/y', answer)
    const { user } = renderAs(aUser(), <ProofHost />)
    const calls = [send('/api/x'), send('/api/y')]
    const form = within(await asks())
    // what was changed is not known here: a proof may expire in the middle of a bulk change
    expect(form.getByText('This change needs your second factor.')).toBeVisible()
    server().on('/api/Auth/proof', { status: 400, body: { message: 'El código no es correcto' } })
    await user.type(form.getByLabelText('Code'), '000000{Enter}')
    expect(await form.findByText('El código no es correcto')).toBeVisible()
    expect(form.getByText(/Each code works once: after using one, wait for the next\.$/)).toBeVisible()
    server().on('/api/Auth/proof', () => {
      isProved = true
      return { body: { until: AT } }
    })
    await user.keyboard('123456')
    // the wrong code has been cleared
    expect(form.getByLabelText('Code')).toHaveValue('123456')
    await user.keyboard('{Enter}')
    await expect(Promise.all(calls)).resolves.toEqual(['done', 'done'])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('whose answer was lost reports that nothing was changed; sending the used code again makes the change', async () => {
    let isProved = false
    server().on('/api/x', () => (isProved ? { body: {} } : { status: 403, body: REQUIRED }))
    const { user } = renderAs(aUser(), <ProofHost />)
    const headers = { 'Idempotency-Key': 'one' }
    const call = http.put<unknown>('/api/x', { amount: 1 }, { headers })
    const form = within(await asks())
    server().on('/api/Auth/proof', () => {
      isProved = true
      return { fault: 'reset' }
    })
    await user.type(form.getByLabelText('Code'), '123456{Enter}')
    expect(await form.findByRole('alert')).toHaveTextContent(
      'The answer did not arrive. Nothing was changed by this: confirm again.',
    )
    server().on('/api/Auth/proof', { status: 400, body: { message: 'El código no es correcto' } })
    await user.click(form.getByRole('button', { name: 'Confirm' }))
    await expect(call).resolves.toMatchObject({ status: 200 })
    const sent = server()
      .writes()
      .filter(({ path }) => path === '/api/x')
    expect(sent.map((each) => [each.headers['idempotency-key'], each.body])).toEqual([
      ['one', '{"amount":1}'],
      ['one', '{"amount":1}'],
    ])
  })

  test('whose lost answer had no effect asks again after a wrong code', async () => {
    server().on('/api/x', { status: 403, body: REQUIRED })
    const { user } = renderAs(aUser(), <ProofHost />)
    void send()
    server().on('/api/Auth/proof', { fault: 'reset' })
    await user.type(within(await asks()).getByLabelText('Code'), '123456{Enter}')
    await screen.findByText(/^The answer did not arrive/)
    server().on('/api/Auth/proof', { status: 400, body: { message: 'El código no es correcto' } })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveValue(''))
    await user.type(screen.getByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByText('El código no es correcto')).toBeVisible()
  })

  test('shows how long further codes are rejected', async () => {
    server().on('/api/x', { status: 403, body: REQUIRED })
    const { user } = renderAs(aUser(), <ProofHost />)
    void send()
    const form = within(await asks())
    const headers = { 'Retry-After': '900' }
    server().on('/api/Auth/proof', { status: 429, headers, body: { message: 'Demasiados intentos' } })
    await user.type(form.getByLabelText('Code'), '123456{Enter}')
    expect(await form.findByRole('timer')).toHaveTextContent(/^Podrás volver a intentarlo en 1[45]:/)
    expect(form.getByText('Demasiados intentos')).toBeVisible()
    expect(form.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  })

  test('for one factor says so, and names it in the proof and in the passkey request', async () => {
    offerPasskeys(async () => CREDENTIAL)
    let isProved = false
    const factor = 'passkey:AAAA'
    server().on('/api/x', () =>
      isProved
        ? { body: {} }
        : { status: 403, body: { ...REQUIRED, methods: ['passkey', 'recovery'], factor } },
    )
    server().on('/api/Auth/proof/passkey', { body: { challenge: 'AAAA', rpId: 'localhost' } })
    const OTHER = 'Aquí solo vale el factor que quitas, o un código de recuperación'
    server().on('/api/Auth/proof', { status: 400, body: { message: OTHER } })
    const { user } = renderAs(aUser(), <ProofHost />)
    const call = send()
    const form = within(await asks())
    expect(form.getByText('This change needs the factor that it removes, or a recovery code.')).toBeVisible()
    expect(form.getByText('A recovery code')).toBeVisible()
    await user.type(form.getByLabelText('Code'), '123456{Enter}')
    expect(await form.findByText(OTHER)).toBeVisible()
    server().on('/api/Auth/proof', () => {
      isProved = true
      return { body: { until: AT } }
    })
    await user.click(form.getByRole('button', { name: 'Use a passkey' }))
    await expect(call).resolves.toBe('done')
    const sent = server()
      .writes()
      .filter(({ path }) => path.startsWith('/api/Auth/'))
      .map(({ path, body }) => [path, JSON.parse(body)] as const)
    expect(sent).toEqual([
      ['/api/Auth/proof', { code: '123456', factor }],
      ['/api/Auth/proof/passkey', { factor }],
      ['/api/Auth/proof', { passkey: expect.anything(), factor }],
    ])
  })

  test('for a factor that is lost, without a recovery code, says how to get one', async () => {
    server().on('/api/x', { status: 403, body: { ...REQUIRED, methods: ['totp'], factor: 'totp' } })
    renderAs(aUser(), <ProofHost />)
    void send()
    const form = within(await asks())
    expect(form.getByText(/If you no longer have it, get new recovery codes first\.$/)).toBeVisible()
  })

  test.each([
    [['passkey'], 1],
    [['passkey', 'recovery'], 0],
  ])(
    'with the methods %j explains if passkeys are the only one and the page cannot use them',
    async (methods, times) => {
      Object.assign(window, { isSecureContext: false })
      server().on('/api/x', { status: 403, body: { ...REQUIRED, methods } })
      renderAs(aUser(), <ProofHost />)
      void send()
      const form = within(await asks())
      expect(
        form.queryAllByText(/^Your passkey cannot be used here\. Open the console with https/),
      ).toHaveLength(times)
      expect(form.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument()
    },
  )

  test('that is cancelled leaves the change rejected, and the next change asks again', async () => {
    server().on('/api/x', { status: 403, body: REQUIRED })
    const { user } = renderAs(aUser(), <ProofHost />)
    for (let time = 0; time < 2; time += 1) {
      const call = send()
      const form = within(await asks())
      // in the meantime, forms below do not report their change as slow
      expect(proofAskedStore.get()).toBe(true)
      await user.click(form.getByRole('button', { name: 'Cancel' }))
      await expect(call).resolves.toBe('refused')
      await waitFor(() => expect(proofAskedStore.get()).toBe(false))
    }
  })

  test('that is closed cancels the browser prompt, and sends neither the proof nor the change', async () => {
    const asked = waitingForPasskeys()
    server().on('/api/x', { status: 403, body: { ...REQUIRED, methods: ['passkey'] } })
    server().on('/api/Auth/proof/passkey', { body: { challenge: 'AAAA', rpId: 'localhost' } })
    const { user } = renderAs(aUser(), <ProofHost />)
    const call = send()
    const form = within(await asks())
    await user.click(form.getByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(asked[0]?.aborted).toBe(false))
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(asked[0]?.aborted).toBe(true))
    await expect(call).resolves.toBe('refused')
    expect(
      server()
        .writes()
        .map(({ path }) => path),
    ).toEqual(['/api/x', '/api/Auth/proof/passkey'])
  })

  test('that is closed while a proof is on its way does not send the change', async () => {
    offerPasskeys(async () => CREDENTIAL)
    server().on('/api/x', { status: 403, body: { ...REQUIRED, methods: ['passkey'] } })
    server().on('/api/Auth/proof/passkey', { body: { challenge: 'AAAA', rpId: 'localhost' } })
    const { after, answer } = heldBack()
    server().on('/api/Auth/proof', { after, body: { until: AT } })
    const { user } = renderAs(aUser(), <ProofHost />)
    const call = send()
    const form = within(await asks())
    await user.click(form.getByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(server().writes().at(-1)?.path).toBe('/api/Auth/proof'))
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    answer()
    await expect(call).resolves.toBe('refused')
    await act(() => http.put('/api/y').catch(() => undefined))
    expect(
      server()
        .writes()
        .filter(({ path }) => path === '/api/x'),
    ).toHaveLength(1)
  })

  test.each([{ message: 'no' }, 'proof-required', null])(
    'is not shown for the rejection %j',
    async (body) => {
      server().on('/api/x', { status: 403, body })
      renderAs(aUser(), <ProofHost />)
      await expect(send()).resolves.toBe('refused')
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    },
  )

  test('closes with the shell, and no change keeps waiting for it', async () => {
    server().on('/api/x', { status: 403, body: REQUIRED })
    const { unmount } = renderAs(aUser(), <ProofHost />)
    const call = send()
    await asks()
    act(() => unmount())
    await expect(call).resolves.toBe('refused')
    expect(askForProofStore.get()).toBeNull()
  })
})
