import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createBrowserRouter, RouterProvider, useLocation } from 'react-router-dom'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useCurrentUser, useFeature } from '@console/shared-kernel/core'
import { endSession, leaveSession, sessionStore } from '@console/shared-kernel/host'
import { useUnsavedGuard } from '@console/shared-kernel/form'
import {
  type Answer,
  connectedServer,
  connectTo,
  type EventServer,
  giveLocks,
  renderAt,
  renderPart,
  startEventServer,
  takeLocks,
} from '@console/shared-kernel/testing/page'
import { ProtectedArea } from './ProtectedArea'

const ana = { userId: 7, userName: 'ana', level: 4, nameClient: '' }

const server = connectedServer()
afterEach(() => act(() => leaveSession()))

const Inside = () => <h1>{`Hello ${useCurrentUser().userName}`}</h1>
const Login = () => <h1>{`Login, from ${JSON.stringify(useLocation().state)}`}</h1>

const area = (
  <ProtectedArea navigation={[]} notices={null} panel={null} AboutDialog={() => null}>
    <Inside />
  </ProtectedArea>
)

function show(token: string | null, validate: Answer, current: Answer) {
  server().on('/api/Auth/validate', validate)
  server().on('/api/Users/current', current)
  act(() => sessionStore.set({ token, user: null }))
  return renderAt('/external?run=1', { '/login': <Login />, '*': area })
}

const YES: Answer = { body: true }
const USER: Answer = { body: ana }

describe('the protected area', () => {
  test('[SCREEN-2] [SCREEN-9] without a token redirects to the login and replaces the address', async () => {
    const entries = history.length
    show(null, YES, USER)
    expect(
      await screen.findByRole('heading', { name: 'Login, from {"from":"/external?run=1"}' }),
    ).toBeVisible()
    expect(location.pathname).toBe('/login')
    expect(history.length).toBe(entries)
    expect(server().calls).toEqual([])
  })

  test('redirects to the login even if the user goes back before the login is drawn', async () => {
    act(() => sessionStore.set({ token: null, user: null, left: true }))
    history.replaceState({ key: 'first', idx: 0 }, '', '/external')
    history.pushState({ key: 'second', idx: 1 }, '', '/internal')
    let loginLoads = (_: { Component: typeof Login }) => undefined as void
    const lazy = () => new Promise<{ Component: typeof Login }>((resolve) => (loginLoads = resolve))
    const router = createBrowserRouter([
      { path: '/login', lazy },
      { path: '*', element: area },
    ])
    renderPart(<RouterProvider router={router} />)
    const waitForPath = async (path: string) => {
      while (location.pathname !== path) await new Promise((resolve) => setTimeout(resolve, 1))
    }
    // nothing is drawn before the end of act
    await act(async () => {
      loginLoads({ Component: Login })
      await waitForPath('/login')
      history.back()
      await waitForPath('/external')
    })
    expect(await screen.findByRole('heading', { name: /^Login/ })).toBeVisible()
    expect(location.pathname).toBe('/login')
  })

  test.each<[string, Answer, Answer]>([
    ['[SCREEN-9] [ERROR-7] the token is not valid', { body: false }, USER],
    ['[STATE-4] the current user is refused', YES, { status: 401 }],
    ['[SHELL-9] no user is returned', YES, { body: {} }],
  ])('redirects to the login if %s, and keeps the address to return to', async (_, validate, current) => {
    const entries = history.length
    show('t', validate, current)
    expect(
      await screen.findByRole('heading', { name: 'Login, from {"from":"/external?run=1","ended":"over"}' }),
    ).toBeVisible()
    expect(history.length).toBe(entries)
    expect(sessionStore.get().token).toBeNull()
  })

  test.each<[string, Answer, Answer]>([
    ['validate fails', { status: 503 }, USER],
    ['current fails', YES, { status: 500 }],
    ['nothing answers', { fault: 'reset' }, { fault: 'reset' }],
  ])('[SHELL-10] [ERROR-8] shows a connection error if %s', async (_, validate, current) => {
    const { user } = show('t', validate, current)
    expect(await screen.findByRole('heading', { name: 'Error de conexión' })).toBeVisible()
    expect(screen.getByText('Unable to fetch user data. Please try again.')).toBeVisible()
    expect(sessionStore.get().token).toBe('t')
    // jsdom logs an error instead of navigating
    jest.mocked(console.error).mockClear()
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(String(jest.mocked(console.error).mock.calls[0]?.[0])).toContain('navigation')
  })

  test('reacts to a session that ended in another tab', async () => {
    show('t', YES, USER)
    await screen.findByRole('heading', { name: 'Hello ana' })
    localStorage.clear()
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null })))
    expect(await screen.findByRole('heading', { name: /^Login, from/ })).toBeVisible()
  })

  test('redirects to the login with the reason if the user signed out in another tab', async () => {
    show('t', YES, USER)
    await screen.findByRole('heading', { name: 'Hello ana' })
    localStorage.clear()
    for (const newValue of ['', null])
      act(() => void dispatchEvent(new StorageEvent('storage', { key: 'token', newValue })))
    expect(await screen.findByRole('heading', { name: 'Login, from {"ended":"elsewhere"}' })).toBeVisible()
  })

  test('checks the session again for another user', async () => {
    const { queryClient } = show('t', YES, USER)
    await screen.findByRole('heading', { name: 'Hello ana' })
    queryClient.setQueryData(['users'], ['of ana'])
    server().on('/api/Users/current', { body: { ...ana, userId: 8, userName: 'bea' } })
    act(() => sessionStore.set({ token: 't2', user: null }))
    expect(screen.queryByRole('heading', { name: 'Hello ana' })).not.toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Hello bea' })).toBeVisible()
    expect(queryClient.getQueryData(['users'])).toBeUndefined()
  })
})

describe('the stream of changes', () => {
  let events: EventServer
  beforeEach(async () => {
    giveLocks()
    events = await startEventServer()
    connectTo(events.url)
    events.on('/api/Auth/validate', YES)
  })
  afterEach(async () => {
    takeLocks()
    await events.close()
  })
  const signIn = (current: object) => {
    events.on('/api/Users/current', { body: current })
    return show('t', YES, USER)
  }

  test('is read while the session lasts, if the server offers it', async () => {
    signIn({ ...ana, features: { events: {} } })
    await waitFor(() => expect(events.streams).toHaveLength(1), { timeout: 5_000 })
    const ended = jest.fn()
    events.streams[0]!.onEnd(ended)
    act(() => leaveSession())
    await waitFor(() => expect(ended).toHaveBeenCalled())
    expect(events.streams).toHaveLength(1)
  })

  test('is not requested if the server does not offer it', async () => {
    signIn(ana)
    await screen.findByRole('heading', { name: 'Hello ana' })
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(events.paths).not.toContain('/api/events')
  })
})

describe('a session that ends while a form has changes', () => {
  /** A screen with unsaved text. */
  function Typed() {
    useUnsavedGuard({ changed: true, onLeave: () => undefined })
    return (
      <>
        <input aria-label={`Note of ${useCurrentUser().userName}`} defaultValue="" />
        {useFeature('trend') && <p>trend</p>}
      </>
    )
  }

  async function typeDraft() {
    server().on('/api/Auth/validate', YES)
    server().on('/api/Users/current', USER)
    act(() => sessionStore.set({ token: 't', user: ana }))
    const area = (
      <ProtectedArea navigation={[]} notices={null} panel={null} AboutDialog={() => null}>
        <Typed />
      </ProtectedArea>
    )
    const shown = renderAt('/external', { '/login': <Login />, '*': area })
    await shown.user.type(await screen.findByLabelText('Note of ana'), 'draft')
    return shown
  }
  async function interrupt() {
    const shown = await typeDraft()
    act(() => endSession())
    return { ...shown, dialog: await screen.findByRole('dialog', { name: 'Your session has ended' }) }
  }
  const signIn = async ({ user, dialog }: Awaited<ReturnType<typeof interrupt>>, as: object) => {
    server().on('/api/Auth/login', { body: { token: 't2', ...as } })
    server().on('/api/Users/current', { body: as })
    await user.type(within(dialog).getByLabelText('Password'), 'demo1234')
    await user.click(within(dialog).getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
  }

  test('continues after the same user has signed in again', async () => {
    await signIn(await interrupt(), { ...ana, features: { trend: {} } })
    expect(screen.getByLabelText('Note of ana')).toHaveValue('draft')
    expect(location.pathname).toBe('/external')
    // the server's features are known again
    expect(await screen.findByText('trend')).toBeVisible()
  })

  test('continues if the same user has signed in again in another tab while this one was frozen', async () => {
    await typeDraft()
    localStorage.setItem('user', JSON.stringify(ana))
    localStorage.setItem('token', 't2')
    for (const newValue of [null, 't2'])
      act(() => void dispatchEvent(new StorageEvent('storage', { key: 'token', newValue })))
    expect(screen.getByLabelText('Note of ana')).toHaveValue('draft')
  })

  test('loses the draft if another user signs in', async () => {
    await signIn(await interrupt(), { ...ana, userId: 8, userName: 'bea' })
    expect(await screen.findByLabelText('Note of bea')).toHaveValue('')
  })

  test('shows why the sign-in failed, and keeps the draft', async () => {
    const { user, dialog } = await interrupt()
    await user.click(within(dialog).getByRole('button', { name: 'Login' }))
    expect(within(dialog).getByRole('alert')).toHaveTextContent(
      'Por favor, ingresa un nombre de usuario y contraseña.',
    )
    server().on('/api/Auth/login', { status: 401, body: { message: 'no' } })
    await user.type(within(dialog).getByLabelText('Password'), 'wrong')
    await user.click(within(dialog).getByRole('button', { name: 'Login' }))
    expect(await within(dialog).findByText('Error al iniciar sesión: Error 401: no')).toBeVisible()
    expect(screen.getByLabelText('Note of ana')).toHaveValue('draft')
  })

  test('ends with Logout', async () => {
    const { user, dialog } = await interrupt()
    await user.click(within(dialog).getByRole('button', { name: 'Logout' }))
    expect(await screen.findByRole('heading', { name: 'Login, from null' })).toBeVisible()
  })
})
