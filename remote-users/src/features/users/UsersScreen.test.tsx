import { describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { savedViews } from '@console/shared-kernel/core'
import { CurrentUserContext } from '@console/shared-kernel/host'
import { type Answer, aUser, inLines, renderAt, serverForTests } from '@console/shared-kernel/testing/page'
import { UsersPage } from '../../../testing/UsersPage'

const USERS = [
  { userId: 2, userName: 'admin1', level: 2, countryName: 'Spain' },
  { userId: 3, userName: 'Álvaro', level: 6, countryName: 'México', isBlocked: true, NumeroMaquinas: 2 },
  { userId: 4, username: 'bea', levelU: 3, pais: 'Portugal' },
  { id: 5, name: 'carlos', level: 6 },
]

const server = serverForTests()

function show(address: string, level: number, answer: Answer) {
  server().on(level === 1 ? '/api/Users/all-hierarchy' : '/api/Users/children', answer)
  const viewer = aUser({ userId: 1, userName: 'me', level })
  return renderAt(address, {
    '*': (
      <CurrentUserContext value={viewer}>
        <UsersPage />
      </CurrentUserContext>
    ),
  })
}
const shown = (address = '/', level = 1) => show(address, level, { body: USERS })

const search = () => screen.getByRole('textbox', { name: 'Search users' })
const names = () =>
  [...document.querySelectorAll('tr[data-index] td:first-child')].map((cell) => cell.textContent)
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name} `) })

describe('the list of users', () => {
  test('[USERS-1] [USERS-2] [USERS-7] for a Master shows skeletons, then all users, with three sortable columns', async () => {
    shown()
    expect(screen.getByRole('heading', { level: 1, name: 'Managed Users' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Managed Users' })).toHaveAttribute('aria-busy', 'true')
    await waitFor(() => expect(names()).toEqual(['admin1', 'bea', 'Álvaro', 'carlos']))
    expect(screen.getByRole('region', { name: 'Managed Users' })).toHaveAttribute('aria-busy', 'false')
    expect(screen.getByText('4 users')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.getAllByText('Master View - All Users')).toHaveLength(1)
    expect(server().paths()).toEqual(['/api/Users/all-hierarchy'])
    const heads = screen.getAllByRole('columnheader')
    expect(heads.map((head) => head.textContent)).toEqual([
      'Username',
      'Level',
      'Country',
      'Status',
      'Actions',
    ])
    expect(heads.map((head) => within(head).queryByRole('button') !== null)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    const cells = (name: string) =>
      within(rowOf(name))
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    expect(cells('Álvaro')).toEqual(['Álvaro', 'Client', 'México', 'Bloqueado', ''])
    expect(cells('bea')).toEqual(['bea', 'Sub-Administrator', 'Portugal', 'Activo', ''])
    expect(cells('carlos')).toEqual(['carlos', 'Client', 'N/A', 'Activo', ''])
    expect(rowOf('Álvaro')).toHaveClass('tinted')
    const level = within(rowOf('bea')).getByText('Sub-Administrator')
    expect(level).toHaveStyle({ color: 'rgb(21, 87, 176)' })
    expect(rowOf('bea')).not.toHaveClass('tinted')
  })

  test('shows the first rows of a long list early, but counts and exports only the complete list', async () => {
    const body = Array.from({ length: 1000 }, (_, id) => ({
      userId: 10 + id,
      userName: `user${id}`,
      level: 6,
    }))
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    show('/', 1, { ...inLines(body), pause: { at: 20_000, until: released } })
    await waitFor(() => expect(names()).toContain('user0'))
    expect(screen.getByRole('region', { name: 'Managed Users' })).toHaveAttribute('aria-busy', 'true')
    expect(screen.queryByText(/\d users/)).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^Export/ })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Create User' })).toBeDisabled()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    release()
    expect(await screen.findByText('1,000 users')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Export 1,000 rows' })).toBeEnabled()
    expect(screen.getByRole('button', { name: 'Create User' })).toBeEnabled()
  })

  test('[USERS-2] [ROLE-3] for any other level is not called the Master View', async () => {
    shown('/', 2)
    await waitFor(() => expect(names()).toHaveLength(4))
    expect(screen.queryByText('Master View - All Users')).not.toBeInTheDocument()
    expect(server().paths()).toEqual(['/api/Users/children'])
  })

  test('[USERS-4] [CALL-33] sorts by level at first, toggles on the active column, and keeps the order in the address', async () => {
    const { user } = shown()
    await waitFor(() => expect(names()).toHaveLength(4))
    const head = (name: string) => screen.getByRole('columnheader', { name })
    expect(head('Level')).toHaveAttribute('aria-sort', 'ascending')
    for (const [column, expected, address] of [
      ['Level', ['Álvaro', 'carlos', 'bea', 'admin1'], '?dir=desc'],
      ['Username', ['admin1', 'Álvaro', 'bea', 'carlos'], '?sort=userName'],
      ['Username', ['carlos', 'bea', 'Álvaro', 'admin1'], '?dir=desc&sort=userName'],
      ['Country', ['carlos', 'Álvaro', 'bea', 'admin1'], '?sort=pais'],
    ] as const) {
      await user.click(within(head(column)).getByRole('button'))
      await waitFor(() => expect([column, names()]).toEqual([column, expected]))
      await waitFor(() => expect(location.search).toBe(address))
    }
    expect(head('Level')).toHaveAttribute('aria-sort', 'none')
    expect(server().calls).toHaveLength(1)
  })

  test('[USERS-3] [VALID-18] [CALL-33] finds by name or country, and keeps the search in the address', async () => {
    const { user } = shown()
    await waitFor(() => expect(names()).toHaveLength(4))
    await user.click(search())
    await user.paste('PORT')
    expect(names()).toEqual(['bea'])
    expect(screen.getByText('1 of 4 users')).toBeVisible()
    act(() => void dispatchEvent(new Event('beforeprint')))
    expect(document.querySelector('tfoot')).toHaveTextContent(/^1 of 4 rows/)
    act(() => void dispatchEvent(new Event('afterprint')))
    await waitFor(() => expect(location.search).toBe('?search=PORT'))
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(names()).toHaveLength(4)
    await user.type(search(), 'áL')
    expect(names()).toEqual(['Álvaro'])
    await user.clear(search())
    await user.type(search(), 'alv')
    expect(names()).toEqual(['Álvaro'])
    expect(server().calls).toHaveLength(1)
  })

  test('counts each saved view by its own filters, not by those of the page', async () => {
    savedViews('users').set([
      { name: 'Clients', query: 'level=6' },
      { name: 'Blocked clients', query: 'level=6&status=blocked' },
      { name: 'Below admin1', query: 'branch=2' },
    ])
    shown('/?level=3')
    await waitFor(() => expect(names()).toEqual(['bea']))
    const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)
    await waitFor(() => expect(tabs()).toEqual(['All', 'Clients 2', 'Blocked clients 1', 'Below admin1 1']))
    savedViews('users').set([])
  })
})

test('[SHELL-11] a user in the list has the path from the top of the tree in a tooltip and in the details', async () => {
  const body = [{ ...USERS[2], treeUserNamesCreators: 'master/me/admin1/bea' }]
  const { user } = show('/', 1, { body })
  await user.hover(await screen.findByRole('cell', { name: 'bea' }))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('master › me › admin1 › bea')
  await user.click(screen.getByRole('button', { name: 'View details bea' }))
  const dialog = await screen.findByRole('dialog', { name: 'User Details: bea' })
  expect(within(dialog).getByText('master › me › admin1 › bea')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

/** The contents of a file, including its byte order mark. */
const textOf = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () =>
      resolve(new TextDecoder('utf-8', { ignoreBOM: true }).decode(reader.result as ArrayBuffer))
    reader.readAsArrayBuffer(file)
  })

describe('the export', () => {
  test('has all rows of a bookmarked search in the order shown, with formulas neutralised', async () => {
    const files: Blob[] = []
    URL.createObjectURL = (file) => {
      files.push(file as Blob)
      return 'blob:users'
    }
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { user } = show('/?search=a&sort=userName&dir=desc', 1, {
      body: [...USERS, { userId: 9, userName: '=HYPERLINK(A1)', level: 6, pais: 'Spain' }],
    })
    await waitFor(() => expect(names()).toEqual(['carlos', 'bea', 'Álvaro', 'admin1', '=HYPERLINK(A1)']))
    expect(search()).toHaveValue('a')
    await user.click(screen.getByRole('button', { name: 'Export 5 rows' }))
    await user.click(screen.getByRole('menuitem', { name: 'CSV' }))
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1))
    expect(await textOf(files[0]!)).toBe(
      [
        '\uFEFFUser ID,Username,Level,Country,Status,Path',
        '5,carlos,Client,,Activo,',
        '4,bea,Sub-Administrator,Portugal,Activo,',
        '3,Álvaro,Client,México,Bloqueado,',
        '2,admin1,Administrator,Spain,Activo,',
        "9,'=HYPERLINK(A1),Client,Spain,Activo,",
        '',
      ].join('\r\n'),
    )
    expect(screen.getByText('5 rows exported')).toBeVisible()
  })
})
