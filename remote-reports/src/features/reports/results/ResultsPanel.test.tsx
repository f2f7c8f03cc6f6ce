import { describe, expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { heldBack } from '@console/shared-kernel/testing/page'
import { reportScreens } from '../../../../testing/reports'

// jsdom has no layout: the browser tests cover the charts
jest.mock('@console/shared-kernel/charts', () => ({ AmountBars: () => null, AmountLine: () => null }))

const { server, show, asked, button, field, waitForLists, results, ROWS } = reportScreens()

async function chooseHour(user: ReturnType<typeof show>['user'], hour: string) {
  await user.click(field('To hour'))
  await user.click(screen.getByRole('option', { name: hour }))
}

describe('results', () => {
  const NEXT = { name: /^Export/ }

  test('of a relative range use the current days; after a filter change they are marked, and cannot be exported or printed until the filters match again', async () => {
    const { user } = show('/external?run=1&range=yesterday')
    await screen.findByRole('table', { name: 'Total' })
    expect(button('Yesterday')).toHaveAttribute('aria-pressed', 'true')
    expect(button('Today')).toHaveAttribute('aria-pressed', 'false')
    expect(asked()[0]).toContain('dateFrom=2026-11-20&dateTo=2026-11-20&timeFrom=00:00&timeTo=23:59')
    await waitForLists()
    expect(screen.queryByText('Filters changed')).not.toBeInTheDocument()
    await chooseHour(user, '10')
    expect(screen.getByText('Filters changed')).toBeVisible()
    for (const name of ['Export 2 rows', 'Print']) expect(button(name)).toBeDisabled()
    await user.click(button('Today'))
    await waitFor(() => expect(screen.getByRole('button', NEXT)).toBeEnabled())
    expect(screen.queryByText('Filters changed')).not.toBeInTheDocument()
    await waitFor(() => expect(location.search).toBe('?range=today&run=1'))
  })

  test('are marked as belonging to other filters only once they have arrived', async () => {
    const { after, answer } = heldBack()
    server().on('/api/external/query', { body: ROWS, after })
    const { user } = show('/external?run=1')
    await waitForLists()
    await chooseHour(user, '10')
    expect(within(results()!).getByRole('progressbar', { name: 'Searching' })).toBeVisible()
    expect(screen.queryByText('Filters changed')).not.toBeInTheDocument()
    answer()
    expect(await screen.findByText('Filters changed')).toBeVisible()
  })

  test('of a failed search cannot be exported or printed, and are not marked as belonging to other filters', async () => {
    server().on('/api/external/query', { status: 403 })
    const { user } = show('/external?run=1')
    expect(await screen.findByText('The search failed: there are no results.')).toBeVisible()
    for (const name of ['Export 0 rows', 'Print']) expect(button(name)).toBeDisabled()
    await chooseHour(user, '10')
    expect(screen.queryByText('Filters changed')).not.toBeInTheDocument()
    server().on('/api/external/query', { body: ROWS })
    await user.click(button('Search'))
    await screen.findByRole('button', { name: 'Export 2 rows' })
    expect(button('Print')).toBeEnabled()
  })

  test.each([
    ['range=yesterday&dateFrom=2026-01-01', /asks for 'Yesterday' and for other dates/],
    ['range=someday', /'someday' is not a range/],
    ['client=6&client=7', 'Choose one from the list, or All Clients/Players'],
    ['Client=6&x=', /asks for 'Client', 'x': no filter has this name/],
    ['range=yesterday&compare=lastweek', /compares with 'lastweek': no comparison has this name/],
    ['compare=lastWeek&compare=lastYear', /compares with 'lastWeek, lastYear': no comparison/],
  ])('are not requested by a contradictory address: %s', async (query, named) => {
    show(`/external?run=1&${query}`)
    expect(await screen.findByText(named)).toBeVisible()
    await waitFor(() => expect(results()).not.toBeInTheDocument())
    expect(button('Search')).toBeDisabled()
    expect(asked()).toEqual([])
  })

  test('of an address with an invalid filter appear once the filter is removed', async () => {
    const { user } = show('/external?run=1&subAdmin=3&distributorId=4&sort=profit&compare=lastYear')
    await waitForLists()
    await user.click(button('Leave it out'))
    await waitFor(() => expect(location.search).toBe('?compare=lastYear&run=1&sort=profit&subAdmin=3'))
    expect(asked()).toEqual([])
    await user.click(button('Search'))
    await screen.findByRole('table', { name: 'Total' })
    expect(asked()[0]).toContain('subAdminId=3')
  })
})
