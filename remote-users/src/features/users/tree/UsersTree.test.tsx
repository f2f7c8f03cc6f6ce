import { describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../../testing/UsersPage'

const server = serverForTests()

const user = (
  userId: number,
  userName: string,
  level: number,
  parentUserId: number | null,
  chain: string,
) => ({
  userId,
  userName,
  level,
  parentUserId,
  treeUserNamesCreators: chain,
})
const USERS = [
  user(1, 'master', 1, null, 'master'),
  user(2, 'admin1', 2, 1, 'master/admin1'),
  user(3, 'zoe', 3, 2, 'master/admin1/zoe'),
  user(4, 'ben', 3, 2, 'master/admin1/ben'),
  { ...user(5, 'dora', 4, 4, 'master/admin1/ben/dora'), isBlocked: true },
  user(6, 'admin2', 2, 1, 'master/admin2'),
]

async function show(address = '/?view=tree', users: object[] = USERS) {
  server().on('/api/Users/all-hierarchy', { body: users })
  const shown = renderAs(aUser({ userId: 1, userName: 'master', level: 1 }), <UsersPage />, address)
  await waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringMatching(/\d users$/),
    ),
  )
  return shown
}
const rows = () => [...document.querySelectorAll<HTMLElement>('tr[data-index]')]
/** The name without the number of users below. */
const nameIn = (row: Element | null) => row?.querySelector('td')?.textContent?.replace(/ \d+ users?.*$/, '')
const names = () => rows().map(nameIn)
const row = (name: string) =>
  screen.getByRole('row', { name: new RegExp(`^((Expand|Collapse) ${name} )?${name} `) })
const focused = () => nameIn(document.activeElement)

describe('the users as a tree', () => {
  test('is chosen next to the search, and kept in the address', async () => {
    const { user } = await show('/?sort=userName')
    expect(screen.getByRole('table', { name: 'Managed Users' })).toBeVisible()
    const views = within(screen.getByRole('group', { name: 'View' }))
    expect(views.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(views.getByRole('button', { name: 'Tree' }))
    expect(await screen.findByRole('treegrid', { name: 'Managed Users' })).toBeVisible()
    await waitFor(() => expect(location.search).toBe('?sort=userName&view=tree'))
    await user.click(views.getByRole('button', { name: 'Tree' }))
    expect(screen.getByRole('treegrid')).toBeVisible()
    await user.click(views.getByRole('button', { name: 'List' }))
    expect(await screen.findByRole('table')).toBeVisible()
    await waitFor(() => expect(location.search).toBe('?sort=userName'))
  })

  test('exposes the level, position and state of each row to screen readers, shows the number of users below next to the name, and opens and closes a branch with the pointer', async () => {
    const withMachines = USERS.map((each) => (each.userId === 2 ? { ...each, numeroMaquinas: 30 } : each))
    const { user } = await show('/?view=tree', withMachines)
    expect(names()).toEqual(['master', 'admin1', 'admin2'])
    expect(row('master')).toHaveAttribute('aria-level', '1')
    expect(row('master')).toHaveAttribute('aria-expanded', 'true')
    expect(row('admin1')).toHaveAttribute('aria-level', '2')
    expect(row('admin1')).toHaveAttribute('aria-posinset', '1')
    expect(row('admin1')).toHaveAttribute('aria-setsize', '2')
    expect(row('admin1')).toHaveAttribute('aria-expanded', 'false')
    expect(row('admin2')).not.toHaveAttribute('aria-expanded')
    const heads = screen.getAllByRole('columnheader')
    expect(within(row('admin2')).getAllByRole('gridcell')).toHaveLength(heads.length)
    expect(within(row('admin1')).getByText('3 users, 30 machines')).toBeVisible()
    expect(within(row('master')).getByText('5 users')).toBeVisible()
    expect(within(row('admin2')).queryByText(/users/)).not.toBeInTheDocument()

    const expectNames = (...all: string[]) => waitFor(() => expect(names()).toEqual(all))
    await user.click(screen.getByRole('button', { name: 'Expand admin1' }))
    await expectNames('master', 'admin1', 'zoe', 'ben', 'admin2')
    expect(row('admin1')).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Collapse master' }))
    await expectNames('master')
    await user.click(screen.getByRole('button', { name: 'Expand master' }))
    await expectNames('master', 'admin1', 'zoe', 'ben', 'admin2')
  })

  test('works by keyboard alone', async () => {
    const { user } = await show()
    rows()[0]!.focus()
    for (const [key, where, all] of [
      ['{ArrowRight}', 'admin1', 3],
      ['{ArrowRight}', 'admin1', 5],
      ['{ArrowRight}', 'zoe', 5],
      ['{ArrowRight}', 'zoe', 5],
      ['{ArrowDown}', 'ben', 5],
      ['{ArrowRight}', 'ben', 6],
      ['{ArrowRight}', 'dora', 6],
      ['{ArrowLeft}', 'ben', 6],
      ['{ArrowLeft}', 'ben', 5],
      ['{ArrowLeft}', 'admin1', 5],
      ['{End}', 'admin2', 5],
      ['{ArrowUp}', 'ben', 5],
      ['{Home}', 'master', 5],
      ['{ArrowLeft}', 'master', 1],
      ['{ArrowLeft}', 'master', 1],
    ] as const) {
      await user.keyboard(key)
      await waitFor(() => expect([key, focused(), rows().length]).toEqual([key, where, all]))
    }
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('region', { name: 'master' })).toBeVisible()
  })

  test('[USERS-3] [USERS-4] [USERS-6] shows search results with their paths, sorts siblings, tints blocked users, and restores its former state when the search is cleared', async () => {
    const { user } = await show('/?view=tree&search=o')
    await waitFor(() => expect(names()).toEqual(['master', 'admin1', 'zoe', 'ben', 'dora']))
    await user.click(screen.getByRole('button', { name: 'Username' }))
    await waitFor(() => expect(names()).toEqual(['master', 'admin1', 'ben', 'dora', 'zoe']))
    expect(row('dora')).toHaveClass('tinted')
    const actions = within(row('dora'))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'))
    expect(actions).toEqual([
      'View details dora',
      'Edit dora',
      'Create user dora',
      'Delete dora',
      'Game Configuration dora',
      'Unblock dora',
    ])

    const clear = () => user.click(screen.getByRole('button', { name: 'Clear search' }))
    await clear()
    await waitFor(() => expect(names()).toEqual(['master', 'admin1', 'admin2']))
    await user.click(screen.getByRole('textbox', { name: 'Search users' }))
    await user.paste('DOR')
    await waitFor(() => expect(names()).toEqual(['master', 'admin1', 'ben', 'dora']))
    expect(screen.getByText('1 of 6 users')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Collapse ben' }))
    expect(names()).toEqual(['master', 'admin1', 'ben'])
    await clear()
    await waitFor(() => expect(names()).toEqual(['master', 'admin1', 'admin2']))
    await user.click(screen.getByRole('textbox', { name: 'Search users' }))
    await user.paste('no such user')
    expect(await screen.findByRole('heading', { name: 'No Users Found' })).toBeVisible()
  })

  test('renders only the visible rows of thousands of users', async () => {
    const many = Array.from({ length: 8_000 }, (_, index) =>
      user(10 + index, `user ${index}`, 2, 1, `master/user ${index}`),
    )
    await show('/?view=tree', [USERS[0]!, ...many])
    await waitFor(() => expect(screen.getByRole('treegrid')).toHaveAttribute('aria-rowcount', '8002'))
    expect(rows().length).toBeGreaterThan(10)
    expect(rows().length).toBeLessThan(40)
  })

  test('shows no number of users below if the list may be incomplete', async () => {
    server().on('/api/Users/current', { body: USERS[0] })
    server().on('/api/Users/children', { body: USERS.slice(1) })
    server().on('/api/Users/all-hierarchy', { status: 403, body: { message: 'no' } })
    renderAs(aUser({ userId: 1, userName: 'master', level: 1 }), <UsersPage />, '/?view=tree')
    expect(await screen.findByText('Error cargando datos')).toBeVisible()
    expect(within(row('master')).queryByText(/users/)).not.toBeInTheDocument()
  })
})
