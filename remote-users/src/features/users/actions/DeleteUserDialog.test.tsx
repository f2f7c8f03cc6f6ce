import { describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { rowDialogs } from '../../../../testing/rowDialogs'
import { DeleteUserDialog } from './DeleteUserDialog'

const { server, bea, show, openAlone, press, made } = rowDialogs()

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
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Delete bea' }))
    await lost({ user, dialog: await screen.findByRole('dialog', { name: 'Confirm Deletion' }) })
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
