import { useState, type ComponentType } from 'react'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { normaliseUser, type User } from '@console/shared-kernel/contracts'
import { lists, usersQuery } from '@console/shared-kernel/core'
import { askForProofStore } from '@console/shared-kernel/host'
import {
  aUser,
  heldBack,
  offerFeatures,
  renderAs,
  type Rendered,
  serverForTests,
} from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../../testing/UsersPage'
import { BlockQuestion } from './BlockQuestion'
import { BlockUserDialog } from './BlockUserDialog'
import { CreateMachineDialog } from './CreateMachineDialog'
import { DeleteUserDialog } from './DeleteUserDialog'

const server = serverForTests()
const viewer = aUser({ userId: 1, userName: 'me', level: 2 })
const bea = { userId: 9, userName: 'bea', level: 6, countryId: 1, nameClient: 'Bea' }
const QUESTION =
  'Las máquinas normalmente se crean automáticamente con el usuario. ¿Estás seguro de que quieres crear una máquina manualmente para este usuario? Esto sólo debe hacerse si la máquina original se eliminó o dañó.'

function show(users: object[] = [bea]) {
  server().on('/api/Users/children', { body: users })
  return renderAs(viewer, <UsersPage />)
}
async function open(action: string, name: string) {
  const shown = show()
  await shown.user.click(await screen.findByRole('button', { name: `${action} bea` }))
  return { ...shown, dialog: await screen.findByRole('dialog', { name }) }
}
/** Renders a dialog without the list, which takes most of the test time. */
function openAlone(Dialog: ComponentType<{ user: User; onClose: () => void }>, fields: object = {}) {
  const user = normaliseUser({ ...bea, ...fields })!
  const Alone = () => {
    const [isOpen, setIsOpen] = useState(true)
    return isOpen && <Dialog user={user} onClose={() => setIsOpen(false)} />
  }
  return { ...renderAs(viewer, <Alone />), dialog: screen.getByRole('dialog') }
}
const press = (name: string) => screen.getByRole('button', { name })
const made = (method: string) => server().calls.filter((call) => call.method === method)

const DELETION_UNKNOWN =
  'Error: No answer was received. It is not known whether the user was deleted. Deleting again is safe.'

test('[ERROR-10] [ERROR-11] [ROLE-10] a deletion asks first, and its dialog stays open with the reason for each rejection', async () => {
  const { user, dialog } = openAlone(DeleteUserDialog)
  expect(dialog).toHaveAccessibleName('Confirm Deletion')
  expect(within(dialog).getByText('Are you sure you want to delete user bea?')).toBeVisible()
  expect(press('Cancel')).toHaveFocus()
  for (const [answer, text] of [
    [{ status: 403, body: { message: 'x' } }, 'No tienes permisos para eliminar usuarios'],
    [
      { status: 400, body: { message: 'El usuario tiene usuarios a su cargo' } },
      'El usuario tiene usuarios a su cargo',
    ],
    [{ status: 400 }, 'Error al eliminar usuario'],
    [{ status: 500, body: { message: 'broken' } }, 'Error: broken'],
    [{ fault: 'reset' }, DELETION_UNKNOWN],
  ] as const) {
    server().on('/api/Users/9', answer)
    await user.click(press('Delete'))
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe(text))
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  }
  expect(made('DELETE')).toHaveLength(5)
  // servers without versions may not allow the header
  for (const { headers } of made('DELETE')) expect(headers).not.toHaveProperty('idempotency-key')
})

describe('a deletion that got no answer', () => {
  async function lost({ user, dialog }: Pick<ReturnType<typeof openAlone>, 'user' | 'dialog'>) {
    server().on('/api/Users/9', { fault: 'reset' })
    await user.click(press('Delete'))
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe(DELETION_UNKNOWN))
    server().on('/api/Users/children', { body: [bea] })
    return { user, dialog }
  }

  test('is sent again with the same key', async () => {
    const { user } = await lost(openAlone(DeleteUserDialog, { version: '3' }))
    server().on('/api/Users/9', { status: 204 })
    await user.click(press('Delete'))
    expect(await screen.findByText('User deleted successfully')).toBeVisible()
    const [first, again] = made('DELETE').map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[\da-f]{32}$/)
    expect(again).toBe(first)
    for (const { headers } of made('DELETE')) expect(headers).not.toHaveProperty('if-match')
  })

  test.each([403, 404])(
    'counts as done if the retry is rejected with a %i and the list lacks the user',
    async (status) => {
      const { user, dialog } = await lost(openAlone(DeleteUserDialog))
      server().on('/api/Users/9', { status, body: { message: 'El elemento no existe' } })
      server().on('/api/Users/children', { body: [] })
      await user.click(press('Delete'))
      expect(await screen.findByText('User deleted successfully')).toBeVisible()
      await waitFor(() => expect(dialog).not.toBeInTheDocument())
    },
  )

  test('also updates the list once it counts as done', async () => {
    const opened = await open('Delete', 'Confirm Deletion')
    const { user } = await lost(opened)
    server().on('/api/Users/9', { status: 404 })
    server().on('/api/Users/children', { body: [] })
    await user.click(press('Delete'))
    expect(await screen.findByRole('heading', { name: 'No Users Found' })).toBeVisible()
  })

  test('counts as rejected if the list still has the user, and stays unknown if the list cannot be read', async () => {
    const { user, dialog } = await lost(openAlone(DeleteUserDialog))
    const expectAlert = (text: string) =>
      waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe(text))
    server().on('/api/Users/9', { status: 403, body: { message: 'x' } })
    await user.click(press('Delete'))
    await expectAlert('No tienes permisos para eliminar usuarios')
    server().on('/api/Users/children', { status: 500 })
    await user.click(press('Delete'))
    await expectAlert(DELETION_UNKNOWN)
  })
})

test.each([
  [0, null],
  [
    1,
    'bea has 1 machine with a total credit of $1,015.30. Deleting the user retires it, with the credit that it holds.',
  ],
  [
    2,
    'bea has 2 machines with a total credit of $1,020.35. Deleting the user retires them, with the credit that they hold.',
  ],
])('deleting a user with %p machines shows %p', async (numeroMaquinas, text) => {
  const machines = [
    { idMachine: 'a', userId: 9, credit: 1015.3 },
    { idMachine: 'b', userName: 'bea', credit: 5.05 },
  ]
  const others = [{ idMachine: 'c', userId: 8, userName: 'bea', credit: 7 }]
  server().on('/api/Machines', { body: [...machines.slice(0, numeroMaquinas), ...others] })
  const { dialog } = openAlone(DeleteUserDialog, { numeroMaquinas })
  expect(within(dialog).getByText('Are you sure you want to delete user bea?')).toBeVisible()
  expect(within(dialog).getByText('This action cannot be undone.')).toBeVisible()
  if (text) expect(await within(dialog).findByText(text)).toBeVisible()
  else expect(within(dialog).queryByText(/retires/)).not.toBeInTheDocument()
})

test('a deletion shows that the credit could not be read', async () => {
  server().on('/api/Machines', { status: 400 })
  const { dialog } = openAlone(DeleteUserDialog, { numeroMaquinas: 12 })
  const text =
    'bea has 12 machines. Deleting the user retires them, with the credit that they hold. The credit could not be read.'
  expect(await within(dialog).findByText(text)).toBeVisible()
  expect(press('Delete')).toBeEnabled()
})

test('[CALL-12] [ERROR-20] [ERROR-21] a confirmation sends an empty call that creates a machine; a failure keeps the dialog open, and a user who is gone or has another level gets no call', async () => {
  const { user, dialog, queryClient } = await open('Create machine', 'Create machine: bea')
  expect(within(dialog).getByText(QUESTION)).toBeVisible()
  await user.click(press('Cancel'))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(made('POST')).toEqual([])

  await user.click(press('Create machine bea'))
  const again = await screen.findByRole('dialog', { name: 'Create machine: bea' })
  const listed = async (users: object[]) => {
    server().on('/api/Users/children', { body: users })
    await act(() => queryClient.invalidateQueries({ queryKey: usersQuery(viewer).queryKey }))
  }
  const attempt = async (text: string) => {
    await user.click(press('Create machine'))
    await waitFor(() => expect(within(again).getByRole('alert').textContent).toBe(text))
  }
  server().on('/api/machines/auto-create/9', { status: 500, body: { message: 'broken' } })
  await attempt('Error al crear la máquina: broken')
  await listed([{ ...bea, level: 5 }])
  await attempt('Usuario inválido para crear máquina')
  await listed([bea])
  server().on('/api/machines/auto-create/9', { fault: 'reset' })
  await attempt(
    'Error al crear la máquina: no se ha recibido respuesta. No se sabe si se ha creado. Comprueba cuántas máquinas tiene antes de repetirlo.',
  )
  await listed([])
  await attempt('Usuario inválido para crear máquina')
  expect(made('POST')).toHaveLength(2)

  await listed([bea])
  server().on('/api/machines/auto-create/9', { body: {} })
  await user.click(press('Create machine'))
  expect(await screen.findByText('Máquina creada con éxito')).toBeVisible()
  expect(again).not.toBeInTheDocument()
  expect(made('POST').map(({ path, body }) => [path, body])).toEqual(
    Array(3).fill(['/api/machines/auto-create/9', '']),
  )
  // servers without versions may not allow the header
  for (const { headers } of made('POST')) expect(headers).not.toHaveProperty('idempotency-key')
})

describe('a machine whose creation got no answer', () => {
  const UNKNOWN =
    'Error al crear la máquina: no se ha recibido respuesta. No se sabe si se ha creado. Repetirlo es seguro: no se crea otra.'
  const keys = () => made('POST').map(({ headers }) => headers['idempotency-key'])
  const openDialog = async (user: Rendered['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Create machine bea' }))
    return screen.findByRole('dialog', { name: 'Create machine: bea' })
  }

  test('is retried with the same key, even from another dialog, and a further machine has its own key', async () => {
    server().on('/api/machines/auto-create/9', { fault: 'reset' })
    const { user } = show([{ ...bea, version: '3' }])
    const first = await openDialog(user)
    expect(within(first).queryByRole('alert')).not.toBeInTheDocument()
    await user.click(press('Create machine'))
    await waitFor(() => expect(within(first).getByRole('alert').textContent).toBe(UNKNOWN))
    // a rejection before the change is processed leaves the earlier outcome unknown
    server().on('/api/machines/auto-create/9', { status: 503, body: { message: 'busy' } })
    await user.click(press('Create machine'))
    expect(await within(first).findByText('Error al crear la máquina: busy')).toBeVisible()
    await user.click(press('Cancel'))
    await waitFor(() => expect(first).not.toBeInTheDocument())

    const again = await openDialog(user)
    expect(within(again).getByRole('alert').textContent).toBe(UNKNOWN)
    server().on('/api/machines/auto-create/9', { body: {} })
    await user.click(press('Create machine'))
    expect(await screen.findByText('Máquina creada con éxito')).toBeVisible()
    await waitFor(() => expect(again).not.toBeInTheDocument())

    const further = await openDialog(user)
    expect(within(further).queryByRole('alert')).not.toBeInTheDocument()
    await user.click(press('Create machine'))
    await waitFor(() => expect(further).not.toBeInTheDocument())
    const [key, busy, repeated, other] = keys()
    expect(key).toMatch(/^[\da-f]{32}$/)
    expect([busy, repeated]).toEqual([key, key])
    expect(other).not.toBe(key)
  })

  test.each([
    [6, 'Máquinas de bea y de usuarios a su cargo: '],
    [7, 'Máquinas de bea: '],
  ])('shows the machine count from the reloaded list, for level %i', async (level, text) => {
    server().on('/api/machines/auto-create/9', { fault: 'reset' })
    server().on('/api/Users/children', { body: [{ ...bea, level, numeroMaquinas: 1 }] })
    const { user, dialog } = openAlone(CreateMachineDialog)
    expect(await within(dialog).findByText(`${text}1`)).toBeVisible()
    server().on('/api/Users/children', { body: [{ ...bea, level, numeroMaquinas: 2 }] })
    await user.click(press('Create machine'))
    expect(await within(dialog).findByText(`${text}2`)).toBeVisible()
  })
})

describe('[STATE-7] [STATE-9] blocking', () => {
  test('sends the user once with the flag toggled; the row shows it, and the toast can undo it once', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Users/9', { body: {}, after })
    const { user } = show()
    await user.dblClick(await screen.findByRole('button', { name: 'Block bea' }))
    await waitFor(() => expect(made('PUT')).toHaveLength(1))
    answer()
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Unblock bea' })).toBeVisible()
    expect(screen.getByText('Bloqueado')).toBeVisible()

    server().on('/api/Users/9', { body: {} })
    await user.click(press('Undo block of bea'))
    expect(await screen.findByRole('button', { name: 'Block bea' })).toBeVisible()
    expect(screen.getByText('Activo')).toBeVisible()
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()

    await user.click(press('Block bea'))
    await user.click(await screen.findByRole('button', { name: 'Unblock bea' }))
    expect(await screen.findByRole('button', { name: 'Block bea' })).toBeVisible()
    // only the last change can be undone
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: /^Undo/ })).toEqual([press('Undo unblock of bea')]),
    )
    const unchanged = {
      userId: 9,
      nameClient: 'Bea',
      countryId: 1,
      password: '',
      quitPass: false,
      botonBlockedDeshabilitado: false,
      listaClientesTecnico: '',
    }
    expect(made('PUT').map(({ body }) => JSON.parse(body) as unknown)).toEqual(
      [true, false, true, false].map((isBlocked) => ({ ...unchanged, isBlocked })),
    )
  })

  test('[ERROR-12] leaves the row unchanged after a rejection; without an answer the state is unknown, and the list is reloaded', async () => {
    server().on('/api/Users/9', { status: 403, body: { message: 'Not yours' } })
    const { user, queryClient } = show()
    const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)
    await user.click(await screen.findByRole('button', { name: 'Block bea' }))
    await screen.findByRole('alert')
    expect(alerts()).toEqual(['Error: Not yours'])
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.getByText('Activo')).toBeVisible()

    server().on('/api/Users/9', { fault: 'reset' })
    server().on('/api/Users/children', { body: [{ ...bea, isBlocked: true }] })
    await user.click(press('Block bea'))
    expect(await screen.findByText('Bloqueado')).toBeVisible()
    expect(alerts()).toEqual([
      'Error: No answer was received. It is not known whether bea was blocked. The list is read again.',
    ])
  })

  test('[ENTITY-1] is disabled for a user whose button is disabled', async () => {
    const { user } = show([{ ...bea, botonBlockedDeshabilitado: true }])
    const button = await screen.findByRole('button', { name: 'Block bea' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAttribute('aria-description', 'Blocking is disabled for this user')
    await user.click(button)
    expect(made('PUT')).toEqual([])
  })
})

describe('blocking with users below', () => {
  const dad = { userId: 5, userName: 'dad', level: 5, NumeroMaquinas: 2 }
  const BRANCH = [dad, { ...bea, parentUserId: 5, NumeroMaquinas: 2 }]
  const bodies = () => made('PUT').map(({ body }) => (JSON.parse(body) as { isBlocked: boolean }).isBlocked)

  test('asks first with the counts; Cancel changes nothing, and users below are marked in the list, details and tree', async () => {
    server().on('/api/Users/5', { body: {} })
    const { user } = show(BRANCH)
    await user.click(await screen.findByRole('button', { name: 'Block dad' }))
    const question = await screen.findByRole('dialog', { name: 'Block user: dad' })
    expect(within(question).getByText('1 user and 2 machines lose access.')).toBeVisible()
    expect(press('Cancel')).toHaveFocus()
    await user.click(press('Cancel'))
    await waitFor(() => expect(question).not.toBeInTheDocument())
    expect(made('PUT')).toEqual([])
    await user.click(press('Block dad'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Block' }))
    expect(await screen.findByRole('button', { name: 'Unblock dad' })).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(bodies()).toEqual([true])

    const row = within(screen.getByRole('row', { name: /^bea/ }))
    expect(row.getByText('Activo')).toBeVisible()
    expect(row.getByText('blocked through dad')).toBeVisible()
    await user.click(press('View details bea'))
    const dialog = await screen.findByRole('dialog', { name: 'User Details: bea' })
    expect(within(dialog).getByText('blocked through dad')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    await user.click(press('Tree'))
    await screen.findByRole('treegrid')
    const inTree = await screen.findByRole('row', { name: /bea/ })
    expect(within(inTree).getByText('blocked through dad')).toBeVisible()
  })

  test('does not ask over a dialog that was opened while the users below were counted', async () => {
    show(BRANCH)
    await screen.findByRole('button', { name: 'Block dad' })
    const count = jest.spyOn(lists, 'find')
    fireEvent.click(press('Block dad'))
    fireEvent.click(press('View details dad'))
    expect(count).toHaveBeenCalledWith(expect.anything(), { filter: { below: 5 } })
    await act(() => Promise.all(count.mock.results.map(({ value }) => value)))
    count.mockRestore()
    expect(await screen.findByRole('dialog', { name: 'User Details: dad' })).toBeVisible()
    expect(made('PUT')).toEqual([])
  })

  test("after another user's change blocks, and keeps that change", async () => {
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

  test('already done by another user is not repeated', async () => {
    const there = { ...bea, isBlocked: true, version: '4' }
    server().on('/api/Users/9', { status: 409, body: { message: 'changed', current: there } })
    const { user } = show([{ ...bea, version: '3' }])
    await user.click(await screen.findByRole('button', { name: 'Block bea' }))
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Unblock bea' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
    expect(bodies()).toEqual([true])
  })

  test('done again by another user meanwhile is not undone', async () => {
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
})

const BlockDialog = (props: { user: User; onClose: () => void }) => (
  <BlockUserDialog {...props} impact={{ users: 3, machines: 0 }} />
)
const UnblockQuestion = (props: { user: User; onClose: () => void }) => (
  <BlockQuestion {...props} action="unblock" list={undefined} isComplete />
)

test('a block whose answer was lost is sent again with its key', async () => {
  server().on('/api/Users/9', { fault: 'reset' })
  const { user, dialog } = openAlone(BlockDialog, { version: '3' })
  await user.click(press('Block'))
  await within(dialog).findByRole('alert')
  const before = made('PUT').length
  server().on('/api/Users/9', { body: { ...bea, isBlocked: true, version: '4' } })
  await user.click(press('Block'))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  const keys = made('PUT').map(({ headers }) => headers['idempotency-key'])
  expect(keys.length).toBeGreaterThan(before)
  expect(keys[0]).toEqual(expect.any(String))
  expect(new Set(keys).size).toBe(1)
})

describe('the end of a block', () => {
  const blockedUntil = '2098-11-30T07:00:00.000Z'
  const blocked = { ...bea, isBlocked: true, blockedUntil, version: '3' }
  const sent = () => made('PUT').map(({ body }) => JSON.parse(body) as object)

  test('is restored when an unblock is undone', async () => {
    server().on('/api/Users/9', { body: { ...bea, version: '4' } })
    const { user } = openAlone(UnblockQuestion, blocked)
    await user.click(press('Unblock'))
    const undo = await screen.findByRole('button', { name: 'Undo unblock of bea' })
    server().on('/api/Users/9', { body: { ...blocked, version: '5' } })
    await user.click(undo)
    // undoing would block the users below again
    const question = await screen.findByRole('dialog', { name: 'Undo unblock of bea' })
    expect(within(question).getByText('Everybody below loses access.')).toBeVisible()
    expect(sent()).toHaveLength(1)
    await user.click(within(question).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[0]).not.toHaveProperty('blockedUntil')
    expect(sent()[1]).toMatchObject({ isBlocked: true, blockedUntil })
  })

  test('is restored by the server from its record if it names the activity row', async () => {
    server().on('/api/Users/9', { body: { ...bea, version: '4', activityId: 41 } })
    const { user } = openAlone(UnblockQuestion, blocked)
    await user.click(press('Unblock'))
    const undo = await screen.findByRole('button', { name: 'Undo unblock of bea' })
    const message = 'El bloqueo anterior ya habría terminado: no se ha restaurado'
    server().on('/api/activity/41/revert', { status: 400, body: { message } })
    await user.click(undo)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(`Error: ${message}`)).toBeVisible()
    expect(sent()).toHaveLength(1)
    expect(made('POST').map(({ path }) => path)).toEqual(['/api/activity/41/revert'])
  })

  test('can be changed and removed, even if another user has changed the block meanwhile', async () => {
    offerFeatures({ blockEnd: {} })
    server().on('/api/Users/9', ({ headers }) =>
      headers['if-match'] === '"4"'
        ? { body: { ...blocked, blockedUntil: null, version: '5' } }
        : { status: 409, body: { message: 'changed', current: { ...blocked, version: '4' } } },
    )
    const { user } = openAlone(BlockDialog, blocked)
    expect(screen.getByRole('dialog', { name: 'Change block of bea' })).toBeVisible()
    expect(screen.getByText('Nov 30, 2098, 08:00 (Europe/Madrid)')).toBeVisible()
    await user.click(screen.getByRole('combobox', { name: 'Block ends' }))
    await user.click(await screen.findByRole('option', { name: 'No end' }))
    await user.click(press('Change block'))
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    expect(sent()).toHaveLength(2)
    expect(sent()[1]).toMatchObject({ isBlocked: true, blockedUntil: null })
    expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
  })

  test('is not set for a user whom somebody else has unblocked: that would be a new block', async () => {
    offerFeatures({ blockEnd: {} })
    const current = { ...bea, isBlocked: false, version: '4' }
    server().on('/api/Users/9', { status: 409, body: { message: 'changed by olga', current } })
    const { user } = openAlone(BlockDialog, blocked)
    await user.click(screen.getByRole('combobox', { name: 'Block ends' }))
    await user.click(await screen.findByRole('option', { name: 'No end' }))
    await user.click(press('Change block'))
    expect(await screen.findByText(/changed by olga/)).toBeVisible()
    expect(sent()).toHaveLength(1)
  })

  test('that another user has set meanwhile is replaced only after it is shown and confirmed, without Undo', async () => {
    offerFeatures({ blockEnd: {}, reason: {} })
    server().on('/api/Users/9', ({ headers }) =>
      headers['if-match'] === '"4"'
        ? { body: { ...blocked, version: '5' } }
        : {
            status: 409,
            body: { message: 'changed', changedBy: 'olga', current: { ...blocked, version: '4' } },
          },
    )
    const { user } = openAlone(BlockDialog, { ...bea, version: '3' })
    await user.type(screen.getByLabelText('Reason'), 'fraud')
    await user.click(press('Block'))
    const question = within(await screen.findByRole('dialog', { name: 'Replace this block?' }))
    const there = 'Blocked meanwhile, until Nov 30, 2098, 08:00 (Europe/Madrid). Changed by olga.'
    expect(question.getByText(there)).toBeVisible()
    expect(question.getByText('Your block has no end.')).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('alert')).toHaveTextContent(there)
    expect(screen.getByLabelText('Reason')).toHaveValue('fraud')
    expect(sent()).toHaveLength(1)
    await user.click(press('Block'))
    await user.click(await screen.findByRole('button', { name: 'Replace block' }))
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    const block = { isBlocked: true, blockedUntil: null, reason: 'fraud' }
    expect(sent()).toMatchObject([block, block])
    expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
  })

  test('is not sent if nothing was changed', async () => {
    offerFeatures({ blockEnd: {} })
    const { user } = openAlone(BlockDialog, blocked)
    await user.click(press('Change block'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(sent()).toEqual([])
  })

  test('stays if only the reason is changed', async () => {
    offerFeatures({ blockEnd: {}, reason: {} })
    server().on('/api/Users/9', { body: { ...blocked, version: '4' } })
    const { user } = openAlone(BlockDialog, blocked)
    await user.type(screen.getByLabelText('Reason'), 'still unpaid')
    await user.click(press('Change block'))
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    expect(sent()).toMatchObject([{ isBlocked: true, reason: 'still unpaid' }])
    expect(sent()[0]).not.toHaveProperty('blockedUntil')
  })
})

describe('a change for which the user gives no proof of identity,', () => {
  afterEach(() => askForProofStore.set(null))

  test.each([
    ['Block', BlockDialog, {}],
    ['Unblock', UnblockQuestion, { isBlocked: true }],
    ['Delete', DeleteUserDialog, {}],
  ])('%s, leaves the dialog as it was', async (button, Dialog, fields) => {
    const body = { message: 'Confirma quién eres', code: 'proof-required', methods: ['totp'] }
    server().on('/api/Users/9', ({ method }) =>
      method === 'GET' ? { body: { ...bea, ...fields } } : { status: 403, body },
    )
    const ask = jest.fn(async () => false)
    askForProofStore.set(ask)
    const { user, dialog } = openAlone(Dialog, fields)
    await user.click(press(button))
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(press(button)).toBeEnabled())
    expect(dialog).toBeVisible()
    expect(screen.queryByText(/Confirma/)).not.toBeInTheDocument()
  })
})
