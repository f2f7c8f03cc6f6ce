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

async function open(name = 'bea', fields: object = {}) {
  const users = [
    { userId: 1, userName: 'me', level: 1 },
    { ...WIRE, ...fields },
  ]
  server().on('/api/Users/all-hierarchy', { body: users })
  server().on('/api/Users/countries', { body: [{ id: 34, name: 'México' }] })
  const { user } = renderAs(viewer, <UsersScreen />)
  await user.click(await screen.findByRole('button', { name: `Edit ${name}` }))
  return { user, dialog: await screen.findByRole('dialog', { name: 'Edit User' }) }
}
const field = (name: string) => screen.getByLabelText(name)
const save = () => screen.getByRole('button', { name: 'Save Changes' })

describe('the form of an existing user', () => {
  it('[USERFORM-1] [USERFORM-4] [USERFORM-5] [USERFORM-6] [USERFORM-9] can change the password alone', async () => {
    const { dialog } = await open()
    expect(dialog).toHaveAccessibleDescription('bea')
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
    expect(
      await screen.findByText('Country is inherited from parent user and cannot be changed'),
    ).toBeVisible()
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
    '[CALL-8] [ENTITY-3] [VALID-5] [ERROR-17] [STATE-8] with %p sends all other fields unchanged',
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

  it('opens for the own user too', async () => {
    server().on('/api/Users/1', { body: {} })
    const { user } = await open('me')
    await user.click(save())
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
  })

  it('[ERROR-12] [ERROR-13] keeps its input after a refusal', async () => {
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

  describe('a new password for the own user', () => {
    const current = () => screen.queryByLabelText(/^Current password/)
    const sent = () =>
      server()
        .writes()
        .map(({ body }) => JSON.parse(body) as unknown)

    it('requires the current one, with a field that appears while typing', async () => {
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

    it('is not sent with a current one after it was cleared', async () => {
      server().on('/api/Users/1', { body: {} })
      const { user } = await open('me')
      await user.type(field('New Password'), 'x')
      await user.type(current()!, 'old secret')
      await user.clear(field('New Password'))
      await user.click(save())
      expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
      expect(sent()).toEqual([expect.not.objectContaining({ currentPassword: expect.anything() })])
    })

    it('shows an error about the current one at its field, and keeps the input', async () => {
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

    it('keeps the input after too many attempts', async () => {
      server().on('/api/Users/1', { status: 429, body: { message: 'Demasiados intentos' } })
      const { user, dialog } = await open('me')
      await user.type(field('New Password'), 'secret12')
      await user.type(current()!, 'wrong')
      await user.click(save())
      expect(await within(dialog).findByRole('alert')).toHaveTextContent('Demasiados intentos')
      expect(current()).toHaveValue('wrong')
      expect(field('New Password')).toHaveValue('secret12')
    })

    it('is the only one that requires the current password', async () => {
      const { user } = await open()
      await user.type(field('New Password'), 'secret12')
      expect(current()).not.toBeInTheDocument()
    })
  })

  it('[USERFORM-10] closes with Cancel, and sends nothing', async () => {
    const { user, dialog } = await open()
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(server().writes()).toEqual([])
  })

  it('[USERFORM-10] asks before a typed password is lost', async () => {
    const { user, dialog } = await open()
    await user.type(field('New Password'), 'x')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(server().writes()).toEqual([])
  })
})

describe('a user whom another user has changed meanwhile', () => {
  const conflict = () => screen.findByRole('dialog', { name: 'Changed meanwhile' }, { timeout: 5000 })
  const refused = (current: object) => ({
    status: 409,
    body: {
      message: 'El usuario ha cambiado entretanto',
      current: { ...WIRE, ...current },
      changedBy: 'admin1',
      changedAt: '2026-11-23T11:05:00Z',
    },
  })
  const writes = () =>
    server()
      .writes()
      .map(({ body, headers }) => ({ ...(JSON.parse(body) as object), match: headers['if-match'] }))

  it('shows who changed what and when, keeps the form, and saves against the new version', async () => {
    server().on('/api/Users/9', refused({ version: '5', isBlocked: false, nameClient: 'Bea S.A.' }))
    const { user } = await open('bea', { version: '4' })
    await user.type(field('New Password'), 'secret12')
    await user.click(save())
    const dialog = await conflict()
    expect(dialog).toHaveAccessibleDescription(
      'admin1 changed user bea on Nov 23, 2026, 12:05, after you opened it. Your changes are not saved yet.',
    )
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Status: Activo', 'Client name: Bea S.A.'])
    await user.click(within(dialog).getByRole('button', { name: 'Back to the form' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(field('New Password')).toHaveValue('secret12')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()

    // and once more
    server().on('/api/Users/9', refused({ version: '6', isBlocked: false }))
    await user.click(save())
    const again = await conflict()
    expect(within(again).getByText('Client name: Bea S.L.')).toBeVisible()
    await user.click(within(again).getByRole('button', { name: 'Back to the form' }))
    await waitFor(() => expect(again).not.toBeInTheDocument())
    server().on('/api/Users/9', { body: { ...WIRE, version: '7' } })
    await user.click(save())
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    expect(writes()).toMatchObject([
      { match: '"4"', isBlocked: true, nameClient: 'Bea S.L.', password: 'secret12' },
      { match: '"5"', isBlocked: false, nameClient: 'Bea S.A.', password: 'secret12' },
      { match: '"6"', isBlocked: false, nameClient: 'Bea S.L.', password: 'secret12' },
    ])
  })

  it('shows that no visible field differs', async () => {
    server().on('/api/Users/9', refused({ version: '5' }))
    const { user } = await open('bea', { version: '4' })
    await user.click(save())
    const dialog = await conflict()
    expect(within(dialog).getByText(/A new password may have been set/)).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Decide later' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    await user.click(save())
    expect(await conflict()).toBeVisible()
    expect(writes().map(({ match }) => match)).toEqual(['"4"', '"4"'])
  })

  it('is not protected if the server sends no versions', async () => {
    server().on('/api/Users/9', { body: {} })
    const { user } = await open()
    await user.click(save())
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    const [call] = server().writes()
    expect(call!.headers).not.toHaveProperty('if-match')
    expect(call!.headers).not.toHaveProperty('idempotency-key')
  })

  it('the same change keeps its key on retry, and another change has another key', async () => {
    server().on('/api/Users/9', { status: 500, body: { message: 'broken' } })
    const { user, dialog } = await open('bea', { version: '4' })
    await user.click(save())
    await within(dialog).findByRole('alert')
    await user.click(save())
    await waitFor(() => expect(server().writes()).toHaveLength(2))
    await waitFor(() => expect(save()).toBeEnabled())
    await user.type(field('New Password'), 'secret12')
    await user.click(save())
    await waitFor(() => expect(server().writes()).toHaveLength(3))
    const [first, second, third] = server()
      .writes()
      .map(({ headers }) => headers['idempotency-key'])
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})
