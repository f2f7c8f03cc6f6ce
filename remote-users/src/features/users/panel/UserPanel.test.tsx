import { describe, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { lists } from '@console/shared-kernel/core'
import { heldBack, offerFeatures } from '@console/shared-kernel/testing/page'
import { usersWithPanel } from '../../../../testing/usersWithPanel'

const { server, functions, show, panel, address, dialog, listAgain, admin, bea, dad, MACHINES, UNKNOWN } =
  usersWithPanel()

test('the panel of a blocked user shows the reason for the block, and can change its end', async () => {
  offerFeatures({ activity: {}, reason: {}, blockEnd: {} })
  const row = { id: 1, kind: 'user.update', after: { is_blocked: true }, reason: 'unpaid' }
  server().on('/api/activity', { body: { rows: [row], next: null } })
  const { user } = show('/?open=user:5')
  const shown = within(await panel('dad'))
  await waitFor(() => expect(shown.getByText('Block reason').nextElementSibling).toHaveTextContent('unpaid'))
  await user.click(shown.getByRole('button', { name: 'Change block' }))
  const ends = within(await dialog('Change block of dad')).getByRole('combobox', { name: 'Block ends' })
  expect(ends).toHaveTextContent('No end')
})

test('a timed block ends tomorrow unless another end is chosen', async () => {
  offerFeatures({ blockEnd: {} })
  const { user } = show('/?open=user:9')
  await user.click(within(await panel('bea')).getByRole('button', { name: 'Timed block' }))
  const ends = within(await dialog('Block user: bea')).getByRole('combobox', { name: 'Block ends' })
  expect(ends).toHaveTextContent('Tomorrow 08:00')
})

test.each(['Block', 'Timed block'])('%s says why if the users below cannot be counted', async (name) => {
  offerFeatures({ blockEnd: {} })
  show('/?open=user:9')
  const button = within(await panel('bea')).getByRole('button', { name })
  const count = jest.spyOn(lists, 'find').mockRejectedValue(new Error('The worker failed'))
  fireEvent.click(button)
  expect(await screen.findByText('Error: The worker failed')).toBeVisible()
  count.mockRestore()
  expect(server().writes()).toEqual([])
})

test('Undo of an unblock asks for no confirmation if nothing is below, judged by the list after the unblock', async () => {
  const alone = { ...bea, numeroMaquinas: 0, version: '4' }
  const blocked = { ...alone, isBlocked: true, version: '3' }
  const { user } = show('/?open=user:9', { users: { body: [admin, dad, blocked] } })
  server().on('/api/Users/9', { body: alone })
  await user.click(within(await panel('bea')).getByRole('button', { name: 'Unblock' }))
  const undo = await screen.findByRole('button', { name: 'Undo unblock of bea' })
  server().on('/api/Users/9', { body: { ...blocked, version: '5' } })
  await user.click(undo)
  await waitFor(() => expect(server().writes()).toHaveLength(2))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

describe('the panel of a user', () => {
  test('shows the facts, all row actions with the reason if one is disabled, the machines, and related links', async () => {
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

  test('marks its machines as busy while they load', async () => {
    const { after, answer } = heldBack()
    show('/?open=user:9')
    server().on('/api/Machines', { body: MACHINES, after })
    const machines = within(await panel('bea')).getByRole('region', { name: 'Machines' })
    expect(machines).toHaveAttribute('aria-busy', 'true')
    answer()
    expect(await within(machines).findByText('Slot 1')).toBeVisible()
    expect(machines).toHaveAttribute('aria-busy', 'false')
  })

  test('requests no machines for a user without machines of their own', async () => {
    show('/?open=user:2')
    await panel('admin')
    expect(screen.queryByRole('region', { name: 'Machines' })).not.toBeInTheDocument()
    expect(server().paths()).toEqual(['/api/Users/all-hierarchy'])
  })

  test('also shows the viewer’s own account, which the list of users below does not contain', async () => {
    show('/?open=user:1', { level: 2 })
    expect(within(await panel('me')).getByRole('button', { name: 'Edit' })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('is busy while the users load, and shows an error with a retry button if that fails', async () => {
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

  test('is covered by each dialog, and is shown again after the dialog closes', async () => {
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

  test('asks before it creates a machine; the dialog is not in the address, and stays if the user disappears', async () => {
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

  test('blocks, and asks first if users or machines below lose access', async () => {
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
  ])('asks for no confirmation after %s', async (_, leave) => {
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
  ])('blocks %s once, even if the row and the panel are both clicked', async (_, numeroMaquinas) => {
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
