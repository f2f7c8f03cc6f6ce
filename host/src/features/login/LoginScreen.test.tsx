import { describe, expect, test } from '@jest/globals'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { sessionStore } from '@console/shared-kernel/host'
import {
  type Answer,
  heldBack,
  renderAt,
  renderPart,
  serverForTests,
} from '@console/shared-kernel/testing/page'
import { LoginScreen } from './LoginScreen'

const ana = { userId: 7, userName: 'ana', level: 4, nameClient: '' }

const server = serverForTests()

const PAGES = { '/login': <LoginScreen />, '/token-debug': <h1>Token page</h1>, '*': <h1>Inside</h1> }
const show = (state?: unknown) => renderAt('/login', PAGES, state)

const withToken = () => act(() => sessionStore.set({ token: 'stored', user: ana }))
const field = (label: string) => screen.getByLabelText(label)
const button = () => screen.getByRole('button', { name: /Login/ })
const log = () => screen.getByRole('log', { name: 'Status' })

async function signIn(user: ReturnType<typeof show>['user'], name = 'ana', password = 'secret') {
  if (name !== '') await user.type(field('Username'), name)
  if (password !== '') await user.type(field('Password'), password)
  await user.click(button())
}

describe('the login screen', () => {
  test('[SCREEN-1] [LOGIN-1] [LOGIN-2] has heading, fields, button, log and link', async () => {
    const { user } = show()
    expect(screen.getByRole('heading', { name: 'Login Info Center' })).toBeVisible()
    expect(field('Username')).toHaveFocus()
    expect(field('Username')).toHaveAttribute('autocomplete', 'username')
    expect(field('Password')).toHaveAttribute('type', 'password')
    expect(button()).toBeEnabled()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Depurar token JWT' }))
    expect(screen.getByRole('heading', { name: 'Token page' })).toBeVisible()
  })

  test('shows the password on request, and warns that Caps Lock is on', async () => {
    const { user } = show()
    await user.type(field('Password'), 'a{CapsLock}b')
    expect(screen.getByText('Caps Lock is on')).toBeVisible()
    await user.type(field('Password'), '{CapsLock}c')
    expect(screen.queryByText('Caps Lock is on')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Show what is typed' }))
    expect(field('Password')).toHaveAttribute('type', 'text')
    await user.click(screen.getByRole('button', { name: 'Hide what is typed' }))
    expect(field('Password')).toHaveAttribute('type', 'password')
  })

  test.each([
    { name: '', password: '', empty: 'Username' },
    { name: 'ana', password: '', empty: 'Password' },
    { name: '', password: 'secret', empty: 'Username' },
    { name: '   ', password: 'secret', empty: 'Username' },
  ])(
    '[VALID-1] [ERROR-6] asks for both fields, given "$name" and "$password", and focuses $empty',
    async ({ name, password, empty }) => {
      const { user } = show()
      await signIn(user, name, password)
      expect(screen.getByRole('alert')).toHaveTextContent(
        'Por favor, ingresa un nombre de usuario y contraseña.',
      )
      expect(field(empty)).toHaveFocus()
      expect(server().calls).toEqual([])
    },
  )

  test('is disabled while the server rejects sign-ins for the name, and shows for how long', async () => {
    server().on('/api/Auth/login', {
      status: 429,
      headers: { 'Retry-After': '90' },
      body: { message: 'Espera' },
    })
    const { user } = show()
    await signIn(user)
    expect(await screen.findByRole('timer')).toHaveTextContent(
      /^Podrás volver a intentarlo en 1:(?:30|2\d)\.$/,
    )
    expect(button()).toBeDisabled()
    // the lock applies to that name
    await user.type(field('Username'), '2')
    expect(screen.queryByRole('timer')).not.toBeInTheDocument()
    expect(button()).toBeEnabled()
  })

  test.each([
    ['over', 'Your session has ended. Sign in again to go on where you were.'],
    ['elsewhere', 'You have signed out in another tab.'],
  ])('explains why the user has to sign in again: %s', (ended, text) => {
    show({ ended })
    expect(screen.getByText(text)).toBeVisible()
  })

  test('[LOGIN-5] [PRODUCT-7] signs in, stores token and user, and goes to /', async () => {
    server().on('/api/Auth/login', { body: { token: 't', ...ana } })
    const { user } = show()
    await signIn(user, ' ana ', ' secret ')
    expect(await screen.findByRole('heading', { name: 'Inside' })).toBeVisible()
    expect(location.pathname).toBe('/')
    expect(JSON.parse(server().calls[0]!.body)).toEqual({ Username: 'ana', Password: ' secret ' })
    expect(sessionStore.get()).toEqual({ token: 't', user: ana })
  })

  test('returns to the address that required the sign-in', async () => {
    server().on('/api/Auth/login', { body: { token: 't', ...ana } })
    const { user } = show({ from: '/external?run=1' })
    await signIn(user)
    await screen.findByRole('heading', { name: 'Inside' })
    expect(location.pathname + location.search).toBe('/external?run=1')
  })

  test('[LOGIN-3] shows a spinner while it signs in, and sends one request', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Auth/login', { status: 401, after })
    const { user } = show()
    await signIn(user)
    expect(button()).toBeDisabled()
    expect(screen.getByRole('progressbar')).toBeVisible()
    fireEvent.submit(button().closest('form')!)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(server().paths()).toEqual(['/api/Auth/login'])
    answer()
    await waitFor(() => expect(button()).toBeEnabled())
  })

  test.each<[string, Answer, string]>([
    ['[VALID-2] [ERROR-4] no token', { body: ana }, 'La respuesta del servidor no contiene un token válido'],
    ['no answer', { fault: 'reset' }, 'Error al iniciar sesión: Sin conexión con el servidor'],
  ])('[LOGIN-3] reports %s, and keeps the input', async (_, answer, message) => {
    server().on('/api/Auth/login', answer)
    const { user } = show()
    await signIn(user)
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(field('Username')).toHaveValue('ana')
    expect(button()).toBeEnabled()
    await user.clear(field('Password'))
    await user.click(button())
    expect(screen.getByRole('alert')).toHaveTextContent('Por favor, ingresa')
  })
})

describe('[LOGIN-4] [CALL-30] a stored token', () => {
  test('[LOGIN-3] that is missing is reported', () => {
    show()
    expect(log()).toHaveTextContent('No hay token almacenado.')
  })

  test('that is valid opens the console', async () => {
    withToken()
    const { after, answer } = heldBack()
    server().on('/api/Auth/validate', {
      body: true,
      after,
    })
    show({ from: '/machines' })
    expect(log()).toHaveTextContent('Verificando token…')
    answer()
    await screen.findByRole('heading', { name: 'Inside' })
    expect(location.pathname).toBe('/machines')
    expect(server().calls[0]!.headers.authorization).toBe('Bearer stored')
  })

  test('[LOGIN-3] that is valid is reported while the console loads', async () => {
    withToken()
    server().on('/api/Auth/validate', { body: true })
    history.replaceState(null, '', '/login')
    const router = createBrowserRouter([
      { path: '/login', element: <LoginScreen /> },
      { path: '*', lazy: () => new Promise(() => undefined) },
    ])
    renderPart(<RouterProvider router={router} />)
    await waitFor(() => expect(log()).toHaveTextContent('Verificando token…Token válido, redirigiendo…'))
    expect(router.state.navigation.location?.pathname).toBe('/')
  })

  test.each<[string, Answer, string]>([
    ['is not valid', { body: false }, 'Verificando token…Token inválido.'],
    ['cannot be verified', { status: 500 }, 'Verificando token…Error al verificar el token.'],
    ['gets no answer', { fault: 'reset' }, 'Verificando token…Error al verificar el token.'],
  ])('[LOGIN-3] that %s leaves the user on the login screen', async (_, answer, lines) => {
    withToken()
    server().on('/api/Auth/validate', answer)
    server().on('/api/Auth/login', { body: { token: 't', ...ana } })
    const { user } = show()
    await waitFor(() => expect(log()).toHaveTextContent(lines))
    await signIn(user)
    expect(await screen.findByRole('heading', { name: 'Inside' })).toBeVisible()
  })
})

test('a sign-in in another tab opens the console in this one too', async () => {
  show()
  act(() => sessionStore.set({ token: 'other tab', user: ana }))
  expect(await screen.findByRole('heading', { name: 'Inside' })).toBeVisible()
})

describe('a sign-in abandoned before its answer', () => {
  async function leaveAndReturn(answerOf: (after: Promise<void>) => Answer) {
    const { after, answer } = heldBack()
    server().on('/api/Auth/login', answerOf(after))
    const { user } = show()
    await signIn(user)
    await user.click(screen.getByRole('link', { name: 'Depurar token JWT' }))
    await screen.findByRole('heading', { name: 'Token page' })
    act(() => history.back())
    await screen.findByRole('heading', { name: 'Login Info Center' })
    const next = heldBack()
    server().on('/api/Auth/login', { status: 401, after: next.after, body: { message: 'the next one' } })
    await signIn(user, 'bea')
    answer()
    await act(() => new Promise((done) => setTimeout(done, 300)))
    return next
  }

  test('does not apply its error or lock to the next one', async () => {
    const next = await leaveAndReturn((after) => ({
      status: 429,
      headers: { 'Retry-After': '90' },
      after,
      body: { message: 'the one before' },
    }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.queryByRole('timer')).not.toBeInTheDocument()
    next.answer()
    expect(await screen.findByRole('alert')).toHaveTextContent('Error 401: the next one')
  })

  test('begins no session, and ends the one that the server began', async () => {
    await leaveAndReturn((after) => ({ after, body: { token: 'late', ...ana } }))
    expect(sessionStore.get().token).toBeNull()
    const ended = server().calls.find(({ path }) => path === '/api/Auth/logout')
    expect(ended?.headers.authorization).toBe('Bearer late')
  })
})
