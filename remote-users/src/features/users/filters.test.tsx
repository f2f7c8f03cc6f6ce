import { describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { readFilters, usersQuery } from '@console/shared-kernel/core'
import { aUser, renderAs, serverForTests, mockWindowWidth } from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../testing/UsersPage'
import { filterOf, USER_FILTERS, USERS_VIEW, type UserFilters } from './filters'

const NONE: UserFilters = { level: '', status: '', branch: null }

/** The filters that a viewer's screen reads from an address. */
function read(address: string, level: number, loaded: { isLoaded?: boolean; incomplete?: boolean } = {}) {
  const params = new URLSearchParams(address)
  const parts = {
    level: USERS_VIEW.level.read(params),
    status: USERS_VIEW.status.read(params),
    branch: USERS_VIEW.branch.read(params),
    misread: USERS_VIEW.misread.read(params),
  }
  const viewer = aUser({ userId: 1, level })
  const users = [aUser({ userId: 8, level: 5 })]
  return readFilters(USER_FILTERS, parts, { viewer, users, isLoaded: true, incomplete: false, ...loaded })
}

describe('the filters in an address', () => {
  test.each<[number, string, Partial<UserFilters>, string[]]>([
    [1, '?level=1', { level: '1' }, []],
    [4, '?level=5&status=blocked&branch=8', { level: '5', status: 'blocked', branch: 8 }, []],
    [1, '?foo=zz&level=', {}, []],
    [1, '?level=9', {}, ['Level']],
    [1, '?status=zz', {}, ['Status']],
    [1, '?branch=9', {}, ['Branch']],
    [1, '?branch=x&status=zz', {}, ['Status', 'Branch']],
    [1, '?level=abc&view=tree&status=active', { status: 'active' }, ['Level']],
    // one's own level and those above are only in the Master's list
    [4, '?level=4', {}, ['Level']],
    // all users below a Client are Players: no level filter, but a link may name one of them
    [6, '?level=7&branch=8&status=active', { branch: 8, status: 'active' }, []],
    [6, '?branch=77', {}, ['Branch']],
    // a Player has no filters
    [7, '?level=9&status=zz&branch=77', {}, []],
    [7, '?status=active', {}, []],
  ])('for level %d: %j is read as %j, with unknown %j', (level, address, expected, unknown) => {
    const { filters, unknownLabels } = read(address, level)
    expect(filters).toEqual({ ...NONE, ...expected })
    expect(unknownLabels).toEqual(unknown)
  })

  test.each<[object, number | null, string[]]>([
    [{ isLoaded: false }, 9, []],
    // dropped without an error: it may be one of the missing users
    [{ incomplete: true }, null, []],
    [{}, null, ['Branch']],
  ])('with a branch that is not in the list, %j: %p', (loaded, branch, unknown) => {
    const { filters, unknownLabels } = read('?branch=9', 1, loaded)
    expect([filters.branch, unknownLabels]).toEqual([branch, unknown])
  })

  test.each<[Partial<UserFilters>, object]>([
    [{ branch: 3 }, {}],
    [{ level: '3' }, { filter: { levels: [3] } }],
    [{ status: 'active' }, { filter: { blocked: false } }],
    [{ level: '6', status: 'blocked' }, { filter: { levels: [6], blocked: true } }],
  ])('%j request the list with %j', (filters, expected) =>
    expect(filterOf({ ...NONE, ...filters })).toEqual(expected),
  )
})

const UNKNOWN = /somebody or something that you may not see, or that does not exist\.$/
const server = serverForTests()
const PEOPLE = [
  { userId: 2, userName: 'admin1', level: 2, parentUserId: 1 },
  { userId: 3, userName: 'sub1', level: 3, parentUserId: 2, isBlocked: true },
  { userId: 4, userName: 'dist1', level: 4, parentUserId: 3 },
  { userId: 5, userName: 'admin2', level: 2, parentUserId: 1, isBlocked: true },
]

function show(address: string, level = 1) {
  server().on(level === 1 ? '/api/Users/all-hierarchy' : '/api/Users/children', { body: PEOPLE })
  return renderAs(aUser({ userId: 1, userName: 'me', level }), <UsersPage />, address)
}
const names = () =>
  [...document.querySelectorAll('tr[data-index] td:first-child')].map((cell) =>
    cell.textContent.replace(/blocked through.*$/, '').trim(),
  )
const findNames = (expected: string[]) =>
  waitFor(() => {
    expect(screen.getByText(new RegExp(`^${expected.length} of 4 users$`))).toBeVisible()
    expect(names()).toEqual(expected)
  })

describe('filtering the users', () => {
  test.each([
    ['/?branch=77&status=zz', "The filters 'Status' and 'Branch' name ", ''],
    ['/?level=abc&view=tree&status=active', "The filter 'Level' names ", '?view=tree'],
  ])('%s has unknown filters, and shows no users until cleared', async (address, subject, cleared) => {
    const { user } = show(address)
    // whether a branch exists is known only once the list is loaded
    await waitFor(() => expect(screen.getByText(UNKNOWN).textContent).toMatch(new RegExp(`^${subject}`)))
    await screen.findByRole('button', { name: 'Export 0 rows' }, { timeout: 5000 })
    expect(screen.getByText(UNKNOWN)).toBeVisible()
    expect(names()).toEqual([])
    expect(screen.queryByText(/^4 users$|No Users Found|Loading/)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('4 users')).toBeVisible()
    expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument()
    await waitFor(() => expect(location.search).toBe(cleared))
  })

  test('the printed page names the filters and the search', async () => {
    show('/?branch=3&status=active&search=1')
    await findNames(['dist1'])
    const paper = screen.getByText('Filtered by: active, sub1, search 1')
    expect(paper).toHaveStyle('display: none')
  })

  test('a branch is chosen by name, and appears in the address; the number of users keeps the width of its longest text', async () => {
    const { user } = show('/')
    expect(await screen.findByText('4 users')).toHaveAttribute('data-longest', '4 of 4 users + 99 new')
    expect(screen.queryByText(/^Filtered by/)).not.toBeInTheDocument()
    const field = await screen.findByRole('combobox', { name: 'Branch' })
    await user.type(field, 'sub')
    await user.keyboard('{Enter}')
    await findNames(['sub1', 'dist1'])
    await waitFor(() => expect(location.search).toBe('?branch=3'))
    expect(field).toHaveValue('sub1')
  })

  test('filters without a match show a message', async () => {
    show('/?level=7')
    expect(await screen.findByText('No users match these filters.')).toBeVisible()
  })

  test('a tree starts with the branch, and shows the paths to the matches', async () => {
    show('/?view=tree&branch=2&level=4')
    await waitFor(() => expect(screen.getByText('1 of 4 users')).toBeVisible())
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.getAttribute('aria-level'))).toEqual(['1', '2', '3'])
    expect(within(rows[2]!).getByText('dist1')).toBeVisible()
    expect(screen.queryByText('admin2')).not.toBeInTheDocument()
  })

  test('a level has only the filters that it is offered, and the other filters have no effect', async () => {
    show('/?level=9', 6)
    expect(await screen.findByText('4 users')).toBeVisible()
    expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument()
    const fields = screen.getAllByRole('combobox')
    expect(fields).toEqual([screen.getByRole('combobox', { name: /^Status/ })])
  })

  test('on a phone the filters are behind a button that shows their number', async () => {
    mockWindowWidth(390)
    try {
      const { user } = show('/?level=2&status=blocked')
      await findNames(['admin2'])
      expect(screen.queryByRole('combobox', { name: 'Level' })).not.toBeInTheDocument()
      const button = screen.getByRole('button', { name: 'Filters (2)' })
      await user.click(button)
      expect(button).toHaveAttribute('aria-expanded', 'true')
      const group = screen.getByRole('group', { name: 'Filters' })
      expect(within(group).getByRole('combobox', { name: 'Level' })).toBeVisible()
      await user.click(within(group).getByRole('button', { name: 'Clear filters' }))
      expect(await screen.findByText('4 users')).toBeVisible()
      expect(screen.getByRole('button', { name: 'Filters' })).toBeVisible()
      await waitFor(() => expect(location.search).toBe(''))
    } finally {
      mockWindowWidth(1440)
    }
  })
})

test('the details of a user link to the user’s machines, reports and activity; those of a Player below a Client link to no reports', async () => {
  const parent = { userId: 6, userName: 'client1', level: 6 }
  const player = { userId: 9, userName: 'play1', level: 7, parentUserId: 6, numeroMaquinas: 1 }
  const body = [{ ...PEOPLE[2], numeroMaquinas: 3 }, PEOPLE[0], parent, player]
  server().on('/api/Users/all-hierarchy', { body })
  const { user } = renderAs(aUser({ userId: 1, level: 1 }), <UsersPage />, '/')
  const linksIn = async (name: string) => {
    await user.click(await screen.findByLabelText(`View details ${name}`, {}, { timeout: 10_000 }))
    const dialog = await screen.findByRole('dialog')
    const links = within(dialog).getAllByRole('link')
    return { dialog, links: links.map((link) => [link.textContent, link.getAttribute('href')]) }
  }
  const { dialog, links } = await linksIn('dist1')
  expect(links).toEqual([
    ['Machines (3)', '/machines?branch=4'],
    ['External report', '/external?distributor=4&run=1'],
    ['Internal report', '/internal?distributor=4&run=1'],
    ['Activity', '/activity?whom=4'],
  ])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect((await linksIn('play1')).links.map(([, href]) => href)).toEqual([
    '/machines?branch=9',
    '/activity?whom=9',
  ])
})

test('an address that asks for a new user opens the parent picker', async () => {
  server().on('/api/Users/all-hierarchy', { body: PEOPLE })
  server().on('/api/Users/countries', { body: [] })
  const { user } = renderAs(aUser({ userId: 1, level: 1 }), <UsersPage />, '/?do=create')
  const title = 'Seleccionar Usuario Padre'
  const dialog = await screen.findByRole('dialog', { name: title }, { timeout: 5000 })
  await user.click(within(dialog).getByRole('button', { name: /^Cancel/ }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  await waitFor(() => expect(location.search).toBe(''))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('the form opened by an address keeps its input when the reloaded list has another parent', async () => {
  const viewer = aUser({ userId: 1, level: 1 })
  server().on('/api/Users/all-hierarchy', { body: [] })
  server().on('/api/Users/countries', { body: [] })
  const { user, queryClient } = renderAs(viewer, <UsersPage />, '/?do=create')
  const name = await screen.findByRole('textbox', { name: 'Username' }, { timeout: 5000 })
  await user.type(name, 'nina')
  server().on('/api/Users/all-hierarchy', { body: PEOPLE })
  await act(() => queryClient.invalidateQueries({ queryKey: usersQuery(viewer).queryKey }))
  expect(await screen.findByText('dist1')).toBeInTheDocument()
  expect(name).toBeInTheDocument()
  expect(name).toHaveValue('nina')
})

test('an address that asks for a new user opens nothing for a level that may not create users', async () => {
  server().on('/api/Users/children', { body: [{ ...PEOPLE[2], level: 7 }] })
  renderAs(aUser({ userId: 1, level: 6 }), <UsersPage />, '/?do=create')
  await screen.findByText('dist1')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
