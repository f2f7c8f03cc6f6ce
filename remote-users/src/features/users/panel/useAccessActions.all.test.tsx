import { describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { fetchCurrentUser } from '@console/shared-kernel/core'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../../testing/UsersPage'

const server = serverForTests()

const bea = { userId: 9, userName: 'bea', level: 6, parentUserId: 5 }

/** @param features what the server reports as its features */
async function show(level: number, features: object = { userAccess: {} }) {
  const me = { userId: 1, userName: 'me', level }
  for (const list of ['all-hierarchy', 'children']) server().on(`/api/Users/${list}`, { body: [bea] })
  server().on('/api/Users/current', { body: { ...me, features } })
  const { user } = renderAs(aUser(me), <UsersPage />, '/?open=user:9')
  await act(() => fetchCurrentUser())
  const panel = within(await screen.findByRole('region', { name: 'bea' }))
  return { user, panel }
}

describe('the second factor of a user below', () => {
  test.each([
    [{ body: { reset: true } }, 'Second factor removed'],
    [{ body: { reset: false } }, 'Nothing to reset: bea has no second factor'],
    // as servers of the previous build answer
    [{ status: 204 }, 'Second factor removed'],
  ] as const)('can be reset by every user above, after a confirmation: %j', async (answer, expected) => {
    server().on('/api/Users/9/reset-factor', answer)
    const { user, panel } = await show(5, { security: {} })
    expect(panel.queryByRole('button', { name: 'Unlock' })).not.toBeInTheDocument()
    await user.click(panel.getByRole('button', { name: 'Reset second factor' }))
    const question = await screen.findByRole('dialog', { name: 'Reset second factor: bea' })
    expect(server().writes()).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Reset second factor' }))
    expect(await screen.findByText(expected)).toBeVisible()
  })

  test.each([
    ['a user of the same level', 6, { security: {} }],
    ['a server without factors', 1, {}],
  ])('has no reset button for %s', async (_, level, features) => {
    const { panel } = await show(level, features)
    expect(panel.queryByRole('button', { name: 'Reset second factor' })).not.toBeInTheDocument()
  })
})

describe('the access of a user below', () => {
  test.each([
    ['Unlock', '/api/Users/9/unlock', 'User unlocked'],
    ['End sessions', '/api/Users/9/end-sessions', 'Sessions ended'],
  ])('%s asks for confirmation, then makes one call', async (label, path, done) => {
    server().on(path, { status: 204 })
    const { user, panel } = await show(2)
    await user.click(panel.getByRole('button', { name: label }))
    const question = await screen.findByRole('dialog', { name: `${label}: bea` })
    expect(server().writes()).toEqual([])
    await user.click(within(question).getByRole('button', { name: label }))
    expect(await screen.findByText(done)).toBeVisible()
    await waitFor(() => expect(question).not.toBeInTheDocument())
    expect(
      server()
        .paths()
        .filter((one) => one === path),
    ).toHaveLength(1)
  })

  test('a failure is shown in the dialog, and the call can be repeated', async () => {
    server().on('/api/Users/9/unlock', { status: 403, body: { message: 'No tienes permiso' } })
    const { user, panel } = await show(1)
    await user.click(panel.getByRole('button', { name: 'Unlock' }))
    const question = within(await screen.findByRole('dialog', { name: 'Unlock: bea' }))
    await user.click(question.getByRole('button', { name: 'Unlock' }))
    expect(await question.findByText('Error: No tienes permiso')).toBeVisible()
    server().on('/api/Users/9/unlock', { status: 204 })
    await user.click(question.getByRole('button', { name: 'Unlock' }))
    expect(await screen.findByText('User unlocked')).toBeVisible()
  })

  test.each([
    ['a level that may not', 3, { userAccess: {} }],
    ['a server without the calls', 1, {}],
  ])('has no buttons for %s', async (_, level, features) => {
    const { panel } = await show(level, features)
    expect(panel.getByRole('button', { name: 'View details' })).toBeVisible()
    for (const name of ['Unlock', 'End sessions'])
      expect(panel.queryByRole('button', { name })).not.toBeInTheDocument()
  })
})
