import { describe, expect, it } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { usersQuery } from '@console/shared-kernel/core'
import { aUser, heldBack, layOut, renderAs, serverForTests } from '@console/shared-kernel/testing'
import { UsersScreen } from '../UsersScreen'

const server = serverForTests()
const viewer = aUser({ userId: 1, userName: 'me', level: 2 })
const bea = { userId: 9, userName: 'bea', level: 6, countryId: 1, nameClient: 'Bea' }
const QUESTION =
  'Las máquinas normalmente se crean automáticamente con el usuario. ¿Estás seguro de que quieres crear una máquina manualmente para este usuario? Esto sólo debe hacerse si la máquina original se eliminó o dañó.'

function show(users: object[] = [bea]) {
  server().on('/api/Users/children', { body: users })
  return renderAs(viewer, <UsersScreen />)
}
async function open(action: string, name: string) {
  const shown = show()
  await shown.user.click(await screen.findByRole('button', { name: `${action} bea` }))
  return { ...shown, dialog: await screen.findByRole('dialog', { name }) }
}
const press = (name: string) => screen.getByRole('button', { name })
const made = (method: string) => server().calls.filter((call) => call.method === method)

describe('deleting a user', () => {
  const openDeletion = () => open('Delete', 'Confirm Deletion')

  it('[DELETE-1] asks first, and Cancel keeps the user', async () => {
    const { user, dialog } = await openDeletion()
    expect(within(dialog).getByText('Are you sure you want to delete user bea?')).toBeVisible()
    expect(within(dialog).getByText('This action cannot be undone.')).toBeVisible()
    expect(press('Cancel')).toHaveFocus()
    await user.click(press('Cancel'))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(made('DELETE')).toEqual([])
  })

  it('[CALL-9] [ERROR-19] [STATE-8] shows that it is done, and reads the list again', async () => {
    server().on('/api/Users/9', { status: 204 })
    const { user, dialog } = await openDeletion()
    server().on('/api/Users/children', { body: [] })
    await user.click(press('Delete'))
    expect(await screen.findByText('User deleted successfully')).toBeVisible()
    expect(dialog).not.toBeInTheDocument()
    expect(made('DELETE').map(({ path }) => path)).toEqual(['/api/Users/9'])
    expect(await screen.findByRole('heading', { name: 'No Users Found' })).toBeVisible()
  })

  it.each([
    [
      '[ERROR-10] [ROLE-10]',
      { status: 403, body: { message: 'x' } },
      'No tienes permisos para eliminar usuarios',
    ],
    [
      '[ERROR-11]',
      { status: 400, body: { message: 'El usuario tiene usuarios a su cargo' } },
      'El usuario tiene usuarios a su cargo',
    ],
    ['[ERROR-11]', { status: 400 }, 'Error al eliminar usuario'],
    ['[ERROR-12]', { status: 500, body: { message: 'broken' } }, 'Error: broken'],
    ['[ERROR-12]', { fault: 'reset' as const }, 'Error: Sin conexión con el servidor'],
  ])('after %s %j stays open and shows %s', async (_, answer, text) => {
    server().on('/api/Users/9', answer)
    const { user, dialog } = await openDeletion()
    await user.click(press('Delete'))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(dialog).toContainElement(screen.getByRole('alert'))
    expect(made('DELETE')).toHaveLength(1)
  })
})

describe('creating a machine', () => {
  const openMachine = () => open('Create machine', 'Create machine: bea')

  it('[ERROR-20] asks first', async () => {
    const { user, dialog } = await openMachine()
    expect(within(dialog).getByText(QUESTION)).toBeVisible()
    await user.click(press('Cancel'))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(made('POST')).toEqual([])
  })

  it('[CALL-12] [ERROR-21] sends an empty call', async () => {
    server().on('/api/machines/auto-create/9', { body: {} })
    const { user, dialog } = await openMachine()
    await user.click(press('Create machine'))
    expect(await screen.findByText('Máquina creada con éxito')).toBeVisible()
    expect(dialog).not.toBeInTheDocument()
    expect(made('POST').map(({ path, body }) => [path, body])).toEqual([['/api/machines/auto-create/9', '']])
  })

  it.each([
    [{ status: 500, body: { message: 'broken' } }, 'Error al crear la máquina: broken'],
    [{ fault: 'reset' as const }, 'Error al crear la máquina: Sin conexión con el servidor'],
  ])('[ERROR-21] after %j stays open and shows %s', async (answer, text) => {
    server().on('/api/machines/auto-create/9', answer)
    const { user, dialog } = await openMachine()
    await user.click(press('Create machine'))
    expect((await within(dialog).findByRole('alert')).textContent).toBe(text)
  })

  it.each([
    ['is gone', []],
    ['has become another', [{ ...bea, level: 5 }]],
  ])('[ERROR-21] for a user who %s sends no request', async (_, users) => {
    const { user, dialog, queryClient } = await openMachine()
    server().on('/api/Users/children', { body: users })
    await act(() => queryClient.invalidateQueries({ queryKey: usersQuery(viewer).queryKey }))
    await user.click(press('Create machine'))
    expect(within(dialog).getByRole('alert').textContent).toBe('Usuario inválido para crear máquina')
    expect(made('POST')).toEqual([])
  })
})

describe('[STATE-7] [STATE-9] blocking', () => {
  it.each([
    ['Block', false, 'Unblock', 'Bloqueado'],
    ['Unblock', true, 'Block', 'Activo'],
  ])(
    '%s sends the user with the flag toggled, once, and the row shows it',
    async (action, isBlocked, next, chip) => {
      const { after, answer } = heldBack()
      server().on('/api/Users/9', { body: {}, after })
      const { user } = show([{ ...bea, isBlocked }])
      await user.dblClick(await screen.findByRole('button', { name: `${action} bea` }))
      await waitFor(() => expect(made('PUT')).toHaveLength(1))
      answer()
      expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
      expect(await screen.findByRole('button', { name: `${next} bea` })).toBeVisible()
      expect(screen.getByText(chip)).toBeVisible()
      expect(made('PUT').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
        {
          userId: 9,
          nameClient: 'Bea',
          countryId: 1,
          password: '',
          isBlocked: !isBlocked,
          quitPass: false,
          botonBlockedDeshabilitado: false,
          listaClientesTecnico: '',
        },
      ])
    },
  )

  it.each([
    [{ status: 403, body: { message: 'Not yours' } }, 'Error: Not yours'],
    [{ fault: 'reset' as const }, 'Error: Sin conexión con el servidor'],
  ])('[ERROR-12] after %j leaves the row unchanged', async (answer, text) => {
    server().on('/api/Users/9', answer)
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Block bea' }))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(screen.getByText('Activo')).toBeVisible()
  })

  it.each([{ status: 504 }, { fault: 'reset' as const }, { status: 404 }])(
    'after %j leaves the state open, and reads the list again',
    async (answer) => {
      server().on('/api/Users/9', answer)
      const { user } = show()
      const button = await screen.findByRole('button', { name: 'Block bea' })
      server().on('/api/Users/children', { body: [{ ...bea, isBlocked: true }] })
      await user.click(button)
      expect(await screen.findByText('Bloqueado')).toBeVisible()
    },
  )

  it('[ENTITY-1] is disabled for a user whose button is disabled, and shows the reason', async () => {
    const { user } = show([{ ...bea, botonBlockedDeshabilitado: true }])
    const button = await screen.findByRole('button', { name: 'Block bea' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await user.hover(button)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Blocking is disabled for this user')
    await user.click(button)
    expect(made('PUT')).toEqual([])
  })
})

describe('blocking with users below', () => {
  const dad = { userId: 5, userName: 'dad', level: 5, NumeroMaquinas: 2 }
  const BRANCH = [dad, { ...bea, parentUserId: 5, NumeroMaquinas: 2 }]
  const bodies = () => made('PUT').map(({ body }) => (JSON.parse(body) as { isBlocked: boolean }).isBlocked)

  it('asks first with the numbers, and Cancel changes nothing', async () => {
    server().on('/api/Users/5', { body: {} })
    const { user } = show(BRANCH)
    await user.click(await screen.findByRole('button', { name: 'Block dad' }))
    const dialog = await screen.findByRole('dialog', { name: 'Block user: dad' })
    expect(within(dialog).getByText('1 user and 2 machines lose access.')).toBeVisible()
    expect(press('Cancel')).toHaveFocus()
    await user.click(press('Cancel'))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(made('PUT')).toEqual([])
    await user.click(press('Block dad'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Block' }))
    expect(await screen.findByRole('button', { name: 'Unblock dad' })).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(bodies()).toEqual([true])
  })

  it('is immediate without users below, and the toast can undo it once', async () => {
    server().on('/api/Users/9', { body: {} })
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Block bea' }))
    await user.click(await screen.findByRole('button', { name: 'Undo block of bea' }))
    expect(await screen.findByRole('button', { name: 'Block bea' })).toBeVisible()
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
    expect(bodies()).toEqual([true, false])
  })

  it("after another user's change blocks, and keeps that change", async () => {
    const there = { ...bea, quitPass: true, nameClient: 'Bea S.L.', version: '4' }
    server().on('/api/Users/9', ({ headers, body }) =>
      headers['if-match'] === '"4"'
        ? { body: { ...there, ...(JSON.parse(body) as object), version: '5' } }
        : { status: 409, body: { message: 'changed', current: there } },
    )
    const { user } = show([{ ...bea, version: '3' }])
    await user.click(await screen.findByRole('button', { name: 'Block bea' }))
    expect(await screen.findByRole('button', { name: 'Unblock bea' })).toBeVisible()
    expect(JSON.parse(made('PUT').at(-1)!.body)).toMatchObject({
      isBlocked: true,
      quitPass: true,
      nameClient: 'Bea S.L.',
    })
    expect(made('PUT').map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"4"'])
  })

  it('that another user has already made is not repeated', async () => {
    const there = { ...bea, isBlocked: true, version: '4' }
    server().on('/api/Users/9', { status: 409, body: { message: 'changed', current: there } })
    const { user } = show([{ ...bea, version: '3' }])
    await user.click(await screen.findByRole('button', { name: 'Block bea' }))
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Unblock bea' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
    expect(bodies()).toEqual([true])
  })

  it('that another user has made again meanwhile is not undone', async () => {
    server().on('/api/Users/9', { body: { ...bea, isBlocked: true, version: '4' } })
    const { user } = show([{ ...bea, version: '3' }])
    await user.click(await screen.findByRole('button', { name: 'Block bea' }))
    const undo = await screen.findByRole('button', { name: /^Undo/ })
    const there = { ...bea, isBlocked: true, version: '6' }
    server().on('/api/Users/9', { status: 409, body: { message: 'changed', current: there } })
    server().on('/api/Users/children', { body: [there] })
    await user.click(undo)
    expect(await screen.findByText(/changed/)).toBeVisible()
    expect(bodies()).toEqual([true, false])
    expect(await screen.findByRole('button', { name: 'Unblock bea' })).toBeVisible()
  })

  it('marks the users below, and names the blocked ancestor in list and details', async () => {
    const { user } = show([{ ...dad, isBlocked: true }, BRANCH[1]!])
    const row = await screen.findByRole('row', { name: /^bea/ })
    expect(within(row).getByText('Activo')).toBeVisible()
    expect(within(row).getByText('blocked through dad')).toBeVisible()
    await user.click(press('View details bea'))
    const dialog = await screen.findByRole('dialog', { name: 'User Details: bea' })
    expect(within(dialog).getByText('blocked through dad')).toBeVisible()
  })

  it('marks them in the tree too', async () => {
    server().on('/api/Users/children', { body: [{ ...dad, isBlocked: true }, BRANCH[1]!] })
    renderAs(viewer, <UsersScreen />, '/?view=tree')
    await screen.findByRole('treegrid')
    const row = await screen.findByRole('row', { name: /bea/ })
    expect(within(row).getByText('blocked through dad')).toBeVisible()
  })
})

it('a narrow screen has one menu of actions for each row', async () => {
  layOut({ width: 358 })
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Actions bea' }))
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'View details bea',
    'Edit bea',
    'Delete bea',
    'Game Configuration bea',
    'Block bea',
    'Create machine bea',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Delete bea' }))
  expect(await screen.findByRole('dialog', { name: 'Confirm Deletion' })).toBeVisible()
})
