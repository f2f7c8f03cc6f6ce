import { expect, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { aUser, changeAsOthers, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../testing/UsersPage'

const server = serverForTests()
const user = (userId: number, userName: string) => ({ userId, userName, level: 6, parentUserId: 1 })

async function showThen(address: string, text = 'bea') {
  server().on('/api/Users/all-hierarchy', {
    body: [{ userId: 1, userName: 'me', level: 1 }, user(2, 'ana'), user(3, 'bea')],
  })
  const shown = renderAs(aUser({ userId: 1, userName: 'me', level: 1 }), <UsersPage />, address)
  await waitFor(() => expect(document.body).toHaveTextContent(text))
  const add = (some: readonly [number, string][], isOwn = false) =>
    act(() => {
      const puts = some.map(([id, name]) => ({ put: aUser(user(id, name)) }))
      changeAsOthers(shown.queryClient, 'users', puts, { isOwn })
    })
  return { ...shown, add }
}
const names = () =>
  [...document.querySelectorAll('tr[data-index] td:first-child')].map(
    (cell) => cell.textContent?.split(' ', 1)[0],
  )
const status = () => screen.getByRole('status').textContent
const newUsers = (count: number) => screen.findByRole('button', { name: `${count} new` })

test.each(['list', 'tree'])(
  'users added by other operators are announced next to the count, and appear in the %s on a click',
  async (view) => {
    const { user: pointer, add } = await showThen(`/?view=${view}&sort=userName`)
    const before = names()
    const announced = new Set<string | null>()
    const watch = new MutationObserver(() => announced.add(status()))
    watch.observe(screen.getByRole('status'), { childList: true, characterData: true, subtree: true })
    add([
      [4, 'abel'],
      [5, 'zoe'],
    ])
    const button = await newUsers(2)
    expect(status()).toBe('3 users 2 new')
    expect([...announced]).toEqual(['3 users 2 new'])
    expect(names()).toEqual(before)
    add([[4, 'abel the second']])
    expect(names()).toEqual(before)
    await pointer.click(button)
    await waitFor(() => expect(names()).toEqual(expect.arrayContaining(['abel', 'zoe'])))
    expect(status()).toBe('5 users')
    expect(names()).toHaveLength(5)
    add([[6, 'carl']])
    await newUsers(1)
  },
)

test('users that other operators add to an empty list appear at once; later ones are announced', async () => {
  const { add } = await showThen('/?search=z', 'No Users Found')
  add([[5, 'zoe']])
  await waitFor(() => expect(names()).toEqual(['zoe']))
  expect(screen.queryByText('No Users Found')).not.toBeInTheDocument()
  add([[6, 'zac']])
  await newUsers(1)
  expect(names()).toEqual(['zoe'])
})

test('users added by the viewer appear at once', async () => {
  const { add } = await showThen('/')
  add([[4, 'abel']], true)
  await waitFor(() => expect(names()).toContain('abel'))
  expect(status()).toBe('4 users')
})

test('only users that match the search are announced; a changed search shows all matches', async () => {
  const { user: pointer, add } = await showThen('/?search=b')
  add([
    [4, 'abel'],
    [5, 'zoe'],
  ])
  await newUsers(1)
  expect(status()).toBe('1 of 4 users 1 new')
  await pointer.type(screen.getByLabelText('Search users'), 'e')
  await waitFor(() => expect(status()).toBe('2 of 5 users'))
  expect(names().toSorted()).toEqual(['abel', 'bea'])
})

test('a changed user stays visible, and a removed user disappears', async () => {
  const { queryClient } = await showThen('/')
  act(() => changeAsOthers(queryClient, 'users', [{ put: aUser(user(2, 'anita')) }, { remove: 3 }]))
  await waitFor(() => expect(names().toSorted()).toEqual(['anita', 'me']))
  expect(status()).toBe('2 users')
})
