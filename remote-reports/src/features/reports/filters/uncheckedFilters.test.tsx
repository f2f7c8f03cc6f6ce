import { describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { heldBack } from '@console/shared-kernel/testing/page'
import { reportScreens } from '../../../../testing/reports'

// jsdom has no layout: the browser tests cover the charts
jest.mock('@console/shared-kernel/charts', () => ({ AmountBars: () => null, AmountLine: () => null }))

const { server, show, asked, button, HIERARCHY, results } = reportScreens()

/** Matches the address once the filters have been written to it. */
const FILTERS = /dateFrom=|range=/

/** Starts a search before the hierarchy is loaded. */
async function searchEarly(address: string, name: string) {
  const { after, answer } = heldBack()
  server().on('/api/Users/all-hierarchy', { body: HIERARCHY, after })
  const { user } = show(address)
  await user.click(button(name))
  expect(within(results()!).getByRole('progressbar', { name: 'Searching' })).toBeVisible()
  expect(asked()).toEqual([])
  return answer
}

describe.each(['Yesterday', 'Search'])('%s with filters that only the hierarchy can check', (name) => {
  test('waits for it, and runs nothing if one is invalid', async () => {
    const answer = await searchEarly('/external?distributor=99', name)
    answer()
    expect(await screen.findByText('Choose one from the list, or All Distributors')).toBeVisible()
    expect(button('Search')).toBeDisabled()
    expect(results()).not.toBeInTheDocument()
    expect(asked()).toEqual([])
    await waitFor(() => expect(location.search).toMatch(FILTERS))
  })

  test('waits for it, and searches; Back leads to the filters', async () => {
    const answer = await searchEarly('/external?distributor=4', name)
    answer()
    await screen.findByRole('table', { name: 'Total' })
    expect(asked()).toEqual([expect.stringMatching(/&distributorId=4&/)])
    await waitFor(() => expect(location.search).toContain('run=1'))
    act(() => history.back())
    // queries by role are slow if there are tables
    await waitFor(() => expect(screen.queryByText('Results')).not.toBeInTheDocument())
    expect(location.search).toBe('?distributor=4')
  })

  test('can be cancelled while it waits', async () => {
    const answer = await searchEarly('/external?distributor=4', name)
    act(() => button('Cancel search').click())
    answer()
    await waitFor(() => expect(location.search).toMatch(FILTERS))
    expect(button('Search')).toBeEnabled()
    expect(results()).not.toBeInTheDocument()
    expect(asked()).toEqual([])
  })
})
