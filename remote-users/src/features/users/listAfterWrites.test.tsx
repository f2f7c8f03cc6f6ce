import { expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { aUser, heldBack, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../testing/UsersPage'

const CHILDREN = '/api/Users/children'
const dad = { userId: 5, userName: 'dad', level: 5, countryId: 1, countryName: 'Spain' }
const nina = { userId: 77, userName: 'nina', level: 6, parentUserId: 5 }

const server = serverForTests()

/** Shows the list; its next read returns `next`, or never answers if that is 'nothing'. */
async function showThen(users: object[], next: object[] | 'nothing') {
  server().on(CHILDREN, { body: users })
  server().on('/api/Users/countries', { body: [{ id: 1, name: 'Spain' }] })
  const { user, queryClient } = renderAs(aUser({ userId: 1, userName: 'me', level: 2 }), <UsersPage />)
  await screen.findByRole('row', { name: /^dad / })
  server().on(CHILDREN, next === 'nothing' ? { body: [], after: heldBack().after } : { body: next })
  return { user, queryClient }
}
const press = (name: string) => screen.getByRole('button', { name })
const countLine = () => screen.getByText(/^\d+ users?$/)

test('[STATE-8] a new user appears in the list before it is read again, and a deleted one disappears', async () => {
  server().on('/api/Users', { status: 201, body: nina })
  server().on('/api/Users/77', { status: 204 })
  const { user } = await showThen([dad], 'nothing')
  await user.click(press('Create user dad'))
  await user.click(await screen.findByLabelText('Username'))
  await user.paste('nina')
  await user.click(screen.getByLabelText('Password'))
  await user.paste('secret12')
  await user.click(press('Create Client'))
  expect(await screen.findByRole('row', { name: /^nina / })).toBeVisible()
  expect(countLine()).toHaveTextContent('2 users')

  await user.click(press('Delete nina'))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('User deleted successfully')).toBeVisible()
  // the message appears at once, the list changes in the next render
  await waitFor(() => expect(screen.queryByRole('row', { name: /^nina / })).not.toBeInTheDocument())
  expect(countLine()).toHaveTextContent('1 user')
})

test('deleting a user whom another user has deleted shows the error, and reloads the list', async () => {
  // the answer to level 1; all other levels get the same 403 as for any deletion
  server().on('/api/Users/77', { status: 404, body: { message: 'Usuario no encontrado' } })
  const { user } = await showThen([dad, nina], [dad])
  await user.click(press('Delete nina'))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Error: Usuario no encontrado')
  await waitFor(() => expect(document.querySelectorAll('tr.data')).toHaveLength(1))
})

test('[STATE-9] a block stays when an older list arrives after it', async () => {
  const { after, answer } = heldBack()
  server().on('/api/Users/5', () => {
    server().on(CHILDREN, { body: [{ ...dad, isBlocked: true }] })
    return { body: {} }
  })
  const { user, queryClient } = await showThen([dad], 'nothing')
  server().on(CHILDREN, { body: [dad], after })
  void queryClient.invalidateQueries()
  await waitFor(() =>
    expect(
      server()
        .paths()
        .filter((path) => path === CHILDREN),
    ).toHaveLength(2),
  )
  await user.click(press('Block dad'))
  expect(await screen.findByRole('button', { name: 'Unblock dad' })).toBeVisible()
  answer()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(press('Unblock dad')).toBeVisible()
})
