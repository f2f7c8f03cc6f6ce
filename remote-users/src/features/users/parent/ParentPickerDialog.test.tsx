import { describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { usersQuery } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../../testing/UsersPage'
import { ParentPickerDialog } from './ParentPickerDialog'

const server = serverForTests()

const USERS = [
  { userId: 4, userName: 'sub', level: 5, countryId: 34, countryName: 'México' },
  { userId: 2, userName: 'admin', level: 2, countryId: 1 },
  { userId: 6, userName: 'client', level: 6 },
  { userId: 3, userName: 'lost' },
]

function show(level: number, users: object[], page = <UsersPage />) {
  server().on(level === 1 ? '/api/Users/all-hierarchy' : '/api/Users/children', { body: users })
  server().on('/api/Users/countries', { body: [{ id: 1, name: 'Spain' }] })
  const viewer: User = aUser({ userId: 1, userName: 'me', level, countryId: 1, countryName: 'Spain' })
  return { viewer, ...renderAs(viewer, page) }
}
type Shown = ReturnType<typeof show>

/** The picker alone: rendering the screen takes most of the time. */
async function openAlone(users: object[]) {
  const [onChoose, onClose] = [jest.fn<(parent: User) => void>(), jest.fn()]
  const shown = show(1, users, <ParentPickerDialog onChoose={onChoose} onClose={onClose} />)
  await screen.findByRole('option', { name: /^admin/ })
  return { ...shown, dialog: screen.getByRole('dialog'), onChoose, onClose }
}

const createUser = () => screen.getByRole('button', { name: 'Create User' })
const options = () => screen.getAllByRole('option').map((option) => option.textContent)
const continueButton = () => screen.getByRole('button', { name: 'Continuar' })

async function openPicker({ user }: Shown) {
  await waitFor(() => expect(createUser()).toBeEnabled())
  await user.click(createUser())
  return screen.findByRole('dialog', { name: 'Seleccionar Usuario Padre' })
}
const choose = ({ user }: Pick<Shown, 'user'>, name: RegExp) =>
  user.click(screen.getByRole('option', { name }))

describe('[STATE-11] the parent picker', () => {
  test('[PARENT-1] [PARENT-2] [PARENT-4] lists the viewer first, then users of levels 1 to 5 by name, each with their level; continues only after a choice, and never on Cancelar', async () => {
    const zoe = { userId: 7, userName: 'zoe', level: 3 }
    const shown = await openAlone([zoe, ...USERS, { userId: 1, userName: 'me', level: 1 }])
    expect(options()).toEqual([
      'Tu cuentaMaster',
      'adminAdministrator',
      'subSub-Distributor',
      'zoeSub-Administrator',
    ])
    expect(continueButton()).toBeDisabled()
    await choose(shown, /^admin/)
    expect(continueButton()).toBeEnabled()

    await shown.user.click(screen.getByLabelText('Buscar usuario'))
    await shown.user.paste('no such user')
    expect(await screen.findByText('Ningún usuario coincide con la búsqueda.')).toBeVisible()
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
    await shown.user.click(screen.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(shown.onClose).toHaveBeenCalledTimes(1))
    expect(shown.onChoose).not.toHaveBeenCalled()
  })

  test.each<[RegExp, string, string, number]>([
    [/^Tu cuenta/, 'Administrator', 'Spain', 1],
    [/^sub/, 'Client', 'México', 4],
  ])('[STATE-13] [STATE-14] passes level and country of %p to the form', async (name, type, country, id) => {
    server().on('/api/Users', { body: {} })
    const shown = show(1, USERS)
    await openPicker(shown)
    await choose(shown, name)
    await shown.user.click(continueButton())
    const form = await screen.findByRole('dialog', { name: `Create New ${type}` })
    expect(within(form).getByRole('combobox', { name: 'Country' })).toHaveTextContent(country)
    await shown.user.click(within(form).getByLabelText('Username'))
    await shown.user.paste('nina')
    await shown.user.click(within(form).getByLabelText('Password'))
    await shown.user.paste('secret12')
    await shown.user.keyboard('{Enter}')
    await waitFor(() => expect(form).not.toBeInTheDocument())
    const { body } = server().calls.find(({ method }) => method === 'POST')!
    expect(JSON.parse(body)).toMatchObject({ userIdcriador: id })
  })

  test('[PARENT-1] [PARENT-4] works by keyboard from its search field: Down moves into the list, and Enter twice (once for a single match) chooses; a double click chooses too', async () => {
    const shown = await openAlone(USERS)
    const search = screen.getByRole('textbox', { name: 'Buscar usuario' })
    const chosen = () => screen.queryByRole('option', { selected: true })?.textContent
    expect(search).toHaveFocus()
    await shown.user.keyboard('{ArrowDown}')
    expect(screen.getByRole('listbox', { name: 'Usuarios padre' })).toHaveFocus()
    expect(chosen()).toBe('Tu cuentaMaster')
    await shown.user.keyboard('{ArrowDown}')
    expect(chosen()).toBe('adminAdministrator')

    await shown.user.type(search, 'no such user{Enter}')
    await waitFor(() => expect(screen.queryByRole('option')).not.toBeInTheDocument())
    expect(continueButton()).toBeDisabled()
    await shown.user.clear(search)
    // the first of several matches is selected, and the next Enter continues
    await shown.user.type(search, 'u{Enter}')
    expect(search).toHaveFocus()
    await waitFor(() => expect(chosen()).toBe('Tu cuentaMaster'))
    await shown.user.keyboard('{Enter}')

    const expectChosen = (names: string[]) =>
      waitFor(() => expect(shown.onChoose.mock.calls.map(([parent]) => parent.userName)).toEqual(names))
    await expectChosen(['me'])
    await shown.user.clear(search)
    await shown.user.type(search, 'sub{Enter}')
    await expectChosen(['me', 'sub'])
    await shown.user.dblClick(screen.getByRole('option', { name: /^sub/ }))
    await expectChosen(['me', 'sub', 'sub'])
  })

  test.each([
    ['is gone', USERS.slice(1)],
    ['may have no users below any more', [{ ...USERS[0], level: 6 }, ...USERS.slice(1)]],
  ])('[ERROR-14] shows that the chosen user %s', async (_, now) => {
    const shown = await openAlone(USERS)
    const { dialog } = shown
    await choose(shown, /^sub/)
    const { queryKey } = usersQuery(shown.viewer)
    server().on('/api/Users/all-hierarchy', { body: now })
    await act(() => shown.queryClient.invalidateQueries({ queryKey }))
    await waitFor(() => expect(options()).toHaveLength(2))
    await shown.user.click(continueButton())
    expect(within(dialog).getByRole('alert').textContent).toBe('Usuario padre no encontrado')
    await choose(shown, /^admin/)
    expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('without possible parents', () => {
  test('[PARENT-3] the form opens at once with the viewer as parent, and shows that', async () => {
    const { user } = show(5, [{ userId: 6, userName: 'client', level: 6 }])
    await waitFor(() => expect(createUser()).toBeEnabled())
    await user.click(createUser())
    const form = await screen.findByRole('dialog', { name: 'Create New Client' })
    expect(within(form).getByText(/se creará bajo tu cuenta/)).toBeVisible()
  })

  test('[USERS-10] [USERS-11] [PARENT-3] an empty list shows that no users are below, and offers to create the first one under the viewer', async () => {
    const { user } = show(2, [])
    expect(await screen.findByRole('heading', { name: 'No Users Found' })).toBeVisible()
    expect(screen.getByText('There are no users below you yet.')).toBeVisible()
    expect(screen.getByText('No users found')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await user.click(createUser())
    const form = await screen.findByRole('dialog', { name: 'Create New Sub-Administrator' })
    expect(within(form).getByText(/se creará bajo tu cuenta/)).toBeVisible()
    await user.click(within(form).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(form).not.toBeInTheDocument())

    await user.click(screen.getByRole('button', { name: 'Create Your First User' }))
    const first = await screen.findByRole('dialog', { name: 'Create New Sub-Administrator' })
    expect(within(first).queryByText(/se creará bajo tu cuenta/)).not.toBeInTheDocument()
  })

  test('[USERS-11] a viewer whose level may not create users has no button for it', async () => {
    show(6, [])
    expect(await screen.findByRole('heading', { name: 'No Users Found' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Create/ })).not.toBeInTheDocument()
  })
})
