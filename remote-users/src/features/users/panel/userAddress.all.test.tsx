import { describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { heldBack, inLines, offerFeatures } from '@console/shared-kernel/testing/page'
import { usersWithPanel } from '../../../../testing/usersWithPanel'

const { server, functions, show, panel, address, dialog, listAgain, admin, bea, dad, UNKNOWN } =
  usersWithPanel()
const FORBIDDEN = 'This cannot be done here.'

describe('an address', () => {
  test.each([
    ['of a user who does not exist', '?open=user:77'],
    ['of a user who is not a number', '?open=user:bea'],
    ['of a user in hexadecimal', '?open=user:0x9'],
    ['of a user with a fraction', '?open=user:9.0'],
    ['of a user with a sign', '?open=user:%2B9'],
    ['of a dialog about nobody', '?do=edit&open=user:77'],
  ])('%s is dropped with a message once the list has loaded', async (_, search) => {
    show(`/${search}`)
    expect(await screen.findByText(UNKNOWN)).toBeVisible()
    await waitFor(() => expect(address()).toBe(''))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  test('is kept while the user may still be loading', async () => {
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

  test('of a user created after the list was read is found', async () => {
    const { user } = show('/')
    await screen.findByRole('row', { name: /^bea / })
    server().on('/api/Users/all-hierarchy', { body: [admin, { ...bea, userId: 10, userName: 'new' }] })
    act(() => functions.open('user', 10))
    expect(await panel('new')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe(''))
  })

  test('of a user created after the list was read is also found from the panel of another user', async () => {
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
  ])('for level %d: %s, %s, leaves only the panel, and shows a message', async (level, search) => {
    show(`/${search}`, { level })
    expect(await screen.findByText(FORBIDDEN)).toBeVisible()
    await waitFor(() => expect(address()).toBe('?open=user:9'))
    expect(await panel('bea')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  test('of a dialog opens it over the panel without sending anything, and a reload of the list keeps typed text', async () => {
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
    // the user no longer exists
    expect(await screen.findByText(UNKNOWN)).toBeVisible()
    await waitFor(() => expect(address()).toBe(''))
  })
})

describe('a dialog opened from a row', () => {
  test('has its own address without the panel, and removes it when closed', async () => {
    const { user } = show('/?search=be')
    await user.click(await screen.findByRole('button', { name: 'Edit bea' }))
    const form = await dialog('Edit User')
    expect(address()).toBe('?do=edit&open=user:9&search=be')
    expect(screen.queryByRole('region', { name: 'bea' })).not.toBeInTheDocument()
    await user.click(within(form).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(form).not.toBeInTheDocument())
    await waitFor(() => expect(address()).toBe('?search=be'))
  })

  test('for a new user asks for the parent, then shows the form for that parent, and Back does not reopen it', async () => {
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

describe('a confirmation dialog in the address', () => {
  const writes = () =>
    server()
      .writes()
      .map(({ method, path }) => `${method} ${path}`)

  test('for a block mentions the users below, and a single Enter does not confirm it', async () => {
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

  test('for a block changes an existing block, if blocks can have an end', async () => {
    offerFeatures({ blockEnd: {} })
    const { user } = show('/?open=user:5&do=block')
    const asked = within(await dialog('Change block of dad'))
    expect(asked.queryByText(/1 user/)).not.toBeInTheDocument()
    await user.click(asked.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(address()).toBe('?open=user:5'))
    expect(writes()).toEqual([])
  })

  test('for an unblock also asks first, and the unblock is sent once', async () => {
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
    'stays open with the message if the %s is rejected, and accepts a reason',
    async (action, label, isBlocked) => {
      offerFeatures({ reason: {} })
      const rejected = { message: 'Somebody has changed the user' }
      server().on('/api/Users/5', { status: 409, body: rejected })
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

  test('for a deletion closes the panel of the deleted user, without an error message', async () => {
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

  test('for a new machine starts with the focus on Cancel', async () => {
    show('/?open=user:9&do=machine')
    const asked = within(await dialog('Create machine: bea'))
    expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  })

  test.each(['block', 'unlock', 'reset-factor'])(
    'is dropped if it does not apply, or if the server does not offer it: %s',
    async (action) => {
      show(`/?open=user:5&do=${action}`)
      expect(await screen.findByText(FORBIDDEN)).toBeVisible()
      expect(address()).toBe('?open=user:5')
    },
  )
})
