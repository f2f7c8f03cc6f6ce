import { describe, expect, it } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { usersQuery } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing'
import { UsersScreen } from '../UsersScreen'

const server = serverForTests()

const USERS = [
  { userId: 4, userName: 'sub', level: 5, countryId: 34, countryName: 'México' },
  { userId: 2, userName: 'admin', level: 2, countryId: 1 },
  { userId: 6, userName: 'client', level: 6 },
  { userId: 3, userName: 'lost' },
]

function show(level: number, users: object[]) {
  server().on(level === 1 ? '/api/Users/all-hierarchy' : '/api/Users/children', { body: users })
  server().on('/api/Users/countries', { body: [{ id: 1, name: 'Spain' }] })
  const viewer: User = aUser({ userId: 1, userName: 'me', level, countryId: 1, countryName: 'Spain' })
  return { viewer, ...renderAs(viewer, <UsersScreen />) }
}
type Shown = ReturnType<typeof show>

const createUser = () => screen.getByRole('button', { name: 'Create User' })
const options = () => screen.getAllByRole('option').map((option) => option.textContent)
const goOn = () => screen.getByRole('button', { name: 'Continuar' })

async function openPicker({ user }: Shown) {
  // 50,000 users take a while to arrive
  await waitFor(() => expect(createUser()).toBeEnabled(), { timeout: 20_000 })
  await user.click(createUser())
  return screen.findByRole('dialog', { name: 'Seleccionar Usuario Padre' })
}
const choose = ({ user }: Shown, name: RegExp) => user.click(screen.getByRole('option', { name }))

describe('[STATE-11] the picker of a parent', () => {
  it('[PARENT-1] [PARENT-2] lists the viewer first, then users of levels 1 to 5 by name, each with the level', async () => {
    const zoe = { userId: 7, userName: 'zoe', level: 3 }
    await openPicker(show(1, [zoe, ...USERS, { userId: 1, userName: 'me', level: 1 }]))
    expect(options()).toEqual([
      'Tu cuentaMaster',
      'adminAdministrator',
      'subSub-Distributor',
      'zoeSub-Administrator',
    ])
  })

  it('[PARENT-4] continues only after a choice, and never by Cancelar', async () => {
    const shown = show(1, USERS)
    const dialog = await openPicker(shown)
    expect(goOn()).toBeDisabled()
    await choose(shown, /^admin/)
    expect(goOn()).toBeEnabled()
    await shown.user.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it.each<[RegExp, string, string, number]>([
    [/^Tu cuenta/, 'Administrator', 'Spain', 1],
    [/^sub/, 'Client', 'México', 4],
  ])('[STATE-13] [STATE-14] passes level and country of %p to the form', async (name, type, country, id) => {
    server().on('/api/Users', { body: {} })
    const shown = show(1, USERS)
    await openPicker(shown)
    await choose(shown, name)
    await shown.user.click(goOn())
    const form = await screen.findByRole('dialog', { name: `Create New ${type}` })
    expect(within(form).getByRole('combobox', { name: 'Country' })).toHaveTextContent(country)
    await shown.user.type(within(form).getByLabelText('Username'), 'nina')
    await shown.user.type(within(form).getByLabelText('Password'), 'secret12{Enter}')
    await waitFor(() => expect(form).not.toBeInTheDocument())
    const { body } = server().calls.find(({ method }) => method === 'POST')!
    expect(JSON.parse(body)).toMatchObject({ userIdcriador: id })
  })

  it('searches 50,000 users while typing, and keeps the choice visible', async () => {
    const crowd = Array.from({ length: 50_000 }, (_, index) => ({
      userId: 100 + index,
      userName: `user ${index}`,
      level: 5,
    }))
    const shown = show(1, crowd)
    await openPicker(shown)
    expect(screen.getAllByRole('option').length).toBeLessThan(40)
    expect(screen.getByRole('textbox', { name: 'Buscar usuario' })).toHaveFocus()
    await choose(shown, /^user 0/)
    await shown.user.type(screen.getByRole('textbox', { name: 'Buscar usuario' }), 'USER 49999')
    await waitFor(() => expect(options()).toEqual(['user 49999Sub-Distributor']))
    expect(goOn()).toBeDisabled()
    await shown.user.tab()
    await shown.user.tab()
    await shown.user.keyboard('{ArrowDown}{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Create New Client' })).toBeVisible()
  })

  it('[PARENT-1] [PARENT-4] works by keyboard from its search: down into the list, or Enter twice', async () => {
    const shown = show(1, USERS)
    await openPicker(shown)
    const search = screen.getByRole('textbox', { name: 'Buscar usuario' })
    const chosen = () => screen.queryByRole('option', { selected: true })?.textContent
    await shown.user.keyboard('{ArrowDown}')
    expect(screen.getByRole('listbox', { name: 'Usuarios padre' })).toHaveFocus()
    expect(chosen()).toBe('Tu cuentaMaster')
    await shown.user.keyboard('{ArrowDown}')
    expect(chosen()).toBe('adminAdministrator')

    await shown.user.type(search, 'nobody{Enter}')
    await waitFor(() => expect(screen.queryByRole('option')).not.toBeInTheDocument())
    expect(goOn()).toBeDisabled()
    await shown.user.clear(search)
    // of several the first is chosen, and the next Enter goes on
    await shown.user.type(search, 'u{Enter}')
    expect(search).toHaveFocus()
    await waitFor(() => expect(chosen()).toBe('Tu cuentaMaster'))
    await shown.user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Create New Administrator' })).toBeVisible()
  })

  it.each([
    ['Enter, where the search finds one alone', (shown: Shown) => shown.user.keyboard('sub{Enter}')],
    ['a double click', (shown: Shown) => shown.user.dblClick(screen.getByRole('option', { name: /^sub/ }))],
  ])('continues by %s', async (_, choosing) => {
    const shown = show(1, USERS)
    await openPicker(shown)
    await choosing(shown)
    expect(await screen.findByRole('dialog', { name: 'Create New Client' })).toBeVisible()
  })

  it('[ERROR-14] shows that the chosen user is gone', async () => {
    const shown = show(1, USERS)
    const dialog = await openPicker(shown)
    await choose(shown, /^sub/)
    const { queryKey } = usersQuery(shown.viewer)
    server().on('/api/Users/all-hierarchy', { body: USERS.slice(1) })
    await act(() => shown.queryClient.invalidateQueries({ queryKey }))
    await waitFor(() => expect(options()).toHaveLength(2))
    await shown.user.click(goOn())
    expect(within(dialog).getByRole('alert').textContent).toBe('Usuario padre no encontrado')
    await choose(shown, /^admin/)
    expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('[PARENT-3] without other users', () => {
  it.each([
    ['only Clients and Players', 5, [{ userId: 6, userName: 'client', level: 6 }]],
    ['nobody', 2, []],
  ])('%s: the form opens at once under the viewer, and says so', async (_, level, users) => {
    const { user } = show(level, users)
    await waitFor(() => expect(createUser()).toBeEnabled())
    await user.click(createUser())
    const form = await screen.findByRole('dialog', { name: /^Create New / })
    expect(within(form).getByText(/se creará bajo tu cuenta/)).toBeVisible()
  })
})

it('a search without results says so', async () => {
  const shown = show(1, USERS)
  await openPicker(shown)
  await shown.user.type(screen.getByLabelText('Buscar usuario'), 'nobody')
  expect(await screen.findByText('Ningún usuario coincide con la búsqueda.')).toBeVisible()
  expect(screen.queryByRole('option')).not.toBeInTheDocument()
})

describe('[USERS-10] [USERS-11] the first user', () => {
  it.each([
    [1, 'Administrator'],
    [5, 'Client'],
  ])('of level %d is created from the empty list, under the viewer', async (level, type) => {
    const { user } = show(level, [])
    await user.click(await screen.findByRole('button', { name: 'Create Your First User' }))
    const form = await screen.findByRole('dialog', { name: `Create New ${type}` })
    expect(within(form).queryByText(/se creará bajo tu cuenta/)).not.toBeInTheDocument()
  })

  it.each([6, 7, 999])('cannot be created by level %d', async (level) => {
    show(level, [])
    expect(await screen.findByRole('heading', { name: 'No Users Found' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Create/ })).not.toBeInTheDocument()
  })

  it('is not offered if the list failed to load', async () => {
    server().on('/api/Users/children', { status: 500 })
    renderAs(aUser({ level: 3 }), <UsersScreen />)
    expect(await screen.findByText('Error cargando datos')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Create Your First User' })).not.toBeInTheDocument()
  })
})
