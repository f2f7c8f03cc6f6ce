import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { sessionStore } from '@console/shared-kernel/host'
import { aUser, heldBack } from '@console/shared-kernel/testing/page'
import { reportScreens } from '../../../../testing/reports'

jest.mock('@console/shared-kernel/charts', () => ({ AmountBars: () => null, AmountLine: () => null }))

const { server, show, asked, button, field, HIERARCHY, waitForLists, results } = reportScreens()

const RECENT = 'console.7.reports.recent.external'
const signedIn = aUser({ level: 1 })
const write = (key: string, value: unknown) => {
  localStorage.setItem(key, JSON.stringify(value))
  // as if from another tab
  act(() => void dispatchEvent(new StorageEvent('storage', { key })))
}
const stored = (): unknown => JSON.parse(localStorage.getItem(RECENT) ?? 'null')

beforeEach(() => {
  localStorage.clear()
  sessionStore.set({ ...sessionStore.get(), user: signedIn })
  for (const key of [RECENT, 'console.7.views.external']) write(key, [])
  localStorage.clear()
})

const linesOf = (title: string) =>
  within(screen.getByRole('heading', { name: title }).parentElement!)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

describe('a report before the first search', () => {
  test('explains what to do, and stores nothing until the first search', async () => {
    const { user } = show()
    await waitForLists()
    expect(screen.getByRole('heading', { name: 'No report yet' })).toBeVisible()
    expect(stored()).toBeNull()
    await user.click(button('Yesterday'))
    await screen.findByRole('table', { name: 'Total' })
    expect(screen.queryByText('No report yet')).not.toBeInTheDocument()
    expect(stored()).toEqual(['range=yesterday'])
  })

  test('does not store a search that was started by an address', async () => {
    show('/external?run=1&range=lastMonth')
    await screen.findByRole('table', { name: 'Total' })
    expect(stored()).toBeNull()
  })

  test('links to recent searches, newest first, and following one runs it', async () => {
    write(RECENT, ['distributor=4&range=yesterday&subAdmin=3', 'queryType=Detail&range=today'])
    const { user } = show()
    await waitForLists()
    expect(linesOf('Recent')).toEqual(['sub › dis Yesterday · Total', 'All users Today · Detail'])
    await user.click(screen.getByRole('link', { name: 'sub › dis Yesterday · Total' }))
    await screen.findByRole('table', { name: 'Total' })
    expect(location.search).toBe('?distributor=4&range=yesterday&run=1&subAdmin=3')
    expect(field('Distributor')).toHaveValue('dis')
    expect(asked()).toHaveLength(1)
    act(() => history.back())
    await waitFor(() => expect(results()).not.toBeInTheDocument())
    expect(linesOf('Recent')).toHaveLength(2)
  })

  test('links to saved views and shows their filters', async () => {
    write('console.7.views.external', [
      { name: 'Branch', query: 'compare=lastWeek&range=yesterday&subAdmin=3' },
    ])
    show()
    await waitForLists()
    expect(linesOf('Your views')).toEqual([
      'Branch sub · Yesterday · Total · Compared with the same days last week',
    ])
    expect(screen.queryByRole('heading', { name: 'Recent' })).not.toBeInTheDocument()
  })

  test('omits recent searches that can no longer run', async () => {
    write(RECENT, ['client=99&range=today', 'range=someday', 'range=today'])
    show()
    await waitForLists()
    expect(linesOf('Recent')).toEqual(['All users Today · Total'])
  })

  test('shows placeholder lines until the names of the users are known', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Users/all-hierarchy', { body: HIERARCHY, after })
    write(RECENT, ['distributor=4&range=yesterday&subAdmin=3'])
    show()
    const lines = screen.getByRole('heading', { name: 'Recent' }).parentElement!
    expect(lines).toHaveAttribute('aria-busy', 'true')
    expect(within(lines).getAllByRole('listitem')).toHaveLength(1)
    expect(within(lines).queryByRole('link')).not.toBeInTheDocument()
    answer()
    await waitForLists()
    expect(linesOf('Recent')).toEqual(['sub › dis Yesterday · Total'])
  })
})

describe('Back', () => {
  test('after any number of range searches leads to the original filters, and Forward to the last results', async () => {
    const { user } = show('/external?distributor=4&subAdmin=3')
    await waitForLists()
    for (const name of ['Yesterday', 'Last 7 days', 'Today']) {
      await user.click(button(name))
      await waitFor(() => expect(screen.getByRole('table', { name: 'Total' })).toBeVisible())
    }
    await waitFor(() => expect(location.search).toContain('range=today'))
    expect(history.state).toMatchObject({ idx: 1 })
    const searches = asked().length
    act(() => history.back())
    await waitFor(() => expect(results()).not.toBeInTheDocument())
    expect(location.search).toBe('?distributor=4&subAdmin=3')
    expect(button('Today')).toHaveAttribute('aria-pressed', 'false')
    expect(field('Distributor')).toHaveValue('dis')
    expect(screen.getByRole('heading', { name: 'Recent' })).toBeVisible()
    act(() => history.forward())
    expect(await screen.findByRole('table', { name: 'Total' })).toBeVisible()
    expect(button('Today')).toHaveAttribute('aria-pressed', 'true')
    expect(asked()).toHaveLength(searches)
  })

  test('after a cancelled search leads to the filters too: the next search replaces its history entry', async () => {
    server().on('/api/external/query', { fault: 'hang' })
    const { user } = show()
    await waitForLists()
    await user.click(button('Yesterday'))
    await user.click(await screen.findByRole('button', { name: 'Cancel search' }))
    expect(results()).not.toBeInTheDocument()
    await user.click(button('Last month'))
    await waitFor(() => expect(location.search).toContain('range=lastMonth&run=1'))
    expect(history.state).toMatchObject({ idx: 1 })
    await user.click(await screen.findByRole('button', { name: 'Cancel search' }))
    expect(results()).not.toBeInTheDocument()
  })

  test('a double click on a range runs one search', async () => {
    const { user } = show()
    await waitForLists()
    await user.dblClick(button('Yesterday'))
    await screen.findByRole('table', { name: 'Total' })
    expect(asked()).toHaveLength(1)
  })
})
