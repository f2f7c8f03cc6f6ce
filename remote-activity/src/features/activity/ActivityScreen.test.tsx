import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { normaliseActivityPage } from '@console/shared-kernel/contracts'
import { savedViews } from '@console/shared-kernel/core'
import { OfferedPanelsContext, sessionStore } from '@console/shared-kernel/host'
import { ownKey } from '@console/shared-kernel/remote'
import { aUser, renderAs, serverForTests, mockWindowWidth } from '@console/shared-kernel/testing/page'
import ActivityScreen from './ActivityScreen'

const MACHINE = '00000000-0000-4000-8000-000000000001'
const server = serverForTests()

const credit = (id: number) => ({
  id,
  at: '2026-11-21T10:00:07.900Z',
  kind: 'machine.credit',
  actor: { userId: 2, userName: 'ana' },
  subject: { type: 'machine', userId: 6, machineId: MACHINE, name: `Slot ${id}` },
  before: { creditCents: 500 },
  after: { creditCents: 123450 },
})
const blocked = {
  id: 500,
  at: '2026-11-21T11:00:00Z',
  kind: 'user.update',
  actor: { userId: 1, userName: 'master' },
  subject: { type: 'user', userId: 6, name: 'client1' },
  before: { is_blocked: false },
  after: { is_blocked: true },
}
const answer = (rows: object[], next: string | null = null) =>
  server().on('/api/activity', { body: { rows, next } })
const people = [
  { userId: 1, userName: 'master', level: 1, parentUserId: null },
  { userId: 2, userName: 'ana', level: 2, parentUserId: 1 },
  { userId: 6, userName: 'client1', level: 6, parentUserId: 1 },
]

beforeEach(() => {
  server().on('/api/Users/all-hierarchy', { body: people })
  server().on('/api/Machines', { body: [{ idMachine: MACHINE, machineName: 'Slot 1', userId: 6 }] })
  server().on('/api/Games', { body: [{ id: 1, name: 'Fruit Fiesta', type: 'Slot', gameState: true }] })
  answer([blocked, credit(1)])
})

const show = (address = '/activity') => renderAs(aUser({ userId: 1, level: 1 }), <ActivityScreen />, address)
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
const asked = () =>
  server()
    .calls.map(({ path }) => path)
    .filter((path) => path.startsWith('/api/activity'))
const lastAsked = () => new URLSearchParams(asked().at(-1)?.split('?')[1])

test('the list is busy while it loads, then shows who changed what for whom, with values before and after and money in dollars', async () => {
  show()
  expect(screen.getByRole('region', { name: 'Activity' })).toHaveAttribute('aria-busy', 'true')
  expect(cells(await screen.findByRole('row', { name: /client1/ })).slice(1, 7)).toEqual([
    'master',
    'User blocked',
    'client1',
    'Blocked: No',
    'Blocked: Yes',
    '',
  ])
  expect(cells(screen.getByRole('row', { name: /Slot 1/ })).slice(0, 7)).toEqual([
    '21-11-2026 11:00:07',
    'ana',
    'Credit changed',
    'Slot 1',
    '$5.00',
    '$1,234.50',
    '+$1,229.50',
  ])
  expect(screen.getByRole('region', { name: 'Activity' })).toHaveAttribute('aria-busy', 'false')
})

test('the row of a sign-in shows its address and method, without labels', async () => {
  const [kind, after] = ['session.start', { address: '192.0.2.1', method: 'password' }]
  answer([{ ...blocked, kind, before: null, after }])
  show()
  const row = await screen.findByRole('row', { name: /Signed in/ })
  expect(cells(row).slice(4, 7)).toEqual(['', '192.0.2.1, password', ''])
})

test('games and parents are named in the list and in the details, without ids', async () => {
  const given = {
    ...blocked,
    kind: 'user.game-settings',
    before: { selectedGames: { removed: [] }, parent_id: 2 },
    after: { selectedGames: { added: [1] }, parent_id: 6 },
  }
  answer([given])
  const { user } = show()
  const row = await screen.findByRole('row', { name: /added Fruit Fiesta/ })
  await waitFor(() =>
    expect(cells(row).slice(4, 6)).toEqual(['Parent: ana', 'Games: added Fruit Fiesta, Parent: client1']),
  )
  await user.click(within(row).getByRole('button', { name: /^Details/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('row', { name: 'Games added Fruit Fiesta' })).toBeVisible()
})

test('if the catalogue fails to load, ids are shown and the screen works', async () => {
  server().on('/api/Games', { status: 403, body: { message: 'no' } })
  answer([{ ...blocked, after: { selectedGames: { added: [1] } } }])
  show()
  expect(await screen.findByRole('row', { name: /added game 1/ })).toBeVisible()
  await waitFor(() => expect(server().paths()).toContain('/api/Games'))
  expect(screen.queryByText('Error loading games')).not.toBeInTheDocument()
})

test.each([
  ['/activity', 'Changes by you and the users below you appear here.'],
  ['/activity?kind=game.create', 'Nothing matches these filters. Try others, or more days.'],
])('an empty list at %s explains why', async (address, text) => {
  answer([])
  show(address)
  expect(await screen.findByText('No Activity Found')).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
})

test.each([403, 409])(
  'a list that failed to load with %d shows the error, and can be retried',
  async (status) => {
    server().on('/api/activity', { status, body: { message: 'broken' } })
    const { user } = show()
    expect(await screen.findByRole('alert')).toHaveTextContent('Error loading activity: broken')
    answer([blocked])
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByRole('row', { name: /client1/ })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  },
)

test('a rejected filter is reported, whatever the status, and can be cleared', async () => {
  const { user, queryClient } = show('/activity?whom=99')
  for (const status of [400, 403, 404]) {
    server().on('/api/activity', { status, body: { message: 'no' } })
    await act(() => queryClient.resetQueries())
    expect(await screen.findByRole('alert')).toHaveTextContent('that you may not see')
  }
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Target' })).toHaveValue('99'))
  answer([blocked])
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByRole('row', { name: /client1/ })).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

describe('the address of the screen', () => {
  test('holds the filters, which are sent to the API and appear on the printed page and in the file name', async () => {
    URL.createObjectURL = () => 'blob:activity'
    URL.revokeObjectURL = () => undefined
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { user } = show(
      `/activity?who=1&whom=6&machine=${MACHINE}&kind=machine.credit,user.update&from=2026-11-01&to=2026-11-21`,
    )
    await screen.findByRole('row', { name: /client1/ })
    expect(Object.fromEntries(lastAsked())).toEqual({
      actorId: '1',
      userId: '6',
      machineId: MACHINE,
      kind: 'machine.credit,user.update',
      dateFrom: '2026-11-01',
      dateTo: '2026-11-21',
      limit: '100',
    })
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Who' })).toHaveValue('master'))
    expect(screen.getByRole('combobox', { name: 'Target' })).toHaveValue('client1')
    expect(screen.getByRole('combobox', { name: 'Machine' })).toHaveValue('Slot 1')
    expect(screen.getByLabelText('From')).toHaveValue('01-11-2026')
    expect(
      screen.getByText(
        'Filtered by: Credit changed, User changed, by master, of client1, Slot 1, from 2026-11-01, to 2026-11-21',
      ),
    ).toHaveStyle('display: none')
    await user.click(screen.getByRole('button', { name: 'Export 2 rows' }))
    await user.click(screen.getByRole('menuitem', { name: 'CSV' }))
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1))
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toMatch(
      /^activity-credit-changed-user-changed-by-master-of-client1-slot-1-from-2026-11-01-to-2026-11-21.*csv$/,
    )
    clicked.mockRestore()
  })

  test('changes with the chosen kind', async () => {
    const { user } = show()
    await screen.findByRole('row', { name: /client1/ })
    await user.click(screen.getByRole('combobox', { name: 'Kind' }))
    await user.click(screen.getByRole('option', { name: 'Credit changed' }))
    await user.click(screen.getByRole('option', { name: 'Machine blocked' }))
    await waitFor(() => expect(lastAsked().get('kind')).toBe('machine.credit,machine.block'))
    // both names would be cut off
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('combobox', { name: 'Kind' })).toHaveTextContent(/^2 kinds$/)
  })

  test('with a range that ends before it begins causes no request', async () => {
    show('/activity?from=2026-11-02&to=2026-11-01')
    expect(await screen.findByText('From must be before To')).toBeVisible()
    expect(screen.getByText('Correct the dates to see activity.')).toBeVisible()
    expect(asked()).toEqual([])
  })

  test('with an unknown kind shows an error under the field, and causes no request', async () => {
    show('/activity?kind=zzz,machine.credit&from=x')
    expect(await screen.findByText('Unknown: zzz. Choose kinds from the list')).toBeVisible()
    expect(screen.getByText('Correct the kinds and the dates to see activity.')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(asked()).toEqual([])
  })

  test('with a malformed day shows an error under the field, and causes no request', async () => {
    show('/activity?from=yesterday')
    expect(await screen.findByText(/^Type a day as dd-MM-yyyy/)).toBeVisible()
    expect(screen.getByLabelText('From')).toHaveValue('yesterday')
    expect(screen.queryByText('From must be before To')).not.toBeInTheDocument()
    expect(asked()).toEqual([])
  })
})

test('a day is typed as dd-MM-yyyy, and the request follows once it is complete', async () => {
  const { user } = show()
  await screen.findByRole('row', { name: /client1/ })
  await user.type(screen.getByLabelText('From'), '01-11-2026')
  await waitFor(() => expect(lastAsked().get('dateFrom')).toBe('2026-11-01'))
  expect(asked()).toHaveLength(2)
})

test('on a phone the filters are behind a button that shows their number', async () => {
  mockWindowWidth(390)
  try {
    const { user } = show('/activity?kind=machine.credit&from=2026-11-01')
    await user.click(await screen.findByRole('button', { name: 'Filters (2)' }))
    expect(screen.getByLabelText('From')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(lastAsked().has('kind')).toBe(false))
    expect(screen.getByRole('button', { name: 'Filters' })).toBeVisible()
  } finally {
    mockWindowWidth(1440)
  }
})

test('the next page is read when the user scrolls to the last rows', async () => {
  server().on('/api/activity', ({ path }) =>
    path.includes('cursor=later')
      ? { body: { rows: [credit(2)], next: null } }
      : { body: { rows: [blocked, credit(1)], next: 'later' } },
  )
  show()
  expect(await screen.findByRole('row', { name: /Slot 2/ })).toBeVisible()
  expect(asked()).toHaveLength(2)
})

test('a refresh reads only the first page, and keeps the older rows and pages', async () => {
  const { queryClient } = show()
  await screen.findByRole('row', { name: /client1/ })
  const key = queryClient
    .getQueryCache()
    .getAll()
    .find(({ queryKey }) => queryKey.includes('activity'))!.queryKey
  // the older page is requested as soon as the first one is rendered
  server().on('/api/activity', ({ path }) => ({
    body: path.includes('cursor=older')
      ? { rows: [credit(3)], next: null }
      : { rows: [credit(5), credit(4)], next: 'older' },
  }))
  await act(() => queryClient.resetQueries({ queryKey: key }))
  await screen.findByRole('row', { name: /Slot 5/ })
  await screen.findByRole('row', { name: /Slot 3/ })

  const before = asked().length
  answer([credit(6), credit(5)], 'later')
  await act(() => queryClient.refetchQueries({ queryKey: key }))
  await screen.findByRole('row', { name: /Slot 6/ })
  expect(asked()).toHaveLength(before + 1)
  expect(screen.getAllByRole('row', { name: /Slot/ }).map((row) => cells(row)[3])).toEqual(
    [6, 5, 4, 3].map((id) => `Slot ${id}`),
  )
})

test('users and machines are suggested by name', async () => {
  const suggested = () => screen.getAllByRole('option').map((option) => option.textContent)
  const machines = ['Slot 10', 'Bar 2', 'Slot 9'].map((machineName, index) => ({
    idMachine: MACHINE.replace(/1$/, String(index)),
    machineName,
    userId: 6,
  }))
  server().on('/api/Machines', { body: machines })
  server().on('/api/Users/all-hierarchy', {
    body: [...people, { userId: 7, userName: 'Bea', level: 6, parentUserId: 1 }],
  })
  const { user } = show()
  const whom = await screen.findByRole('combobox', { name: 'Target' })
  await waitFor(() => expect(whom).toBeEnabled())
  await user.click(whom)
  await waitFor(() => expect(suggested()).toEqual(['Anyone', 'ana', 'Bea', 'client1', 'master']))
  const machine = screen.getByRole('combobox', { name: 'Machine' })
  await waitFor(() => expect(machine).toBeEnabled())
  await user.click(machine)
  await waitFor(() => expect(suggested()).toEqual(['All machines', 'Bar 2', 'Slot 9', 'Slot 10']))
})

test.each([
  ['of those above, and of oneself, there is none', 6, 4, []],
  ['the Master has one of everybody, and of oneself', 1, 1, ['User master', 'User client1']],
])('a change links to its users: %s', async (_, userId, level, links) => {
  // what the list of people contains for each viewer
  server().on('/api/Users/all-hierarchy', { body: level === 1 ? people : [people[2]!] })
  const { user } = renderAs(aUser({ userId, level: level as 1 }), <ActivityScreen />, '/activity')
  await user.click(await screen.findByRole('button', { name: 'Details User blocked client1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'User blocked: client1' }))
  await waitFor(() => expect(dialog.queryAllByRole('link').map((link) => link.textContent)).toEqual(links))
})

test('the details list everything that a change affected, and are replaced by the panel of its machine or of the user who made it', async () => {
  const { user } = show('/activity?kind=machine.credit')
  const details = async () => {
    await user.click(await screen.findByRole('button', { name: 'Details Credit changed Slot 1' }))
    return screen.findByRole('dialog', { name: 'Credit changed: Slot 1' })
  }
  const dialog = await details()
  expect(within(dialog).getByRole('row', { name: 'Credit $5.00 $1,234.50' })).toBeVisible()
  await user.click(await within(dialog).findByRole('link', { name: 'User ana' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  const address = () => decodeURIComponent(location.pathname + location.search)
  await waitFor(() => expect(address()).toBe('/activity?kind=machine.credit&open=user:2'))
  await user.click(within(await details()).getByRole('link', { name: 'Machine Slot 1' }))
  await waitFor(() => expect(address()).toBe(`/activity?kind=machine.credit&open=machine:${MACHINE}`))
})

test('in a console without panels, the details link to the lists', async () => {
  const viewer = aUser({ userId: 1, level: 1 })
  const alone = (
    <OfferedPanelsContext value={[]}>
      <ActivityScreen />
    </OfferedPanelsContext>
  )
  const { user } = renderAs(viewer, alone, '/activity')
  await user.click(await screen.findByRole('button', { name: 'Details Credit changed Slot 1' }))
  const dialog = within(await screen.findByRole('dialog'))
  const hrefOf = async (name: string) => (await dialog.findByRole('link', { name })).getAttribute('href')
  expect(await hrefOf('Machine Slot 1')).toBe(`/machines?search=${MACHINE}`)
  expect(await hrefOf('User ana')).toBe('/?search=ana')
})

test('live rows by others that match the filters are announced, and appear once, in the order of the API', async () => {
  answer([credit(3)])
  const { queryClient, user } = show(`/activity?kind=machine.credit`)
  await screen.findByRole('row', { name: /Slot 3/ })
  const row = (id: number, over: object = {}) =>
    normaliseActivityPage({ rows: [{ ...credit(id), ...over }] })!.rows[0]!
  act(() => {
    for (const query of queryClient.getQueryCache().getAll()) {
      const { live } = query.meta ?? {}
      if (typeof live !== 'function') continue
      const rows = [
        row(2),
        row(3),
        row(4),
        row(5, { kind: 'user.update' }),
        row(1, { at: '2026-11-22T10:00:00Z', actor: { userId: 1, userName: 'master' } }),
      ]
      query.setState({ data: live(query.state.data as never, rows) })
    }
  })
  const machines = () => screen.getAllByRole('row', { name: /Slot/ }).map((each) => cells(each)[3])
  const announced = await screen.findByRole('button', { name: '2 new' })
  expect(machines()).toEqual(['Slot 1', 'Slot 3'])
  await user.click(announced)
  await waitFor(() => expect(machines()).toEqual(['Slot 1', 'Slot 4', 'Slot 3', 'Slot 2']))
  expect(screen.queryByRole('button', { name: /new/ })).not.toBeInTheDocument()
})

test('saved views show their number of rows, up to 100, and none if a filter is invalid', async () => {
  const viewer = aUser({ userId: 9, level: 1 })
  sessionStore.set({ ...sessionStore.get(), user: viewer })
  savedViews('activity').set([
    { name: 'Blocks', query: 'kind=user.update' },
    { name: 'Of ana', query: 'who=2' },
    { name: 'Broken', query: 'from=yesterday' },
  ])
  server().on('/api/activity', ({ path }) =>
    path.includes('actorId=2')
      ? { body: { rows: [credit(1)], next: 'older' } }
      : { body: { rows: path.includes('kind=user.update') ? [blocked] : [], next: null } },
  )
  renderAs(viewer, <ActivityScreen />, '/activity')
  await waitFor(() =>
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'All',
      'Blocks 1',
      'Of ana 100+',
      'Broken',
    ]),
  )
  expect(asked().filter((path) => path.includes('yesterday'))).toEqual([])
})

test('the row count of a saved view is read again when a newer row arrives', async () => {
  const viewer = aUser({ userId: 9, level: 1 })
  sessionStore.set({ ...sessionStore.get(), user: viewer })
  savedViews('activity').set([{ name: 'Of ana', query: 'who=2' }])
  answer([credit(1)])
  jest.useFakeTimers({ advanceTimers: true })
  const { queryClient } = renderAs(viewer, <ActivityScreen />, '/activity')
  expect(await screen.findByRole('tab', { name: 'Of ana 1' })).toBeVisible()
  answer([credit(2), credit(1)])
  await act(() => queryClient.invalidateQueries({ queryKey: ownKey('activity') }))
  await screen.findByRole('row', { name: /Slot 2/ })
  // counted at most once every few seconds
  act(() => jest.advanceTimersByTime(5_000))
  expect(await screen.findByRole('tab', { name: 'Of ana 2' })).toBeVisible()
  jest.useRealTimers()
})
