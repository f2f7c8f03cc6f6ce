import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { aUser, renderAs, serverForTests, setWidth } from '@console/shared-kernel/testing'
import { UsersScreen } from './UsersScreen'
import { filterOf, usableFilters, type UserFilters } from './view'

const NONE: UserFilters = { level: '', status: '', branch: null }

describe('the filters in an address', () => {
  const users = [aUser({ userId: 8, level: 5 })]
  it.each<[number, Partial<UserFilters>, Partial<UserFilters>]>([
    [1, { level: '1' }, { level: '1' }],
    [4, { level: '5', status: 'blocked', branch: 8 }, { level: '5', status: 'blocked', branch: 8 }],
    // one's own level and those above stand in the Master's list alone
    [4, { level: '4' }, {}],
    // a Client has Players below: one level, and a link may name one of them
    [6, { level: '7', branch: 8, status: 'active' }, { branch: 8, status: 'active' }],
    [7, { status: 'active' }, {}],
    [1, { branch: 9 }, {}],
  ])('of level %d: %j are read as %j', (level, asked, expected) =>
    expect(usableFilters({ ...NONE, ...asked }, aUser({ userId: 1, level }), users)).toEqual({
      ...NONE,
      ...expected,
    }),
  )

  it('keep a branch until the list is loaded', () =>
    expect(usableFilters({ ...NONE, branch: 9 }, aUser({ level: 1 }), null).branch).toBe(9))

  it.each<[Partial<UserFilters>, object | null]>([
    [{}, null],
    [{ branch: 3 }, null],
    [{ level: '3' }, { levels: [3] }],
    [{ status: 'active' }, { blocked: false }],
    [
      { level: '6', status: 'blocked' },
      { levels: [6], blocked: true },
    ],
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
  return renderAs(aUser({ userId: 1, userName: 'me', level }), <UsersScreen />, address)
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
  it.each([
    ['/?level=2', ['admin1', 'admin2']],
    ['/?status=blocked', ['admin2', 'sub1']],
    ['/?branch=2', ['admin1', 'sub1', 'dist1']],
    ['/?branch=2&status=active', ['admin1', 'dist1']],
    ['/?branch=2&search=dist', ['dist1']],
  ])('%s', async (address, expected) => {
    show(address)
    await findNames(expected)
  })

  it.each<[string, number, string]>([
    ['/?level=9', 1, "The filter 'Level' names"],
    ['/?status=zz', 1, "The filter 'Status' names"],
    ['/?branch=77', 1, "The filter 'Branch' names"],
    ['/?branch=x&status=zz', 1, "The filters 'Status' and 'Branch' name"],
    ['/?level=abc&view=tree&status=active', 1, "The filter 'Level' names"],
    // the viewer's own level and those above are not in their list
    ['/?level=2', 4, "The filter 'Level' names"],
    ['/?branch=77', 6, "The filter 'Branch' names"],
  ])(
    '%s of level %d has an unknown value, and shows no user until it is cleared',
    async (address, level, subject) => {
      const { user } = show(address, level)
      const alert = await screen.findByText(UNKNOWN)
      expect(alert.textContent).toMatch(new RegExp(`^${subject} `))
      await screen.findByText('Export CSV (0 rows)', {}, { timeout: 5000 })
      expect(alert).toBeVisible()
      expect(names()).toEqual([])
      expect(screen.queryByText(/^4 users$|No Users Found|Loading/)).not.toBeInTheDocument()
      await user.click(screen.getByRole('button', { name: 'Clear filters' }))
      expect(await screen.findByText('4 users')).toBeVisible()
      expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument()
      await waitFor(() => expect(location.search).toBe(address.includes('tree') ? '?view=tree' : ''))
    },
  )

  it.each<[string, number]>([
    ['/?foo=zz&level=', 1],
    // filters that the level is not offered
    ['/?level=9', 6],
    ['/?status=zz&branch=77', 7],
  ])('%s has no effect for level %d', async (address, level) => {
    show(address, level)
    expect(await screen.findByText('4 users')).toBeVisible()
    expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument()
  })

  it('the printed page names the filters and the search', async () => {
    show('/?branch=2&status=active&search=dist')
    await findNames(['dist1'])
    const paper = screen.getByText('Filtered by: active, admin1, search dist')
    expect(paper).toHaveStyle('display: none')
  })

  it('the number of users keeps the width of its longest text', async () => {
    show('/')
    expect(await screen.findByText('4 users')).toHaveAttribute('data-longest', '4 of 4 users')
    expect(screen.queryByText(/^Filtered by/)).not.toBeInTheDocument()
  })

  it('a branch is chosen by name, and appears in the address', async () => {
    const { user } = show('/')
    const field = await screen.findByRole('combobox', { name: 'Branch' })
    await screen.findByText('4 users')
    await user.type(field, 'sub')
    await user.keyboard('{Enter}')
    await findNames(['sub1', 'dist1'])
    await waitFor(() => expect(location.search).toBe('?branch=3'))
    expect(field).toHaveValue('sub1')
  })

  it('filters without a match say so', async () => {
    show('/?level=7')
    expect(await screen.findByText('No users match these filters.')).toBeVisible()
  })

  it('a tree starts with the branch, and shows the paths to the matches', async () => {
    show('/?view=tree&branch=2&level=4')
    await waitFor(() => expect(screen.getByText('1 of 4 users')).toBeVisible())
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.getAttribute('aria-level'))).toEqual(['1', '2', '3'])
    expect(within(rows[2]!).getByText('dist1')).toBeVisible()
    expect(screen.queryByText('admin2')).not.toBeInTheDocument()
  })

  it.each([
    [5, ['Level', 'Status', 'Branch']],
    [6, ['Status']],
    [7, []],
  ])('level %d has the filters %j', async (level, expected) => {
    show('/', level)
    await screen.findByText('4 users')
    if (expected.includes('Branch')) await screen.findByRole('combobox', { name: 'Branch' })
    const fields = screen.queryAllByRole('combobox', { name: /^(Level|Status|Branch)/ })
    expect(fields).toHaveLength(expected.length)
  })

  it('on a phone the filters are behind a button that shows their number', async () => {
    setWidth(390)
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
      setWidth(1440)
    }
  })
})

it('the details of a user link to their machines, the reports of these and their activity', async () => {
  server().on('/api/Users/all-hierarchy', { body: [{ ...PEOPLE[2], numeroMaquinas: 3 }, PEOPLE[0]] })
  const { user } = renderAs(aUser({ userId: 1, level: 1 }), <UsersScreen />, '/')
  await user.click(await screen.findByLabelText('View details dist1', {}, { timeout: 10_000 }))
  const links = within(await screen.findByRole('dialog')).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Machines (3)', '/machines?branch=4'],
    ['External report', '/external?distributor=4&run=1'],
    ['Internal report', '/internal?distributor=4&run=1'],
    ['Activity', '/activity?whom=4'],
  ])
})

it.each([
  ['a Client, whose report it would be', { userId: 6, userName: 'client1', level: 6 }, []],
  [
    'a Sub-Distributor',
    { userId: 6, userName: 'sub1', level: 5 },
    ['/external?client=9&run=1', '/internal?client=9&run=1'],
  ],
])('the details of a Player below %s have the links of that user', async (_, parent, reports) => {
  const player = { userId: 9, userName: 'play1', level: 7, parentUserId: 6, numeroMaquinas: 1 }
  server().on('/api/Users/all-hierarchy', { body: [parent, player] })
  const { user } = renderAs(aUser({ userId: 1, level: 1 }), <UsersScreen />, '/')
  await user.click(await screen.findByLabelText('View details play1', {}, { timeout: 10_000 }))
  const links = within(await screen.findByRole('dialog')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/machines?branch=9',
    ...reports,
    '/activity?whom=9',
  ])
})

it('the details of a user without machines link to their activity', async () => {
  server().on('/api/Users/all-hierarchy', { body: [{ ...PEOPLE[2], numeroMaquinas: 0 }] })
  const { user } = renderAs(aUser({ userId: 1, level: 1 }), <UsersScreen />, '/')
  await user.click(await screen.findByLabelText('View details dist1', {}, { timeout: 10_000 }))
  const link = within(await screen.findByRole('dialog')).getByRole('link')
  expect(link).toHaveAttribute('href', '/activity?whom=4')
})

it.each([
  [1, 'Seleccionar Usuario Padre'],
  [5, 'Create New Client'],
])(
  'an address that asks for a new user opens the form of level %d once the user is known',
  async (level, title) => {
    server().on('/api/Users/all-hierarchy', { body: PEOPLE })
    server().on('/api/Users/children', { body: [] })
    server().on('/api/Users/countries', { body: [] })
    const { user } = renderAs(aUser({ userId: 1, level }), <UsersScreen />, '/?new=user')
    const dialog = await screen.findByRole('dialog', { name: title }, { timeout: 5000 })
    await user.click(within(dialog).getByRole('button', { name: /^Cancel/ }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    await waitFor(() => expect(location.search).toBe(''))
  },
)

it('an address that asks for a new user opens nothing for a level that may create none', async () => {
  server().on('/api/Users/children', { body: [{ ...PEOPLE[2], level: 7 }] })
  renderAs(aUser({ userId: 1, level: 6 }), <UsersScreen />, '/?new=user')
  await screen.findByText('dist1')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
