import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import Menu from '@mui/material/Menu'
import { connectedServer } from '../../../testing/connectedServer'
import { renderPart } from '../../../testing/render'
import { heldBack } from '../../../testing/server'
import { loginErrorStore } from '../../client/session'
import { leaveSession, sessionStore } from '../../client/storedSession'
import { SignInAgainDialog } from './SignInAgainDialog'

const LOGIN = '/api/Auth/login'
const INCOMPLETE = 'Por favor, ingresa un nombre de usuario y contraseña.'

const server = connectedServer()
afterEach(() => {
  act(() => {
    leaveSession()
    loginErrorStore.set(null)
  })
})

const onClose = jest.fn()
const show = () => renderPart(<SignInAgainDialog userName="ana" onClose={onClose} />)
const password = () => screen.getByLabelText('Password')
const button = (name: string) => screen.getByRole('button', { name })

describe('the sign-in over a form', () => {
  test('gives the reason, has the name filled in, and focuses the password', () => {
    show()
    expect(screen.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
    expect(screen.getByText(/What you have typed is still there\./)).toBeVisible()
    expect(screen.getByLabelText('Username')).toHaveValue('ana')
    expect(password()).toHaveFocus()
    expect(password()).toHaveAttribute('type', 'password')
    expect(password()).toHaveAttribute('autocomplete', 'current-password')
  })

  test('covers an open menu', () => {
    renderPart(
      <>
        <Menu open anchorEl={document.body} />
        <SignInAgainDialog userName="ana" onClose={onClose} />
      </>,
    )
    const [menu, dialog] = document.querySelectorAll('.MuiPopover-root, .MuiDialog-root')
    expect(dialog).toContainElement(password())
    // of two elements with the same z-index, the later one is on top
    for (const layer of [menu, dialog]) expect(layer).toHaveStyle('z-index: 1500')
  })

  test('sends one request, and then starts a session', async () => {
    const { after, answer } = heldBack()
    server().on(LOGIN, {
      body: { token: 't2', userId: 7, userName: 'ana', level: 4 },
      after,
    })
    const { user } = show()
    await user.type(password(), ' secret {Enter}{Enter}')
    await waitFor(() => expect(server().calls).toHaveLength(1))
    expect(button('Logout')).toBeDisabled()
    answer()
    await waitFor(() => expect(sessionStore.get().token).toBe('t2'))
    expect(server().calls.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { Username: 'ana', Password: ' secret ' },
    ])
  })

  test('reports missing fields without a request, and a rejection by the server', async () => {
    const { user } = show()
    await user.click(button('Login'))
    expect(screen.getByRole('alert')).toHaveTextContent(INCOMPLETE)
    expect(server().calls).toEqual([])

    server().on(LOGIN, { status: 401, body: { message: 'no' } })
    await user.type(password(), 'wrong{Enter}')
    expect(await screen.findByText('Error al iniciar sesión: Error 401: no')).toBeVisible()

    await user.clear(password())
    await user.click(button('Login'))
    expect(screen.getByRole('alert')).toHaveTextContent(INCOMPLETE)
  })

  test('cannot be dismissed, only left by logging out', async () => {
    const { user } = show()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
    await user.click(button('Logout'))
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('keeps its events from the form below', async () => {
    server().on(LOGIN, { status: 401 })
    const onSubmit = jest.fn()
    const { user } = renderPart(
      <form onSubmit={onSubmit}>
        <SignInAgainDialog userName="ana" onClose={onClose} />
      </form>,
    )
    await user.type(password(), 'wrong{Enter}')
    await screen.findByRole('alert')
    expect(onSubmit).not.toHaveBeenCalled()
  })
})
