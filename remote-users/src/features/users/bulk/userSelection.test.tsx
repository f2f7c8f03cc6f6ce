import { describe, expect, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../../testing/UsersPage'

const server = serverForTests()
const BULK = '/api/Users/bulk/block'
const people = [
  { userId: 2, userName: 'bea', level: 2, isBlocked: false, parentUserId: 1, NumeroMaquinas: 4 },
  { userId: 3, userName: 'cleo', level: 3, isBlocked: true, parentUserId: 2 },
  {
    userId: 4,
    userName: 'dora',
    level: 3,
    isBlocked: false,
    parentUserId: 2,
    botonBlockedDeshabilitado: true,
  },
  { userId: 5, userName: 'eva', level: 4, isBlocked: false, parentUserId: 2, NumeroMaquinas: 3 },
]

async function openSelecting(address = '/users') {
  server().on('/api/Users/all-hierarchy', { body: people })
  const shown = renderAs(aUser({ userId: 1, level: 1, userName: 'me' }), <UsersPage />, address)
  await screen.findByText('bea')
  await shown.user.click(await screen.findByRole('button', { name: 'Select' }))
  return shown
}

describe('selected users', () => {
  test('are blocked together, except those already blocked or not allowed', async () => {
    server().on(BULK, {
      body: {
        results: [
          { id: 2, status: 200 },
          { id: 5, status: 403, message: 'No tienes permiso' },
        ],
      },
    })
    const { user } = await openSelecting()
    await user.click(await screen.findByRole('button', { name: 'Select all 4 users found' }))
    await user.click(screen.getByRole('button', { name: 'Block...' }))
    const dialog = await screen.findByRole('dialog', { name: 'Block 2 users' })
    // eva is below bea, and so are her machines
    expect(within(dialog).getByText(/^2 users will be blocked/)).toHaveTextContent(
      '2 users will be blocked. Below them 2 users and 4 machines lose access. ' +
        '2 left out: already blocked, or not allowed.',
    )
    expect(within(dialog).getByRole('row', { name: /^bea 3 4/ })).toBeVisible()
    expect(within(dialog).getByRole('row', { name: /^eva 0 3/ })).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Block' }))
    expect(await screen.findByText('1 done, 1 failed')).toBeVisible()
    expect(within(dialog).getByText('No tienes permiso')).toBeVisible()
    const [call] = server().writes()
    expect(JSON.parse(call!.body)).toEqual({
      items: [
        { userId: 2, blocked: true },
        { userId: 5, blocked: true },
      ],
    })
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    // users who were changed are no longer selected
    expect(screen.getByText('3 users selected')).toBeVisible()
  })

  test('can be selected in the tree too', async () => {
    const { user } = await openSelecting('/users?view=tree')
    await user.click(await screen.findByRole('checkbox', { name: 'Select bea' }))
    expect(await screen.findByText('1 user selected')).toBeVisible()
  })
})
