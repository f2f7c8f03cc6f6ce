import { describe, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { lists, usersQuery } from '@console/shared-kernel/core'
import {
  type Answer,
  aUser,
  heldBack,
  inLines,
  offerFeatures,
  renderAs,
  serverForTests,
} from '@console/shared-kernel/testing/page'
import { type CloseFunctions, type OpenFunctions, useClose, useOpen } from '@console/shared-kernel/view'
import { UsersPage } from '../../../../testing/UsersPage'

const server = serverForTests()

const admin = { userId: 2, userName: 'admin', level: 2, numeroMaquinas: 3 }
const bea = {
  userId: 9,
  userName: 'bea',
  level: 6,
  parentUserId: 5,
  treeUserNamesCreators: 'me/admin/dad/bea',
  countryName: 'Spain',
  dateCreation: '2026-01-02T03:04:05Z',
  numeroMaquinas: 2,
}
const dad = { userId: 5, userName: 'dad', level: 5, parentUserId: 2, isBlocked: true, numeroMaquinas: 2 }
const MACHINES = [
  { idMachine: 'm1', machineName: 'Slot 1', userId: 9, userName: 'bea', credit: 10.5 },
  { idMachine: 'm2', machineName: 'Slot 2', userId: 9, userName: 'bea', credit: 0, block: true },
  { idMachine: 'm3', machineName: 'Slot 3', userId: 8, userName: 'cle', credit: 7 },
]

function show(address: string, { users = { body: [admin, dad, bea] } as Answer, level = 1 } = {}) {
  server().on(level === 1 ? '/api/Users/all-hierarchy' : '/api/Users/children', users)
  server().on('/api/Users/countries', { body: [{ id: 1, name: 'Spain' }] })
  server().on('/api/Machines', { body: MACHINES })
  const viewer = aUser({ userId: 1, userName: 'me', level })
  const page = (
    <>
      <UsersPage />
      <Functions />
    </>
  )
  return { viewer, ...renderAs(viewer, page, address) }
}
let functions: OpenFunctions & CloseFunctions
function Functions() {
  functions = { ...useOpen(), ...useClose() }
  return null
}
const panel = (name: string) => screen.findByRole('region', { name })
const address = () => decodeURIComponent(location.search)
const dialog = (name: string) => screen.findByRole('dialog', { name })
const listAgain = async ({ viewer, queryClient }: ReturnType<typeof show>, body: object[]) => {
  server().on('/api/Users/all-hierarchy', { body })
  await act(() => queryClient.invalidateQueries({ queryKey: usersQuery(viewer).queryKey }))
}
const UNKNOWN = 'This user does not exist, or is not below you.'
const FORBIDDEN = 'This cannot be done here.'

describe('the panel of a user', () => {
  test('has the facts, all actions of the row with their reasons, the machines, and where to go on', async () => {
    const { user } = show('/?open=user:9', {
      users: { body: [admin, dad, { ...bea, botonBlockedDeshabilitado: true }] },
    })
    const shown = within(await panel('bea'))
    expect(shown.getByRole('heading', { level: 2, name: 'bea' })).toBeVisible()
    expect(shown.getByText('Client')).toBeVisible()
    const facts = shown
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
    expect(facts).toEqual([
      'Status: Activo',
      'Access: blocked through dad',
      'Country: Spain',
      'Path: me › admin › dad › bea',
      'Created: Jan 02, 2026, 04:04 by dad',
      'User ID: 9',
    ])
    const actions = within(shown.getByRole('group', { name: 'Actions' })).getAllByRole('button')
    expect(actions.map(({ textContent }) => textContent)).toEqual([
      'View details',
      'Edit',
      'Delete',
      'Game Configuration',
      'Block',
      'Create machine',
    ])
    expect(shown.getByRole('button', { name: 'Block' })).toHaveAccessibleDescription(
      'Blocking is disabled for this user',
    )
    const machines = within(shown.getByRole('region', { name: 'Machines' }))
    await waitFor(() =>
      expect(machines.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'Slot 1Offline$10.50',
        'Slot 2BlockedOffline$0.00',
      ]),
    )
    const related = within(shown.getByRole('navigation', { name: 'Related' })).getAllByRole('link')
    expect(related.map(({ textContent }) => textContent)).toEqual([
      'Machines (2)',
      'External report',
      'Internal report',
      'Activity',
    ])
    await user.click(machines.getByRole('link', { name: 'Slot 2' }))
    await waitFor(() => expect(address()).toBe('?open=machine:m2'))
  })

  test('is busy where its machines are still loading', async () => {
    const { after, answer } = heldBack()
    show('/?open=user:9')
    server().on('/api/Machines', { body: MACHINES, after })
    const machines = within(await panel('bea')).getByRole('region', { name: 'Machines' })
    expect(machines).toHaveAttribute('aria-busy', 'true')
    answer()
    expect(await within(machines).findByText('Slot 1')).toBeVisible()
    expect(machines).toHaveAttribute('aria-busy', 'false')
  })

  test('of a user without machines of its own reads none', async () => {
    show('/?open=user:2')
    await panel('admin')
    expect(screen.queryByRole('region', { name: 'Machines' })).not.toBeInTheDocument()
    expect(server().paths()).toEqual(['/api/Users/all-hierarchy'])
  })

  test('is that of the own account too, which no list of others has', async () => {
    show('/?open=user:1', { level: 2 })
    expect(within(await panel('me')).getByRole('button', { name: 'Edit' })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('shows bars while the users are read, and what failed with a button that tries again', async () => {
    const { after, answer } = heldBack()
    const { user } = show('/?open=user:9', { level: 2, users: { status: 400, body: {}, after } })
    expect(await panel('User')).toHaveAttribute('aria-busy', 'true')
    answer()
    const failed = within(await panel('User'))
    expect(await failed.findByText('Error cargando datos')).toBeVisible()
    server().on('/api/Users/children', { body: [bea] })
    await user.click(failed.getByRole('button', { name: 'Reintentar' }))
    expect(await panel('bea')).toBeVisible()
  })

  test('opens each dialog over it, and is there again when that is closed', async () => {
    const { user } = show('/?open=user:9&search=be')
    for (const [button, action, title] of [
      ['View details', 'details', 'User Details: bea'],
      ['Edit', 'edit', 'Edit User'],
    ] as const) {
      await user.click(within(await panel('bea')).getByRole('button', { name: button }))
      const shown = await dialog(title)
      expect(address()).toBe(`?do=${action}&open=user:9&search=be`)
      await user.keyboard('{Escape}')
      await waitFor(() => expect(shown).not.toBeInTheDocument())
      await waitFor(() => expect(address()).toBe('?open=user:9&search=be'))
    }
  })

  test('asks before it creates a machine, which no address does, also if its user is deleted meanwhile', async () => {
    server().on('/api/machines/auto-create/9', { body: {} })
    const shown = show('/?open=user:9')
    await shown.user.click(within(await panel('bea')).getByRole('button', { name: 'Create machine' }))
    const question = await dialog('Create machine: bea')
    expect(address()).toBe('?open=user:9')
    await listAgain(shown, [admin])
    await waitFor(() =>
      expect(screen.queryByRole('row', { name: /^bea /, hidden: true })).not.toBeInTheDocument(),
    )
    expect(question).toBeVisible()
    await listAgain(shown, [admin, bea])
    await shown.user.click(within(question).getByRole('button', { name: 'Create machine' }))
    expect(await screen.findByText('Máquina creada con éxito')).toBeVisible()
    expect(server().writes()).toHaveLength(1)
    expect(await panel('bea')).toBeVisible()
    expect(address()).toBe('?open=user:9')
  })

  test('blocks, and asks first where others lose access', async () => {
    server().on('/api/Users/9', { body: {} })
    const { user } = show('/?open=user:9')
    await user.click(within(await panel('bea')).getByRole('button', { name: 'Block' }))
    const question = await dialog('Block user: bea')
    expect(address()).toBe('?open=user:9')
    await user.click(within(question).getByRole('button', { name: 'Block' }))
    expect(await within(await panel('bea')).findByText('Bloqueado')).toBeVisible()
    expect(server().writes()).toHaveLength(1)
  })

  test.each([
    ['another one is shown', () => functions.step('user', 9)],
    ['it was closed', () => functions.close()],
  ])('asks nothing about its user after %s', async (_, leave) => {
    const { user } = show('/?open=user:2')
    const block = within(await panel('admin')).getByRole('button', { name: 'Block' })
    let count = () => {}
    const held = new Promise<void>((resolve) => (count = resolve))
    const find = lists.find.bind(lists) as (...of: unknown[]) => Promise<never>
    const counts = jest.spyOn(lists, 'find').mockImplementation(async (...of) => {
      if (JSON.stringify(of.slice(1)).includes('"below":2')) await held
      return find(...of)
    })
    await user.click(block)
    expect(counts).toHaveBeenCalledWith(expect.anything(), { filter: { below: 2 } })
    act(leave)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'admin' })).not.toBeInTheDocument())
    count()
    await act(() => Promise.all(counts.mock.results.map(({ value }) => value)))
    counts.mockRestore()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(server().writes()).toEqual([])
  })

  test.each([
    ['without a question', 0],
    ['after one question', 2],
  ])('blocks %s once, also where the row and the panel are both clicked', async (_, numeroMaquinas) => {
    const { after, answer } = heldBack()
    server().on('/api/Users/9', { body: {}, after })
    const { user } = show('/?open=user:9', { users: { body: [{ ...bea, numeroMaquinas }] } })
    const inPanel = within(await panel('bea')).getByRole('button', { name: 'Block' })
    fireEvent.click(await screen.findByRole('button', { name: 'Block bea' }))
    fireEvent.click(inPanel)
    if (numeroMaquinas > 0) {
      const question = await dialog('Block user: bea')
      expect(screen.getAllByRole('dialog')).toHaveLength(1)
      await user.click(within(question).getByRole('button', { name: 'Block' }))
    }
    answer()
    expect(await within(await panel('bea')).findByText('Bloqueado')).toBeVisible()
    expect(server().writes()).toHaveLength(1)
  })

  test('closes when its user is deleted, with one message', async () => {
    server().on('/api/Users/9', { status: 204 })
    const { user } = show('/?open=user:9')
    await user.click(within(await panel('bea')).getByRole('button', { name: 'Delete' }))
    await user.click(within(await dialog('Confirm Deletion')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('User deleted successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('row', { name: /^bea / })).not.toBeInTheDocument())
    await waitFor(() => expect(screen.queryByRole('region', { name: 'bea' })).not.toBeInTheDocument())
    expect(address()).toBe('')
    expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument()
  })
})

describe('an address', () => {
  test.each([
    ['of a user who does not exist', '?open=user:77'],
    ['of a user who is not a number', '?open=user:bea'],
    ['of a user in hexadecimal', '?open=user:0x9'],
    ['of a user with a fraction', '?open=user:9.0'],
    ['of a user with a sign', '?open=user:%2B9'],
    ['of a dialog about nobody', '?do=edit&open=user:77'],
  ])('%s is dropped once the list is there, with a message', async (_, search) => {
    show(`/${search}`)
    expect(await screen.findByText(UNKNOWN)).toBeVisible()
    await waitFor(() => expect(address()).toBe(''))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  test('is kept as long as the user may still arrive', async () => {
    const users = Array.from({ length: 1000 }, (_, id) => ({
      ...bea,
      userId: 100 + id,
      userName: `user${id}`,
    }))
    const { after: until, answer } = heldBack()
    show('/?open=user:1099', { users: { ...inLines(users), pause: { at: 20_000, until } } })
    await screen.findByRole('row', { name: /^user0 / })
    expect(screen.getByRole('region', { name: 'User' })).toHaveAttribute('aria-busy', 'true')
    answer()
    expect(await panel('user999')).toBeVisible()
    expect(address()).toBe('?open=user:1099')
  })

  test('of a user who came after the list was read is found', async () => {
    const { user } = show('/')
    await screen.findByRole('row', { name: /^bea / })
    server().on('/api/Users/all-hierarchy', { body: [admin, { ...bea, userId: 10, userName: 'new' }] })
    act(() => functions.open('user', 10))
    expect(await panel('new')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe(''))
  })

  test('of a user who came after the list was read is found from the panel of another, too', async () => {
    show('/?open=user:9')
    await panel('bea')
    server().on('/api/Users/all-hierarchy', { body: [bea, { ...bea, userId: 10, userName: 'new' }] })
    act(() => functions.step('user', 10))
    expect(await panel('new')).toBeVisible()
    act(() => functions.step('user', 77))
    expect(await screen.findByText(UNKNOWN)).toBeVisible()
    await waitFor(() => expect(address()).toBe(''))
  })

  test.each([
    [1, '?do=create&open=user:9', 'of an action that the user has not'],
    [3, '?do=games&open=user:9', 'of an action that the viewer may not take'],
    [1, '?do=constructor&open=user:9', 'of an action that there is not'],
  ])('for level %d: %s, %s, leaves the panel alone, and says so', async (level, search) => {
    show(`/${search}`, { level })
    expect(await screen.findByText(FORBIDDEN)).toBeVisible()
    await waitFor(() => expect(address()).toBe('?open=user:9'))
    expect(await panel('bea')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  test('of a dialog opens it over the panel, sends nothing, and a list that is read again keeps what was typed', async () => {
    const shown = show('/?open=user:9&do=edit')
    const form = await dialog('Edit User')
    await shown.user.click(within(form).getByLabelText('New Password'))
    await shown.user.paste('secret12')
    await listAgain(shown, [admin])
    await waitFor(() => expect(screen.queryByRole('row', { name: /^bea / })).not.toBeInTheDocument())
    expect(within(form).getByLabelText('New Password')).toHaveValue('secret12')
    expect(server().writes()).toEqual([])
    await shown.user.click(within(form).getByRole('button', { name: 'Cancel' }))
    await shown.user.click(await screen.findByRole('button', { name: 'Discard' }))
    // nobody is there any more
    expect(await screen.findByText(UNKNOWN)).toBeVisible()
    await waitFor(() => expect(address()).toBe(''))
  })
})

describe('a dialog that a row opens', () => {
  test('has its own address without the panel, and leaves none', async () => {
    const { user } = show('/?search=be')
    await user.click(await screen.findByRole('button', { name: 'Edit bea' }))
    const form = await dialog('Edit User')
    expect(address()).toBe('?do=edit&open=user:9&search=be')
    expect(screen.queryByRole('region', { name: 'bea' })).not.toBeInTheDocument()
    await user.click(within(form).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(form).not.toBeInTheDocument())
    await waitFor(() => expect(address()).toBe('?search=be'))
  })

  test('of a new user: the parent is asked for, then the form is that of the parent, and Back closes it', async () => {
    const { user } = show('/')
    const create = await screen.findByRole('button', { name: 'Create User' })
    await waitFor(() => expect(create).toBeEnabled())
    await user.click(create)
    const picker = await dialog('Seleccionar Usuario Padre')
    expect(address()).toBe('?do=create')
    await user.click(within(picker).getByRole('option', { name: /^admin/ }))
    await user.click(within(picker).getByRole('button', { name: 'Continuar' }))
    const form = await dialog('Create New Sub-Administrator')
    expect(address()).toBe('?do=create&open=user:2')
    await user.click(within(form).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(form).not.toBeInTheDocument())
    await waitFor(() => expect(address()).toBe(''))
    act(() => history.back())
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('a question in the address', () => {
  const writes = () =>
    server()
      .writes()
      .map(({ method, path }) => `${method} ${path}`)

  test('of a block names those below, and one Enter answers none', async () => {
    server().on('/api/Users/5', { body: { ...dad, isBlocked: true } })
    const { user } = show('/?open=user:5&do=block', {
      users: { body: [admin, { ...dad, isBlocked: false }, bea] },
    })
    const asked = within(await dialog('Block user: dad'))
    expect(asked.getByText(/1 user/)).toBeVisible()
    expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('?open=user:5'))
    expect(writes()).toEqual([])
  })

  test('of an unblock asks too, and is sent once', async () => {
    server().on('/api/Users/5', { body: { ...dad, isBlocked: false } })
    const { user } = show('/?open=user:5&do=unblock')
    const asked = within(await dialog('Unblock user: dad'))
    expect(asked.getByText(/can sign in again unless somebody above is blocked\.$/)).toBeVisible()
    expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    expect(writes()).toEqual([])
    await user.click(asked.getByRole('button', { name: 'Unblock' }))
    await waitFor(() => expect(address()).toBe('?open=user:5'))
    expect(writes()).toHaveLength(1)
  })

  test.each([
    ['block', 'Block', false],
    ['unblock', 'Unblock', true],
  ])(
    'stays with the message where the %s is refused, and takes a reason',
    async (action, label, isBlocked) => {
      offerFeatures({ reason: {} })
      const refused = { message: 'Somebody has changed the user' }
      server().on('/api/Users/5', { status: 409, body: refused })
      const { user } = show(`/?open=user:5&do=${action}`, {
        users: { body: [admin, { ...dad, isBlocked }, bea] },
      })
      const asked = within(await dialog(`${label} user: dad`))
      await user.type(asked.getByLabelText('Reason'), 'unpaid')
      await user.click(asked.getByRole('button', { name: label }))
      expect(await asked.findByRole('alert')).toHaveTextContent('Somebody has changed the user')
      expect(asked.getByLabelText('Reason')).toHaveValue('unpaid')
      expect(screen.getAllByText(/Somebody has changed the user/)).toHaveLength(1)
      expect(JSON.parse(server().writes()[0]!.body)).toMatchObject({ reason: 'unpaid' })
      server().on('/api/Users/5', { body: { ...dad, isBlocked: !isBlocked } })
      await user.click(asked.getByRole('button', { name: label }))
      await waitFor(() => expect(address()).toBe('?open=user:5'))
    },
  )

  test('of a deletion closes the panel of the deleted user, without a complaint', async () => {
    server().on('/api/Users/9', { status: 204 })
    const { user } = show('/?open=user:9&do=delete')
    const asked = within(await dialog('Confirm Deletion'))
    expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('User deleted successfully')).toBeVisible()
    await waitFor(() => expect(address()).toBe(''))
    expect(writes()).toEqual(['DELETE /api/Users/9'])
    expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument()
  })

  test('of a machine to create', async () => {
    show('/?open=user:9&do=machine')
    const asked = within(await dialog('Create machine: bea'))
    expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  })

  test.each(['block', 'unlock', 'reset-factor'])(
    'that does not apply, or not on this server, is dropped: %s',
    async (action) => {
      show(`/?open=user:5&do=${action}`)
      expect(await screen.findByText(FORBIDDEN)).toBeVisible()
      expect(address()).toBe('?open=user:5')
    },
  )
})
