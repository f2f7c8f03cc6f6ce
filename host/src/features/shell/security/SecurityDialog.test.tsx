import { useState } from 'react'
import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { hasUnsavedChanges } from '@console/shared-kernel/host'
import { aUser, heldBack, offerFeatures, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { CREDENTIAL, offerPasskeys } from '../../../../testing/passkeys'
import { ProofHost } from './ProofHost'
import { SecurityDialog } from './SecurityDialog'

const server = serverForTests()
const AT = '2026-11-03T08:00:00.000Z'
const NO_FACTOR = { totp: null, passkeys: [], recoveryCodes: 0, canAdd: { totp: true, passkeys: true } }
const WITH_CODES = { totp: AT, passkeys: [], recoveryCodes: 9, canAdd: { totp: false, passkeys: true } }
const NOT_SET_UP = 'Second factors are not set up on this server.'
const session = { address: null, startedAt: AT, usedAt: AT, isCurrent: false }
const SESSIONS = [
  { ...session, id: '1', device: 'Firefox on Windows', address: '203.0.113.7', isCurrent: true },
  { ...session, id: '2', device: 'Safari on iOS' },
  { ...session, id: '3', device: 'Chrome on Linux', address: '::1' },
]
const proofRequired = (...methods: string[]) => ({
  status: 403,
  body: { message: 'Confirma', code: 'proof-required', methods },
})
beforeEach(() => {
  // another test may have offered passkeys
  Object.assign(window, { isSecureContext: false })
  server().on('/api/Auth/factors', { body: NO_FACTOR })
  server().on('/api/Auth/sessions', ({ method }) =>
    method === 'GET' ? { body: SESSIONS } : { body: { ended: 2 } },
  )
})

const onPassword = jest.fn()
function Alone() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <ProofHost />
      {isOpen && <SecurityDialog onPassword={onPassword} onClose={() => setIsOpen(false)} />}
    </>
  )
}
const open = () => renderAs(aUser(), <Alone />).user
const sent = () =>
  server()
    .writes()
    .map(({ method, path }) => `${method} ${path}`)
const openForm = async (user: ReturnType<typeof open>) => {
  await user.click(await screen.findByRole('button', { name: 'Add an authenticator app' }))
  return within(await screen.findByRole('dialog', { name: 'Add an authenticator app' }))
}
/** Answers the question about new recovery codes. */
const confirmNewCodes = async (user: ReturnType<typeof open>) => {
  const question = within(await screen.findByRole('dialog', { name: 'New recovery codes' }))
  await user.click(question.getByRole('button', { name: 'New codes' }))
  return within(await screen.findByRole('dialog', { name: 'Recovery codes' }))
}
const part = (name: string) => screen.findByRole('region', { name })

describe('Security', () => {
  test('lists the sessions, marks this one, and ends one or all others', async () => {
    const user = open()
    const sessions = within(await part('Sessions'))
    const items = await sessions.findAllByRole('listitem')
    expect(items).toHaveLength(3)
    expect(items[0]).toHaveTextContent('Firefox on WindowsThis session · 203.0.113.7')
    expect(within(items[0]!).queryByRole('button')).not.toBeInTheDocument()
    server().on('/api/Auth/sessions/2', { status: 204 })
    await user.click(sessions.getByRole('button', { name: /^End Safari on iOS/ }))
    expect(await screen.findByText('Safari on iOS is signed out')).toBeVisible()
    const others = sessions.getByRole('button', { name: 'End all others' })
    await waitFor(() => expect(others).toBeEnabled())
    await user.click(others)
    expect(await screen.findByText('2 sessions ended')).toBeVisible()
    expect(sent()).toEqual(['DELETE /api/Auth/sessions/2', 'DELETE /api/Auth/sessions'])
  })

  test('offers a retry for what could not be read', async () => {
    server().on('/api/Auth/sessions', { status: 500 })
    const user = open()
    const sessions = within(await part('Sessions'))
    const retry = await sessions.findByRole('button', { name: 'Reintentar' }, { timeout: 10_000 })
    server().on('/api/Auth/sessions', { body: SESSIONS })
    await user.click(retry)
    expect(await sessions.findAllByRole('listitem')).toHaveLength(3)
  }, 20_000)

  test.each([
    { canAdd: { totp: true, passkeys: false }, text: /a stolen password is not enough/, buttons: 1 },
    { canAdd: { totp: false, passkeys: false }, text: NOT_SET_UP, buttons: 0 },
    // jsdom does not support passkeys
    { canAdd: { totp: false, passkeys: true }, text: NOT_SET_UP, buttons: 0 },
  ])('without a factor shows what $canAdd means here', async ({ canAdd, text, buttons }) => {
    server().on('/api/Auth/factors', { body: { ...NO_FACTOR, canAdd } })
    open()
    const factors = within(await part('Second factor'))
    expect(await factors.findByText(text)).toBeVisible()
    expect(factors.queryAllByText(/a stolen password/)).toHaveLength(buttons)
    expect(factors.queryAllByRole('button')).toHaveLength(buttons)
  })

  test('shows that recovery codes were not confirmed, and confirms new ones once the user has kept them', async () => {
    server().on('/api/Auth/factors', { body: { ...WITH_CODES, recoveryCodesKept: false } })
    server().on('/api/Auth/recovery-codes', { body: { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] } })
    server().on('/api/Auth/recovery-codes/kept', { status: 204 })
    const user = open()
    expect(await screen.findByText(/^You have not confirmed that you kept them/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'New codes' }))
    const codes = await confirmNewCodes(user)
    expect(server().paths()).not.toContain('/api/Auth/recovery-codes/kept')
    // closing the tab asks first
    expect(hasUnsavedChanges()).toBe(true)
    server().on('/api/Auth/factors', { body: { ...WITH_CODES, recoveryCodesKept: true } })
    await user.click(codes.getByRole('button', { name: 'I have kept them' }))
    await waitFor(() => expect(screen.queryByText(/^You have not confirmed/)).not.toBeInTheDocument())
    await waitFor(() => expect(server().paths()).toContain('/api/Auth/recovery-codes/kept'))
    await waitFor(() => expect(hasUnsavedChanges()).toBe(false))
  })

  test('shows that codes replaced in another window no longer work', async () => {
    server().on('/api/Auth/factors', { body: WITH_CODES })
    server().on('/api/Auth/recovery-codes', { body: { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] } })
    server().on('/api/Auth/recovery-codes/kept', { status: 409, body: { message: 'ya no valen' } })
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'New codes' }))
    const codes = await confirmNewCodes(user)
    await user.click(codes.getByRole('button', { name: 'I have kept them' }))
    expect(await codes.findByRole('alert')).toHaveTextContent(
      /^The recovery codes just shown no longer work: new ones were made/,
    )
    expect(codes.queryByText('AAAA-BBBB-CCCC-DDDD')).not.toBeInTheDocument()
    expect(codes.getByRole('button', { name: 'Close' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Recovery codes' })).toBeNull())
  })

  test('adds an authenticator app: asks for the password and the code, then shows recovery codes once', async () => {
    const user = open()
    const form = await openForm(user)
    expect(form.getByLabelText('Current Password')).toHaveFocus()
    server().on('/api/Auth/totp', { body: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' } })
    await user.type(form.getByLabelText('Current Password'), ' secret {Enter}')
    expect(await form.findByText('ABCD EFGH')).toBeVisible()
    server().on('/api/Auth/totp/confirm', { body: { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] } })
    server().on('/api/Auth/factors', { body: WITH_CODES })
    server().on('/api/Auth/recovery-codes/kept', { status: 204 })
    await user.type(form.getByLabelText('Code'), '123456{Enter}')
    const codes = within(await screen.findByRole('dialog', { name: 'Recovery codes' }))
    expect(codes.getByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible()
    // Escape does not close them, because they are shown only once
    await user.keyboard('{Escape}')
    await user.click(codes.getByRole('button', { name: 'I have kept them' }))
    expect(await screen.findByText('9 of 10 left')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Second factor' })).toHaveFocus())
    expect(
      server()
        .writes()
        .map(({ path, body }) => [path, body && (JSON.parse(body) as unknown)]),
    ).toEqual([
      ['/api/Auth/totp', { currentPassword: ' secret ' }],
      ['/api/Auth/totp/confirm', { code: '123456' }],
      ['/api/Auth/recovery-codes/kept', { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] }],
    ])
  })

  test('accepts a blank password, but not a blank code', async () => {
    const user = open()
    const form = await openForm(user)
    server().on('/api/Auth/totp', { body: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' } })
    await user.type(form.getByLabelText('Current Password'), '        {Enter}')
    await user.type(await form.findByLabelText('Code'), '   ')
    expect(form.getByRole('button', { name: 'Add' })).toBeDisabled()
  })

  test('shows a factor whose answer was lost, as soon as its form is closed', async () => {
    const user = open()
    const form = await openForm(user)
    server().on('/api/Auth/totp', { fault: 'reset' })
    await user.type(form.getByLabelText('Current Password'), 'secret{Enter}')
    expect(await form.findByText(/It is not known whether/)).toBeVisible()
    server().on('/api/Auth/factors', { body: WITH_CODES })
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('9 of 10 left')).toBeVisible()
    // and offers new recovery codes for it
    const question = within(await screen.findByRole('dialog', { name: 'New recovery codes' }))
    expect(question.getByText(/its recovery codes have not arrived/)).toBeVisible()
    expect(question.getByRole('button', { name: 'Not now' })).toHaveFocus()
    server().on('/api/Auth/recovery-codes', { body: { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] } })
    const codes = await confirmNewCodes(user)
    expect(codes.getByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible()
  })

  test('keeps the input of a form that was opened before an existing factor was loaded', async () => {
    const user = open()
    const add = await screen.findByRole('button', { name: 'Add an authenticator app' })
    await user.click(add)
    const { after, answer } = heldBack()
    server().on('/api/Auth/factors', { after, body: WITH_CODES })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(add)
    await user.type(await screen.findByLabelText('Current Password'), 'secret')
    answer()
    expect(await screen.findByText('9 of 10 left')).toBeInTheDocument()
    expect(screen.getByLabelText('Current Password')).toHaveValue('secret')
  })

  test('keeps the input if the server rejects it', async () => {
    const user = open()
    const form = await openForm(user)
    server().on('/api/Auth/totp', { status: 400, body: { message: 'La contraseña actual no es correcta' } })
    await user.type(form.getByLabelText('Current Password'), 'wrong{Enter}')
    expect(await form.findByText('La contraseña actual no es correcta')).toBeVisible()
    expect(form.getByLabelText('Current Password')).toHaveValue('wrong')
  })

  test('factors are read-only if the server accepts none', async () => {
    offerFeatures({ security: { totp: false, passkeys: false } })
    server().on('/api/Auth/factors', { body: { ...WITH_CODES, canAdd: { totp: false, passkeys: false } } })
    open()
    expect(await screen.findByText('Authenticator app')).toBeVisible()
    for (const name of [/^Remove/, 'New codes', /^Add/])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  })

  test('removing a factor without proving it changes nothing, and shows no error', async () => {
    server().on('/api/Auth/factors', { body: WITH_CODES })
    server().on('/api/Auth/totp', proofRequired('totp'))
    const user = open()
    const remove = await screen.findByRole('button', { name: 'Remove authenticator app' })
    await user.click(remove)
    const question = within(await screen.findByRole('dialog', { name: 'Remove authenticator app?' }))
    await user.click(question.getByRole('button', { name: 'Remove' }))
    await screen.findByRole('dialog', { name: 'Confirm that it is you' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(question.getByRole('button', { name: 'Remove' })).toBeEnabled())
    expect(screen.queryByText('Confirma')).not.toBeInTheDocument()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(remove).toHaveFocus())
  })

  test('adding a second factor without proving the first changes nothing, and shows no error', async () => {
    server().on('/api/Auth/factors', { body: { ...WITH_CODES, canAdd: { totp: true, passkeys: true } } })
    for (const path of ['/api/Auth/totp', '/api/Auth/passkeys/options'])
      server().on(path, proofRequired('totp'))
    offerPasskeys(async () => CREDENTIAL)
    const user = open()
    for (const [name, label] of [
      ['Add an authenticator app', 'Continue'],
      ['Add a passkey', 'Add'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name }))
      const form = within(await screen.findByRole('dialog', { name }))
      if (form.queryByLabelText('Name')) await user.type(form.getByLabelText('Name'), 'Phone')
      await user.click(form.getByRole('button', { name: label }))
      await screen.findByRole('dialog', { name: 'Confirm that it is you' })
      await user.keyboard('{Escape}')
      await waitFor(() => expect(form.getByRole('button', { name: label })).toBeEnabled())
      expect(screen.queryByText('Confirma')).not.toBeInTheDocument()
      if (form.queryByLabelText('Name')) expect(form.getByLabelText('Name')).toHaveValue('Phone')
      else await user.click(form.getByRole('button', { name: 'Cancel' }))
    }
  })

  test('removing a factor asks for a proof, and then succeeds', async () => {
    server().on('/api/Auth/factors', { body: WITH_CODES })
    let isProved = false
    server().on('/api/Auth/totp', () => (isProved ? { status: 204 } : proofRequired('totp', 'recovery')))
    server().on('/api/Auth/proof', () => {
      isProved = true
      return { body: { until: AT } }
    })
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Remove authenticator app' }))
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    const proof = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
    server().on('/api/Auth/factors', { body: NO_FACTOR })
    await user.type(proof.getByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByText(/a stolen password is not enough/)).toBeVisible()
    expect(sent()).toEqual(['DELETE /api/Auth/totp', 'POST /api/Auth/proof', 'DELETE /api/Auth/totp'])
  })

  test.each([
    ['Remove authenticator app', 'Remove authenticator app?'],
    ['New codes', 'New recovery codes'],
  ])('%s asks for confirmation, and another Enter changes nothing', async (name, title) => {
    server().on('/api/Auth/factors', { body: WITH_CODES })
    const user = open()
    await user.click(await screen.findByRole('button', { name }))
    await screen.findByRole('dialog', { name: title })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).not.toBeInTheDocument())
    expect(server().writes()).toEqual([])
  })
})
