import { expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { normaliseActivityPage } from '@console/shared-kernel/contracts'
import { OfferedPanelsContext } from '@console/shared-kernel/host'
import { aUser, renderAs } from '@console/shared-kernel/testing/page'
import { activityScreen } from '../../../testing/activityScreen'
import ActivityScreen from './ActivityScreen'

const { server, MACHINE, credit, blocked, people, answer, show, cells, asked } = activityScreen()

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

test.each([
  ['of those above, and of oneself, there is none', 6, 4, []],
  ['the Master has one of everybody, and of oneself', 1, 1, ['User master', 'User client1']],
])('a change links to its users: %s', async (_, userId, level, links) => {
  // what the list of people contains for each viewer
  server().on('/api/Users/all-hierarchy', { body: level === 1 ? people : [people[2]!] })
  const { user } = show('/activity', aUser({ userId, level: level as 1 }))
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
