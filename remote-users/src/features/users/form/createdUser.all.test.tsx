import { describe, expect, jest, test } from '@jest/globals'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { sessionStore } from '@console/shared-kernel/host'
import { aUser, renderAs, type Rendered, serverForTests } from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../../testing/UsersPage'
import { CreateUserDialog } from './CreateUserDialog'

const server = serverForTests()
const viewer = aUser({ userId: 1, userName: 'me', level: 1 })
const DAD = { userId: 5, userName: 'dad', level: 5, countryId: 1, parentUserId: 1, version: '1' }
const NINA = { userId: 77, userName: 'nina', level: 6, countryId: 1, parentUserId: 5, version: '1' }

const field = (name: string) => screen.getByLabelText(name)
const dialog = () => screen.queryByRole('dialog')
const writes = () => server().writes()

async function submit(user: Rendered['user'], name = 'nina') {
  await user.type(field('Username'), name)
  await user.type(field('Password'), 'secret12{Enter}')
}

async function openFromRow(address = '/') {
  server().on('/api/Users/all-hierarchy', { body: [{ userId: 1, userName: 'me', level: 1 }, DAD] })
  server().on('/api/Users/countries', { body: [{ id: 1, name: 'Spain' }] })
  server().on('/api/Users', { status: 201, body: NINA })
  server().on('/api/Users/77', { body: NINA })
  const { user } = renderAs(viewer, <UsersPage />, address)
  await user.click(await screen.findByRole('button', { name: 'Create user dad' }))
  await screen.findByRole('dialog')
  server().on('/api/Users/all-hierarchy', { body: [{ userId: 1, userName: 'me', level: 1 }, DAD, NINA] })
  return user
}

describe('a created user', () => {
  test('is marked in the list, and keyboard navigation starts from its row', async () => {
    const user = await openFromRow()
    await submit(user)
    await waitFor(() => expect(document.querySelector('tr.open')).toHaveTextContent(/^nina/))
    expect(document.querySelectorAll('tr.open')).toHaveLength(1)
    expect(document.querySelector('tr.open')).toHaveAttribute('tabindex', '0')
    expect(screen.queryByRole('button', { name: 'Show nina' })).not.toBeInTheDocument()
  })

  test('is not marked for the next user who signs in', async () => {
    const user = await openFromRow()
    await submit(user)
    await waitFor(() => expect(document.querySelector('tr.open')).toHaveTextContent(/^nina/))
    const next = aUser({ userId: 2, userName: 'other', level: 1 })
    act(() => sessionStore.set({ ...sessionStore.get(), user: next }))
    cleanup()
    renderAs(next, <UsersPage />, '/')
    expect(await screen.findByRole('row', { name: /^nina/ })).toBeVisible()
    expect(document.querySelector('tr.open')).toBeNull()
  })

  test.each([
    ['the search', '/?search=dad'],
    ['a closed branch', '/?view=tree'],
  ])('hidden by %s is offered by a toast, which opens the panel', async (_, address) => {
    const user = await openFromRow(address)
    await submit(user)
    await user.click(await screen.findByRole('button', { name: 'Show nina' }))
    expect(await screen.findByRole('region', { name: /nina/ })).toBeVisible()
    expect(new URLSearchParams(location.search).get('open')).toBe('user:77')
  })
})

describe('Create another', () => {
  async function open() {
    server().on('/api/Users/countries', { body: [{ id: 1, name: 'Spain' }] })
    server().on('/api/Users', { status: 201, body: NINA })
    const onClose = jest.fn()
    const { user } = renderAs(
      viewer,
      <CreateUserDialog parent={aUser(DAD)} onlyParent={false} onClose={onClose} />,
    )
    return { user, onClose }
  }

  test('keeps the form open, shows what was created, and clears the form except for the type', async () => {
    const { user, onClose } = await open()
    await user.click(screen.getByRole('combobox', { name: 'User Type' }))
    await user.click(screen.getByRole('option', { name: 'Player' }))
    await user.click(screen.getByRole('checkbox', { name: 'Create another' }))
    await user.click(screen.getByRole('button', { name: 'Generate' }))
    await user.type(field('Username'), 'nina{Enter}')
    expect(
      await screen.findByText('Usuario nina creado con éxito. Una máquina ha sido creada automáticamente.'),
    ).toBeVisible()
    expect(dialog()).toHaveAccessibleName('Create New Player')
    await waitFor(() => expect(field('Username')).toHaveValue(''))
    expect(field('Username')).toHaveFocus()
    expect(field('Password')).toHaveValue('')
    expect(field('Password')).toHaveAttribute('type', 'password')
    expect(screen.getByRole('checkbox', { name: 'Create another' })).toBeChecked()
    // closing loses no input, so it asks nothing
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })

  test('sends the same content as a new change, which the server can reject', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('checkbox', { name: 'Create another' }))
    await submit(user)
    await waitFor(() => expect(writes()).toHaveLength(1))
    await waitFor(() => expect(field('Username')).toHaveValue(''))
    const errors = [{ path: 'userName', message: 'The name is taken' }]
    server().on('/api/Users', { status: 409, body: { message: 'The name is taken', errors } })
    await submit(user)
    await waitFor(() => expect(field('Username')).toHaveAccessibleDescription('The name is taken'))
    expect(field('Username')).toHaveValue('nina')
    expect(field('Password')).toHaveValue('secret12')
    const [first, second] = writes().map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[\da-f]{32}$/)
    expect(second).toMatch(/^[\da-f]{32}$/)
    expect(second).not.toBe(first)
  })

  test('is off at first: the form closes', async () => {
    const { user, onClose } = await open()
    expect(screen.getByRole('checkbox', { name: 'Create another' })).not.toBeChecked()
    await submit(user)
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })
})
