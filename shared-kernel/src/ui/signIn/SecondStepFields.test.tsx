import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { connectedServer } from '../../../testing/connectedServer'
import { renderPart } from '../../../testing/render'
import { heldBack } from '../../../testing/server'
import { loginErrorStore, secondStepStore } from '../../client/session'
import { leaveSession, sessionStore } from '../../client/storedSession'
import { toastStore } from '../../client/toasts'
import { hasUnsavedChanges } from '../../client/unsavedChanges'
import { DialogForm } from '../form/DialogParts'
import { SignInAgainDialog } from './SignInAgainDialog'
import { SignInFields, useSignIn } from './SignInFields'

const server = connectedServer()
afterEach(() => {
  act(() => {
    leaveSession()
    secondStepStore.set(null)
    toastStore.set([])
  })
})

const ID = '00000000-0000-4000-8000-000000000000'
const ANA = { token: 't2', userId: 7, userName: 'ana', level: 4 }
const stepWith = (...methods: string[]) => ({ body: { secondFactor: { id: ID, methods } } })
const onClose = jest.fn()

/** Signs in with the dialog over a form, which has the same fields as the login screen. */
async function signIn(...methods: string[]) {
  server().on('/api/Auth/login', stepWith(...methods))
  const { user } = renderPart(<SignInAgainDialog userName="ana" onClose={onClose} />)
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  return user
}
/** The fields of the login screen, which include the name. */
function SignIn() {
  const { signIn, error } = useSignIn()
  return (
    <DialogForm onSubmit={signIn}>
      <SignInFields error={error} />
      <button type="submit">Login</button>
    </DialogForm>
  )
}
const code = () => screen.findByLabelText('Code')
/** Waits long enough for late answers. */
const pause = () => act(() => new Promise((done) => setTimeout(done, 300)))
const sent = () => JSON.parse(server().calls.at(-1)!.body) as unknown

describe('the second step of a sign-in', () => {
  test('asks for a code instead of the name and password, and then starts a session', async () => {
    const user = await signIn('totp', 'recovery')
    expect(await code()).toHaveFocus()
    expect(await code()).toHaveAttribute('autocomplete', 'one-time-code')
    expect(screen.getByText(/^From your app, or a recovery code\. Each code works once/)).toBeVisible()
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
    expect(sessionStore.get().token).toBeNull()
    server().on('/api/Auth/second-factor', { body: { ...ANA, lastSignIn: { refused: 2 } } })
    await user.type(await code(), '123 456{Enter}')
    await waitFor(() => expect(sessionStore.get().token).toBe('t2'))
    expect(sent()).toEqual({ id: ID, code: '123 456' })
    expect(toastStore.get()).toMatchObject([{ message: 'First sign-in; 2 refused before' }])
  })

  test.each([
    [['passkey'], 1],
    [['passkey', 'recovery'], 0],
  ])('by %j shows that passkeys cannot be used here if there is no other way', async (methods, times) => {
    await signIn(...methods)
    await screen.findByRole('button', { name: 'Start again' })
    expect(
      screen.queryAllByText(/^Your passkey cannot be used here\. Open the console with https/),
    ).toHaveLength(times)
  })

  test('keeps a wrong code in view until the next one replaces it, and asks for a missing one without a call', async () => {
    const user = await signIn('totp')
    await code()
    const calls = server().calls.length
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Enter the code.')
    expect(server().calls).toHaveLength(calls)
    const message = 'El código no es correcto'
    server().on('/api/Auth/second-factor', {
      status: 401,
      body: { message, errors: [{ path: 'code', message }] },
    })
    await user.type(await code(), '000000{Enter}')
    expect(await screen.findByText(message)).toBeVisible()
    expect(await code()).toHaveValue('000000')
    await user.keyboard('12')
    expect(await code()).toHaveValue('12')
  })

  test('that is locked beyond its lifetime restarts, and says when to try again', async () => {
    const user = await signIn('totp')
    const headers = { 'Retry-After': '900' }
    server().on('/api/Auth/second-factor', { status: 429, headers, body: { message: 'Demasiados intentos' } })
    await user.type(await code(), '000000{Enter}')
    expect(await screen.findByRole('timer')).toHaveTextContent(/^Podrás volver a intentarlo en 1[45]:/)
    expect(screen.getByRole('alert')).toHaveTextContent('Demasiados intentos')
    expect(screen.getByLabelText('Password')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Login' })).toBeDisabled()
  })

  test('that is locked for a moment stays, and says when to try again', async () => {
    const user = await signIn('totp')
    const headers = { 'Retry-After': '60' }
    server().on('/api/Auth/second-factor', { status: 429, headers, body: { message: 'Demasiados intentos' } })
    await user.type(await code(), '000000{Enter}')
    expect(await screen.findByRole('timer')).toBeVisible()
    expect(await code()).toHaveValue('000000')
  })

  test.each([
    { methods: ['passkey', 'recovery'], first: 'Use a passkey', primary: ['Use a passkey'] },
    { methods: ['totp', 'passkey', 'recovery'], first: 'Code', primary: ['Login'] },
  ])('with $methods begins at "$first"', async ({ methods, first, primary }) => {
    Object.assign(window, { isSecureContext: true, PublicKeyCredential: () => undefined })
    await signIn(...methods)
    expect(await code()).toBeVisible()
    expect(document.activeElement).toHaveAccessibleName(first)
    const buttons = screen.getAllByRole('button').filter(({ className }) => /-contained\b/.test(className))
    expect(buttons.map(({ textContent }) => textContent)).toEqual(primary)
    Reflect.deleteProperty(window, 'PublicKeyCredential')
  })

  test('restarts when it has expired, and on request', async () => {
    const user = await signIn('totp')
    const message = 'El inicio de sesión ha caducado. Empieza de nuevo.'
    server().on('/api/Auth/second-factor', { status: 401, body: { message } })
    await user.type(await code(), '123456{Enter}')
    expect(await screen.findByText(message)).toBeVisible()
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
    await code()
    await user.click(screen.getByRole('button', { name: 'Start again' }))
    expect(screen.getByLabelText('Password')).toBeVisible()
    expect(screen.queryByText(message)).not.toBeInTheDocument()
  })

  test('from a late answer does not open in a later sign-in', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Auth/login', { after, ...stepWith('totp') })
    const { user, unmount } = renderPart(<SignIn />)
    await user.type(screen.getByLabelText('Username'), 'ana')
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
    await waitFor(() => expect(server().calls).toHaveLength(1))
    unmount()
    const answered = jest.spyOn(secondStepStore, 'set')
    answer()
    await pause()
    expect(answered).not.toHaveBeenCalled()
    expect(loginErrorStore.get()).toBeNull()
  })

  test('that was abandoned while its code was checked does not sign anyone in', async () => {
    const { after, answer } = heldBack()
    const user = await signIn('totp')
    server().on('/api/Auth/second-factor', { after, body: ANA })
    await user.type(await code(), '123456{Enter}')
    await user.click(screen.getByRole('button', { name: 'Start again' }))
    answer()
    await pause()
    expect(screen.getByLabelText('Password')).toBeVisible()
    expect(sessionStore.get().token).toBeNull()
  })

  test('is not closed by the failed enrolment of an earlier one', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Auth/second-factor/enrol', { after, status: 401, body: { message: 'late' } })
    const user = await signIn('enrol-totp')
    await code()
    await user.click(screen.getByRole('button', { name: 'Start again' }))
    server().on('/api/Auth/login', stepWith('totp'))
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
    await code()
    answer()
    await pause()
    expect(await code()).toBeVisible()
    expect(loginErrorStore.get()).toBeNull()
  })

  test('keeps the name for another attempt', async () => {
    server().on('/api/Auth/login', stepWith('totp'))
    const { user } = renderPart(<SignIn />)
    expect(screen.getByLabelText('Username')).toHaveFocus()
    await user.type(screen.getByLabelText('Username'), 'ana')
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
    await code()
    await user.click(screen.getByRole('button', { name: 'Start again' }))
    expect(screen.getByLabelText('Username')).toHaveValue('ana')
    expect(screen.getByLabelText('Password')).toHaveFocus()
  })

  test('of a user who must enrol shows a QR code and its key, then the recovery codes, then starts the session', async () => {
    server().on('/api/Auth/second-factor/enrol', {
      body: { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' },
    })
    const user = await signIn('enrol-totp')
    expect(await screen.findByText('ABCD EFGH IJKL MNOP')).toBeVisible()
    expect(await screen.findByRole('img', { name: 'QR code' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Copy key' }))
    expect(await navigator.clipboard.readText()).toBe('ABCDEFGHIJKLMNOP')
    expect(hasUnsavedChanges()).toBe(false)
    server().on('/api/Auth/second-factor', { body: { ...ANA, recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] } })
    await user.type(await code(), '123456{Enter}')
    expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible()
    expect(screen.getByRole('list', { name: 'Recovery codes' })).toHaveFocus()
    // closing the tab asks first
    expect(hasUnsavedChanges()).toBe(true)
    expect(sessionStore.get().token).toBeNull()
    expect(server().paths()).not.toContain('/api/Auth/recovery-codes/kept')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(sessionStore.get().token).toBe('t2'))
    await waitFor(() => expect(hasUnsavedChanges()).toBe(false))
    await waitFor(() => expect(server().paths()).toContain('/api/Auth/recovery-codes/kept'))
    const { headers, body } = server().calls.at(-1)!
    expect([headers.authorization, body]).toEqual(['Bearer t2', '{"recoveryCodes":["AAAA-BBBB-CCCC-DDDD"]}'])
  })

  test('shows the specified error for an answer with neither a token nor a step', async () => {
    server().on('/api/Auth/login', { body: { secondFactor: 'yes' } })
    const { user } = renderPart(<SignInAgainDialog userName="ana" onClose={onClose} />)
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
    expect(await screen.findByText('La respuesta del servidor no contiene un token válido')).toBeVisible()
  })
})
