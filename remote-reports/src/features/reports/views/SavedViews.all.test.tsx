import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { sessionStore } from '@console/shared-kernel/host'
import { aUser } from '@console/shared-kernel/testing/page'
import { reportScreens } from '../../../../testing/reports'

jest.mock('@console/shared-kernel/charts', () => ({ AmountBars: () => null, AmountLine: () => null }))

const { show, asked, button, field, waitForLists, results } = reportScreens()

const KEY = 'console.7.views.external'
const signedIn = aUser({ level: 1 })
const store = (views: unknown) => {
  localStorage.setItem(KEY, JSON.stringify(views))
  // as if from another tab
  act(() => void dispatchEvent(new StorageEvent('storage', { key: KEY })))
}
const stored = (): unknown => JSON.parse(localStorage.getItem(KEY) ?? '[]')

beforeEach(() => {
  localStorage.clear()
  sessionStore.set({ ...sessionStore.get(), user: signedIn })
  store([])
})

const dialog = (name: string) => screen.findByRole('dialog', { name }, { timeout: 5000 })
const names = () =>
  within(screen.getByRole('group', { name: 'Saved views' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

const YESTERDAY = {
  name: 'Branch yesterday',
  query: 'compare=lastWeek&distributor=4&range=yesterday&subAdmin=3',
}

describe('a saved view', () => {
  test('is stored under a name with its filters, relative range and comparison, and one click runs it for the current days', async () => {
    const { user } = show('/external?subAdmin=3&distributor=4&range=yesterday&compare=lastWeek')
    await waitForLists()
    expect(names()).toEqual(['Save view'])
    await user.click(button('Save view'))
    const open = within(await dialog('Save view'))
    expect(open.getByText('dis · Yesterday · Compared with the same days last week')).toBeVisible()
    expect(open.getByRole('textbox', { name: 'Name' })).toHaveValue('dis · Yesterday')
    await user.clear(open.getByRole('textbox'))
    expect(open.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.type(open.getByRole('textbox'), ' Branch yesterday {Enter}')
    await waitFor(() => expect(stored()).toEqual([YESTERDAY]))
    expect(names()).toEqual(['Branch yesterday', 'Save view', 'Edit views'])
    expect(button('Branch yesterday')).toHaveAttribute('aria-pressed', 'true')

    // after the filters have changed, one click opens and runs it
    await user.click(button('Clear'))
    await waitForLists()
    expect(field('Distributor')).toHaveValue('')
    expect(button('Branch yesterday')).toHaveAttribute('aria-pressed', 'false')
    await user.click(button('Branch yesterday'))
    await screen.findByRole('table', { name: 'Compared with the same days last week' })
    expect(asked()).toEqual([
      '/api/external/query?queryType=Total&dateFrom=2026-11-20&dateTo=2026-11-20&timeFrom=00:00&timeTo=23:59&subAdminId=3&distributorId=4&tipoMovs=2,3',
      '/api/external/query?queryType=Total&dateFrom=2026-11-13&dateTo=2026-11-13&timeFrom=00:00&timeTo=23:59&subAdminId=3&distributorId=4&tipoMovs=2,3',
    ])
    expect(field('Distributor')).toHaveValue('dis')
    expect(field('Client/Player')).toHaveValue('')
    expect(button('Branch yesterday')).toHaveAttribute('aria-pressed', 'true')
    await waitFor(() =>
      expect(location.search).toBe('?compare=lastWeek&distributor=4&range=yesterday&run=1&subAdmin=3'),
    )
  })

  test('with the default days means today whenever it is opened, and with chosen days those days', async () => {
    const { user } = show('/external?client=6')
    await waitForLists()
    await user.click(button('Save view'))
    expect(within(await dialog('Save view')).queryByText(/^Its days stay these/)).not.toBeInTheDocument()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(stored()).toEqual([{ name: 'client · Today', query: 'client=6&range=today' }]))
  })

  test('saved after midnight means the day that the screen shows', async () => {
    const timers = jest.spyOn(globalThis, 'setInterval')
    const { user } = show('/external?client=6')
    await waitForLists()
    const [eachMinute] = timers.mock.calls.find(([, delay]) => delay === 60_000)!
    jest.setSystemTime(new Date('2026-11-22T00:10:00Z'))
    act(eachMinute)
    await user.click(button('Save view'))
    expect(within(await dialog('Save view')).getByText(/^Its days stay these/)).toBeVisible()
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(stored()).toMatchObject([{ name: 'client · 21-11-2026', query: /dateFrom=2026-11-21/ }]),
    )
  })

  test.each([
    ['times', '', 'timeFrom=00%3A00'],
    ['chosen times', '&timeFrom=08:30&timeTo=10:00', 'timeFrom=08%3A30&timeTo=10%3A00'],
  ])('with fixed days shows that they stay fixed, and keeps their %s', async (_, chosen, times) => {
    const { user } = show(`/external?dateFrom=2026-11-01&dateTo=2026-11-02${chosen}`)
    await waitForLists()
    await user.click(button('Save view'))
    expect(within(await dialog('Save view')).getByText(/^Its days stay these/)).toBeVisible()
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(stored()).toEqual([
        {
          name: 'All users · 01-11-2026 to 02-11-2026',
          query: `dateFrom=2026-11-01&dateTo=2026-11-02&${times}`,
        },
      ]),
    )
  })

  test('until today ends at the current time whenever it is opened', async () => {
    store([{ name: 'November', query: 'dateFrom=2026-11-01&dateTo=2026-11-21&timeFrom=00%3A00' }])
    const { user } = show()
    await waitForLists()
    jest.setSystemTime(new Date('2026-11-21T13:35:10Z'))
    await user.click(button('November'))
    await waitFor(() => expect(asked()[0]).toContain('timeTo=14:35'))
    expect(button('November')).toHaveAttribute('aria-pressed', 'true')
  })

  test('of a deleted user shows an error, and is not run', async () => {
    store([{ name: 'gone', query: 'client=99&range=today' }])
    const { user } = show()
    await user.click(button('gone'))
    expect(await screen.findByText('Choose one from the list, or All Clients/Players')).toBeVisible()
    expect(results()).not.toBeInTheDocument()
    expect(asked()).toEqual([])
  })

  test('with an unknown filter names it, and is not run', async () => {
    store([{ name: 'newer', query: 'colour=red&range=today' }])
    const { user } = show()
    await user.click(button('newer'))
    expect(await screen.findByText(/The address asks for 'colour'/)).toBeVisible()
    expect(results()).not.toBeInTheDocument()
    expect(asked()).toEqual([])
  })

  test('can be renamed and removed', async () => {
    store([YESTERDAY, { name: 'b', query: 'range=today' }, { name: 'c', query: 'range=lastMonth' }])
    const { user } = show()
    await user.click(button('Edit views'))
    const open = within(await dialog('Saved views'))
    await user.click(open.getByRole('button', { name: 'Remove b' }))
    const name = open.getByRole('textbox', { name: 'Name of c' })
    await user.clear(name)
    expect(open.getByText('A view needs a name')).toBeVisible()
    await user.type(name, 'branch YESTERDAY')
    expect(open.getAllByText('Two views have this name')).toHaveLength(2)
    expect(open.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.type(name, ' 2{Enter}')
    await waitFor(() =>
      expect(stored()).toEqual([YESTERDAY, { name: 'branch YESTERDAY 2', query: 'range=lastMonth' }]),
    )
  })

  test('from another tab stays, and its name cannot be used twice', async () => {
    const [b, c] = [
      { name: 'b', query: 'range=today' },
      { name: 'c', query: 'range=lastMonth' },
    ]
    store([YESTERDAY, b, c])
    const { user } = show()
    await user.click(button('Edit views'))
    const open = within(await dialog('Saved views'))
    await user.click(open.getByRole('button', { name: 'Remove b' }))
    const other = { name: 'other', query: 'range=yesterday' }
    store([YESTERDAY, b, c, other])
    const name = open.getByRole('textbox', { name: 'Name of c' })
    await user.clear(name)
    await user.type(name, 'Other')
    expect(open.getByText('Two views have this name')).toBeVisible()
    await user.type(name, ' month{Enter}')
    await waitFor(() =>
      expect(stored()).toEqual([YESTERDAY, { name: 'Other month', query: 'range=lastMonth' }, other]),
    )
  })

  test('replaces one with the same name; at most 20 can be saved', async () => {
    const views = Array.from({ length: 20 }, (_, index) => ({ name: `${index}`, query: 'range=today' }))
    store(views)
    const { user } = show('/external?range=yesterday')
    await waitForLists()
    await user.click(button('Save view'))
    const open = within(await dialog('Save view'))
    expect(open.getByText('20 views are saved already: remove one first')).toBeVisible()
    expect(open.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.clear(open.getByRole('textbox'))
    await user.type(open.getByRole('textbox'), '3')
    await user.click(open.getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(stored()).toEqual(views.with(3, { name: '3', query: 'range=yesterday' })))
  })

  test('of one report does not appear in the other', async () => {
    store([YESTERDAY])
    show('/internal')
    expect(names()).toEqual(['Save view'])
  })

  test('can be created only from filters that differ from the default and from all saved views', async () => {
    store([{ name: 'Yesterday', query: 'range=yesterday' }])
    const { user } = show('/external')
    await waitForLists()
    expect(button('Save view')).toBeDisabled()
    const period = within(screen.getByRole('group', { name: 'Period' }))
    await user.click(period.getByRole('button', { name: 'Last 7 days' }))
    expect(button('Save view')).toBeEnabled()
    await user.click(period.getByRole('button', { name: 'Yesterday' }))
    expect(button('Save view')).toBeDisabled()
  })

  test('cannot be created from an invalid filter', async () => {
    show('/external?range=someday')
    await waitForLists()
    expect(button('Save view')).toBeDisabled()
  })
})
