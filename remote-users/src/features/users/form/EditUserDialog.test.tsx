import { useState } from 'react'
import { describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { usersQuery } from '@console/shared-kernel/core'
import { normaliseUser, type User } from '@console/shared-kernel/contracts'
import { aUser, renderAs, type Rendered, serverForTests } from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../../testing/UsersPage'
import { EditUserDialog } from './EditUserDialog'

const server = serverForTests()
const viewer = aUser({ userId: 1, userName: 'me', level: 1 })

/** A user as a server sends it. */
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

/** Renders the form without the list, which takes most of the test time. */
function openAlone(wire: object = {}) {
  server().on('/api/Users/countries', { body: [{ id: 34, name: 'México' }] })
  const user = normaliseUser({ ...WIRE, ...wire })!
  return { ...renderAs(viewer, <Alone user={user} />), dialog: screen.getByRole('dialog') }
}
function Alone({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(true)
  return isOpen && <EditUserDialog user={user} onClose={() => setIsOpen(false)} />
}

async function open(name = 'bea', fields: object = {}) {
  const users = [
    { userId: 1, userName: 'me', level: 1 },
    { ...WIRE, ...fields },
  ]
  server().on('/api/Users/all-hierarchy', { body: users })
  server().on('/api/Users/countries', { body: [{ id: 34, name: 'México' }] })
  const { user } = renderAs(viewer, <UsersPage />)
  await user.click(await screen.findByRole('button', { name: `Edit ${name}` }))
  return { user, dialog: await screen.findByRole('dialog', { name: 'Edit User' }) }
}
const field = (name: string) => screen.getByLabelText(name)
const save = () => screen.getByRole('button', { name: 'Save Changes' })
const form = () => screen.queryByRole('dialog', { name: 'Edit User' })
const writes = () =>
  server()
    .writes()
    .map(({ body }) => JSON.parse(body) as unknown)

/** Waits for the form to close, because the toast may be from an earlier save. */
async function expectSaved() {
  await waitFor(() => expect(form()).not.toBeInTheDocument())
  expect(screen.getByText('Usuario actualizado con éxito')).toBeVisible()
}
async function openAgain(user: Rendered['user'], name = 'bea') {
  await user.click(screen.getByRole('button', { name: `Edit ${name}` }))
  await screen.findByRole('dialog', { name: 'Edit User' })
}
async function write(user: Rendered['user'], name: RegExp | string, text: string) {
  await user.click(screen.getByLabelText(name))
  await user.clear(screen.getByLabelText(name))
  await user.paste(text)
}

describe('the form of an existing user', () => {
  test('[USERFORM-4] [USERFORM-6] [USERFORM-9] can change only the password', async () => {
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

  test('[USERFORM-10] closes on Cancel without a request, and asks before it discards a typed password', async () => {
    const { user, dialog } = await open()
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())

    await openAgain(user)
    await write(user, 'New Password', 'x')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(form()).not.toBeInTheDocument())
    expect(server().writes()).toEqual([])
  })

  test('sends hidden fields back unchanged, and no version if the server sends none', async () => {
    server().on('/api/Users/9', { body: {} })
    const { user } = openAlone()
    await user.click(save())
    await expectSaved()
    expect(writes()).toEqual([
      {
        userId: 9,
        nameClient: 'Bea S.L.',
        countryId: 34,
        password: '',
        isBlocked: true,
        quitPass: true,
        botonBlockedDeshabilitado: false,
        listaClientesTecnico: '3,4',
      },
    ])
    const { headers } = server().writes()[0]!
    expect(headers).not.toHaveProperty('if-match')
    expect(headers).not.toHaveProperty('idempotency-key')
  })

  test('[ERROR-12] [ERROR-13] keeps its input after a rejection, which is shown until a save succeeds; a retry of the same change keeps its key, and another change gets another', async () => {
    server().on('/api/Users/9', { status: 500, body: { message: 'broken' } })
    const { user, dialog } = openAlone({ version: '4' })
    await user.click(save())
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('broken')
    expect(screen.getByText('Error: broken')).toBeVisible()
    await user.click(save())
    await waitFor(() => expect(server().writes()).toHaveLength(2))
    await waitFor(() => expect(save()).toBeEnabled())
    await write(user, 'New Password', 'secret12')
    // only one's own password requires the current one
    expect(screen.queryByLabelText(/^Current password/)).not.toBeInTheDocument()
    await user.click(save())
    await waitFor(() => expect(server().writes()).toHaveLength(3))
    const [first, second, third] = server()
      .writes()
      .map(({ headers }) => headers['idempotency-key'])
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    await waitFor(() => expect(save()).toBeEnabled())
    expect(within(dialog).getByRole('alert')).toHaveTextContent('broken')
    expect(field('New Password')).toHaveValue('secret12')

    const errors = [{ path: 'password', message: 'Too short' }]
    server().on('/api/Users/9', { status: 400, body: { message: 'bad', errors } })
    await user.click(save())
    await waitFor(() => expect(field('New Password')).toHaveAccessibleDescription('Too short'))
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Too short')
    expect(field('New Password')).toHaveFocus()

    server().on('/api/Users/9', { body: {} })
    await user.click(save())
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test.each([
    ['3', 'secret12', 'the new password was saved. Saving again is safe.'],
    ['3', '', 'the changes were saved. Saving again is safe.'],
    [null, 'secret12', 'the new password was saved.'],
  ])(
    '[ERROR-12] [ERROR-13] with version %p and password %p a lost answer leaves open whether %s',
    async (version, password, rest) => {
      server().on('/api/Users/9', { fault: 'reset' })
      server().on('/api/Users/all-hierarchy', { body: [WIRE] })
      const { user, dialog, queryClient } = openAlone({ version })
      const list = usersQuery(viewer)
      await queryClient.fetchQuery(list)
      if (password) await write(user, 'New Password', password)
      await user.click(save())
      const text = `No answer was received. It is not known whether ${rest}`
      expect(await screen.findByText(`Error: ${text}`)).toBeVisible()
      expect(within(dialog).getByRole('alert').textContent).toBe(text)
      expect(field('New Password')).toHaveValue(password)
      // the list is reloaded where it is shown
      expect(queryClient.getQueryState(list.queryKey)).toMatchObject({ isInvalidated: true })
      server().on('/api/Users/9', { body: {} })
      await user.click(save())
      await expectSaved()
      const [first, again] = server()
        .writes()
        .map(({ headers }) => headers['idempotency-key'])
      expect(again).toBe(first)
    },
  )

  test('requires the current password to change one’s own, and sends none if the new one is cleared', async () => {
    const current = () => screen.queryByLabelText(/^Current password/)
    const errors = [{ path: 'currentPassword', message: 'La contraseña actual no es correcta' }]
    server().on('/api/Users/1', { status: 400, body: { message: 'bad', errors } })
    const { user, dialog } = await open('me')
    expect(current()).not.toBeInTheDocument()
    await write(user, 'New Password', 'secret12')
    expect(current()).toHaveAttribute('type', 'password')
    expect(current()).toHaveAttribute('autocomplete', 'current-password')
    expect(current()).toBeRequired()
    await user.type(current()!, 'wrong{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('La contraseña actual no es correcta')
    expect(current()).toHaveAccessibleDescription('La contraseña actual no es correcta')
    expect(current()).toHaveFocus()
    expect(current()).toHaveValue('wrong')
    expect(field('New Password')).toHaveValue('secret12')

    server().on('/api/Users/1', { status: 429, body: { message: 'Demasiados intentos' } })
    await user.click(save())
    await waitFor(() => expect(within(dialog).getByRole('alert')).toHaveTextContent('Demasiados intentos'))
    expect(current()).toHaveValue('wrong')
    expect(field('New Password')).toHaveValue('secret12')

    server().on('/api/Users/1', { body: {} })
    await write(user, /^Current password/, 'old secret')
    await user.click(save())
    await expectSaved()
    expect(writes().at(-1)).toMatchObject({
      userId: 1,
      password: 'secret12',
      currentPassword: 'old secret',
    })

    await openAgain(user, 'me')
    await write(user, 'New Password', 'x')
    await write(user, /^Current password/, 'old secret')
    await user.clear(field('New Password'))
    expect(current()).not.toBeInTheDocument()
    await user.click(save())
    await expectSaved()
    expect(writes().at(-1)).toEqual(expect.not.objectContaining({ currentPassword: expect.anything() }))
    expect(writes()).toHaveLength(4)
  })
})

test('after a concurrent change the form shows who changed what and when, keeps its input, and saves against the new version', async () => {
  const conflict = () => screen.findByRole('dialog', { name: 'Changed meanwhile' }, { timeout: 5000 })
  const rejected = (current: object) => ({
    status: 409,
    body: {
      message: 'El usuario ha cambiado entretanto',
      current: { ...WIRE, ...current },
      changedBy: 'admin1',
      changedAt: '2026-11-23T11:05:00Z',
    },
  })
  // no visible field differs
  server().on('/api/Users/9', rejected({ version: '5' }))
  const { user } = openAlone({ version: '4' })
  await write(user, 'New Password', 'secret12')
  await user.click(save())
  const first = await conflict()
  expect(within(first).getByText(/A new password may have been set/)).toBeVisible()
  await user.click(within(first).getByRole('button', { name: 'Decide later' }))
  await waitFor(() => expect(first).not.toBeInTheDocument())

  server().on('/api/Users/9', rejected({ version: '5', isBlocked: false, nameClient: 'Bea S.A.' }))
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

  // another conflict
  server().on('/api/Users/9', rejected({ version: '6', isBlocked: false }))
  await user.click(save())
  const again = await conflict()
  expect(within(again).getByText('Client name: Bea S.L.')).toBeVisible()
  await user.click(within(again).getByRole('button', { name: 'Back to the form' }))
  await waitFor(() => expect(again).not.toBeInTheDocument())
  server().on('/api/Users/9', { body: { ...WIRE, version: '7' } })
  await user.click(save())
  expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
  expect(
    server()
      .writes()
      .map(({ body, headers }) => ({ ...(JSON.parse(body) as object), match: headers['if-match'] })),
  ).toMatchObject([
    { match: '"4"', isBlocked: true, nameClient: 'Bea S.L.', password: 'secret12' },
    { match: '"4"', isBlocked: true, nameClient: 'Bea S.L.', password: 'secret12' },
    { match: '"5"', isBlocked: false, nameClient: 'Bea S.A.', password: 'secret12' },
    { match: '"6"', isBlocked: false, nameClient: 'Bea S.L.', password: 'secret12' },
  ])
})
