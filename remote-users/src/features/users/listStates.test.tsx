import { describe, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type Answer, aUser, inLines, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../testing/UsersPage'

const USERS = [
  { userId: 2, userName: 'ana', level: 2 },
  { userId: 3, userName: 'bea', level: 6 },
]

const server = serverForTests()

function show(level: number, answer: Answer) {
  server().on(level === 1 ? '/api/Users/all-hierarchy' : '/api/Users/children', answer)
  return renderAs(aUser({ userId: 1, userName: 'me', level }), <UsersPage />)
}
const names = () =>
  [...document.querySelectorAll('tr[data-index] td:first-child')].map((cell) => cell.textContent)
const search = () => screen.getByRole('textbox', { name: 'Search users' })

test('[USERS-10] a search that finds no user shows a message', async () => {
  const { user } = show(1, { body: USERS })
  await waitFor(() => expect(names()).toHaveLength(2))
  await user.click(search())
  await user.paste('zzz')
  expect(
    await screen.findByText('No users match your search. Try a different name or country.'),
  ).toBeVisible()
  expect(screen.getByText('No users found')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Create Your First User' })).toBeVisible()
})

test('while a long list loads, list and tree show that it is loading instead of a false "no users found"', async () => {
  // the client shows a first screenful of rows before it has read the rest
  const many = Array.from({ length: 2_000 }, (_, at) => ({
    userId: at + 2,
    userName: `user ${at}`,
    level: 6,
  }))
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const { user } = show(1, { ...inLines(many), pause: { at: 40_000, until: released } })
  expect(await screen.findByRole('row', { name: /^user 0/ })).toBeVisible()
  await user.click(search())
  await user.paste('user 1999')
  const expectLoading = async () => {
    await waitFor(() => expect(names()).toEqual([]))
    expect(screen.queryByText('No Users Found')).not.toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  }
  const expectFound = async () => {
    expect(await screen.findByRole('row', { name: /^user 1999/ })).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('1 of 2,000 users')
  }
  await expectLoading()
  await user.click(screen.getByRole('button', { name: 'Tree' }))
  await screen.findByRole('treegrid')
  await expectLoading()
  release()
  await expectFound()
  await user.click(screen.getByRole('button', { name: 'List' }))
  await screen.findByRole('table')
  await expectFound()
})

describe('[ERROR-9] a list that failed to load', () => {
  test('[ERROR-16] [USERS-11] shows an error and no rows, does not offer to create a first user, and can be reloaded', async () => {
    const { user } = show(2, { status: 500 })
    expect(await screen.findByText('Error cargando datos')).toBeVisible()
    expect(screen.getByText('The list of users could not be loaded.')).toBeVisible()
    expect(screen.queryByText('No users found')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Create Your First User' })).not.toBeInTheDocument()
    server().on('/api/Users/children', { body: USERS })
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(names()).toHaveLength(2))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('[CALL-6] shows what the fallbacks found, and the error', async () => {
    server().on('/api/Users', { body: USERS })
    show(1, { status: 500 })
    expect(await screen.findByRole('alert')).toHaveTextContent('Error cargando datos')
    expect(names()).toHaveLength(2)
  })
})

test('a dialog that shows users does not refresh a paused list', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  try {
    show(1, { body: USERS })
    await waitFor(() => expect(names()).toHaveLength(2))
    fireEvent.click(screen.getByRole('button', { name: 'Pause refresh' }))
    fireEvent.click(screen.getByRole('button', { name: 'Create User' }))
    await screen.findByRole('dialog')
    await waitFor(() => expect(server().paths()).not.toHaveLength(0))
    const before = server().paths().length
    await act(() => jest.advanceTimersByTimeAsync(65_000))
    expect(server().paths()).toHaveLength(before)
  } finally {
    jest.useRealTimers()
  }
})
