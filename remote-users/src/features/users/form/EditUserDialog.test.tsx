import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing'
import { UsersScreen } from '../UsersScreen'

const server = serverForTests()
const viewer = aUser({ userId: 1, userName: 'me', level: 1 })

/** As a server sends it. */
const WIRE = {
  userId: 9,
  userName: 'bea',
  level: 6,
  countryId: 34,
  countryName: 'México',
  nameClient: 'Bea S.L.',
  isBlocked: true,
  quitPass: true,
  botonBlockedDeshabilitado: false,
  listaClientesTecnico: '3,4',
}

async function open(name = 'bea') {
  server().on('/api/Users/all-hierarchy', { body: [{ userId: 1, userName: 'me', level: 1 }, WIRE] })
  server().on('/api/Users/countries', { body: [{ id: 34, name: 'México' }] })
  const { user } = renderAs(viewer, <UsersScreen />)
  await user.click(await screen.findByRole('button', { name: `Edit ${name}` }))
  return { user, dialog: await screen.findByRole('dialog', { name: 'Edit User' }) }
}
const field = (name: string) => screen.getByLabelText(name)
const save = () => screen.getByRole('button', { name: 'Save Changes' })

describe('the form of a user there is', () => {
  it('[USERFORM-1] [USERFORM-4] [USERFORM-5] [USERFORM-6] [USERFORM-9] can change the password alone', async () => {
    const { dialog } = await open()
    expect(field('Username')).toHaveValue('bea')
    expect(field('Username')).toHaveAttribute('readonly')
    for (const [name, value] of [
      ['User Type', 'Client'],
      ['Country', 'México'],
    ] as const) {
      const select = within(dialog).getByRole('combobox', { name })
      await waitFor(() => expect(select).toHaveTextContent(value))
      expect(select).toHaveAttribute('aria-disabled', 'true')
    }
    expect(screen.getByText('Country is inherited from parent user and cannot be changed')).toBeVisible()
    expect(field('New Password')).toHaveValue('')
    expect(field('New Password')).toHaveFocus()
    expect(field('New Password')).toHaveAccessibleDescription(
      /^Leave empty to keep current password.*At least 8 characters/,
    )
    expect(save()).toBeEnabled()
  })

  it.each([
    ['', ''],
    ['secret12', 'secret12'],
  ])(
    '[CALL-8] [ENTITY-3] [VALID-5] [ERROR-17] [STATE-8] with %p sends all else as it was',
    async (typed, password) => {
      server().on('/api/Users/9', { body: {} })
      const { user, dialog } = await open()
      if (typed) await user.type(field('New Password'), typed)
      await user.click(save())
      expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
      expect(dialog).not.toBeInTheDocument()
      expect(
        server()
          .writes()
          .map(({ body }) => JSON.parse(body) as unknown),
      ).toEqual([
        {
          userId: 9,
          nameClient: 'Bea S.L.',
          countryId: 34,
          password,
          isBlocked: true,
          quitPass: true,
          botonBlockedDeshabilitado: false,
          listaClientesTecnico: '3,4',
        },
      ])
    },
  )

  it('is there for oneself too', async () => {
    server().on('/api/Users/1', { body: {} })
    const { user } = await open('me')
    await user.click(save())
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
  })

  it('[ERROR-12] [ERROR-13] stays with what was typed where the server refuses', async () => {
    server().on('/api/Users/9', { status: 500, body: { message: 'broken' } })
    const { user, dialog } = await open()
    await user.type(field('New Password'), 'secret12')
    await user.click(save())
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('broken')
    expect(screen.getByText('Error: broken')).toBeVisible()
    expect(field('New Password')).toHaveValue('secret12')
  })

  it('shows a refused password under its field', async () => {
    const errors = [{ path: 'password', message: 'Too short' }]
    server().on('/api/Users/9', { status: 400, body: { message: 'bad', errors } })
    const { user } = await open()
    await user.type(field('New Password'), 'x{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Too short')
    expect(field('New Password')).toHaveAccessibleDescription('Too short')
    expect(field('New Password')).toHaveFocus()
  })

  describe('a new password of one’s own', () => {
    const current = () => screen.queryByLabelText(/^Current password/)
    const sent = () =>
      server()
        .writes()
        .map(({ body }) => JSON.parse(body) as unknown)

    it('needs the current one, asked for as soon as one is typed', async () => {
      server().on('/api/Users/1', { body: {} })
      const { user } = await open('me')
      expect(current()).not.toBeInTheDocument()
      await user.type(field('New Password'), 'x')
      expect(current()).toHaveAttribute('type', 'password')
      expect(current()).toHaveAttribute('autocomplete', 'current-password')
      expect(current()).toBeRequired()
      await user.clear(field('New Password'))
      expect(current()).not.toBeInTheDocument()
      await user.type(field('New Password'), 'secret12')
      await user.type(current()!, 'old secret')
      await user.click(save())
      expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
      expect(sent()).toMatchObject([{ userId: 1, password: 'secret12', currentPassword: 'old secret' }])
    })

    it('is not sent with a current one where it was emptied again', async () => {
      server().on('/api/Users/1', { body: {} })
      const { user } = await open('me')
      await user.type(field('New Password'), 'x')
      await user.type(current()!, 'old secret')
      await user.clear(field('New Password'))
      await user.click(save())
      expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
      expect(sent()).toEqual([expect.not.objectContaining({ currentPassword: expect.anything() })])
    })

    it('shows what the server says of the current one at its field, and loses nothing', async () => {
      const errors = [{ path: 'currentPassword', message: 'La contraseña actual no es correcta' }]
      server().on('/api/Users/1', { status: 400, body: { message: 'bad', errors } })
      const { user } = await open('me')
      await user.type(field('New Password'), 'secret12')
      await user.type(current()!, 'wrong{Enter}')
      expect(await screen.findByRole('alert')).toHaveTextContent('La contraseña actual no es correcta')
      expect(current()).toHaveAccessibleDescription('La contraseña actual no es correcta')
      expect(current()).toHaveFocus()
      expect(current()).toHaveValue('wrong')
      expect(field('New Password')).toHaveValue('secret12')
    })

    it('keeps what was typed where it was tried too often', async () => {
      server().on('/api/Users/1', { status: 429, body: { message: 'Demasiados intentos' } })
      const { user, dialog } = await open('me')
      await user.type(field('New Password'), 'secret12')
      await user.type(current()!, 'wrong')
      await user.click(save())
      expect(await within(dialog).findByRole('alert')).toHaveTextContent('Demasiados intentos')
      expect(current()).toHaveValue('wrong')
      expect(field('New Password')).toHaveValue('secret12')
    })

    it('is not asked for with the password of somebody else', async () => {
      const { user } = await open()
      await user.type(field('New Password'), 'secret12')
      expect(current()).not.toBeInTheDocument()
    })
  })

  it('[USERFORM-10] is left by Cancel, and nothing is sent', async () => {
    const { user, dialog } = await open()
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(server().writes()).toEqual([])
  })

  it('[USERFORM-10] asks before a typed password is given up', async () => {
    const { user, dialog } = await open()
    await user.type(field('New Password'), 'x')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(server().writes()).toEqual([])
  })
})
