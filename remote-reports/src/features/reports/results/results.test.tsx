import { describe, expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { heldBack } from '@console/shared-kernel/testing/page'
import { reportScreens } from '../../../../testing/reports'
import { externalData, internalData } from '../definitions'

// jsdom has no layout: the browser tests cover the charts
jest.mock('@console/shared-kernel/charts', () => ({ AmountBars: () => null, AmountLine: () => null }))

const { server, show, asked, button, cellsOf, results, ROWS } = reportScreens()

describe('results', () => {
  test.each([
    ['external', externalData, ['Slot 1, machine', '3, Detail of Slot 1']],
    // Detail is disabled on Internal Data
    ['internal', internalData, ['Slot 1, machine']],
  ])(
    'of the %s report link each row to its machine, and to its Detail on the same days',
    async (_, definition, names) => {
      server().on(definition.path, {
        body: ROWS.map((row, at) => (at === 0 ? { ...row, machineId: 'm1' } : row)),
      })
      show(`/${definition.name}?run=1&range=yesterday&client=6&compare=lastWeek`)
      const table = await screen.findByRole('table', { name: 'Total per machine' })
      const links = within(table).getAllByRole<HTMLAnchorElement>('link')
      const filters = 'client=6&compare=lastWeek&open=machine:m1&range=yesterday&run=1'
      const machine = ['Slot 1, machine', `/${definition.name}?${filters}`]
      const detail = [
        '3, Detail of Slot 1',
        '/external?client=6&dateFrom=2026-11-20&dateTo=2026-11-20&machine=m1&queryType=Detail&run=1&timeFrom=00%3A00&timeTo=23%3A59',
      ]
      expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual(
        [machine, detail].filter(([name]) => names.includes(name!)),
      )
    },
  )

  test('are summed by branch if rows name their machine; a branch name narrows the report but keeps the range, and the path leads back', async () => {
    server().on('/api/external/query', { body: ROWS.map((row, at) => ({ ...row, machineId: `m${at + 1}` })) })
    const { user } = show('/external?run=1&range=yesterday')
    const tree = await screen.findByRole('treegrid', { name: 'Total per branch' })
    const names = () =>
      within(tree)
        .getAllByRole('row')
        .slice(1)
        .map((each) => within(each).getAllByRole('gridcell')[0]!.textContent)
    expect(names()).toEqual(['sub', 'Other machines'])
    await user.click(within(tree).getByRole('button', { name: 'Expand sub' }))
    expect(names()).toEqual(['sub', 'dis', 'Other machines'])
    const [sub] = within(tree).getAllByRole('row').slice(1)
    expect(
      within(sub!)
        .getAllByRole('gridcell')
        .map(({ textContent }) => textContent!.replaceAll('\u00a0', ' ')),
    ).toEqual(['sub', '3', '1.234,50 €', '1.000,00 €', '234,50 €', '81,00 %', '99,20 %'])
    await user.click(within(tree).getByRole('link', { name: 'dis, report of this branch' }))
    await waitFor(() => expect(location.search).toBe('?distributor=4&range=yesterday&run=1&subAdmin=3'))
    const path = await screen.findByRole('navigation', { name: 'Total per branch' })
    expect(path).toHaveTextContent('All userssubdis')
    await user.click(within(path).getByRole('link', { name: 'sub' }))
    await waitFor(() => expect(location.search).toBe('?range=yesterday&run=1&subAdmin=3'))
  })

  test('can be exported and printed only once their branches are known', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Machines', { body: [{ idMachine: 'm1', machineName: 'Slot 1', userId: 6 }], after })
    server().on('/api/external/query', { body: [{ ...ROWS[0], machineId: 'm1' }] })
    show('/external?run=1')
    expect(await screen.findByRole('table', { name: 'Total per machine' })).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Print' })).toBeDisabled()
    answer()
    expect(await screen.findByRole('treegrid', { name: 'Total per branch' })).toBeVisible()
    expect(button('Print')).toBeEnabled()
  })

  test('have no branches if rows do not name their machine', async () => {
    show('/external?run=1')
    expect(await screen.findByRole('table', { name: 'Total per machine' })).toBeVisible()
    expect(screen.queryByText('Total per branch')).not.toBeInTheDocument()
  })

  test('open the panel of a machine over the report without another search', async () => {
    server().on('/api/external/query', { body: [{ ...ROWS[0], machineId: 'm1' }] })
    const { user } = show('/external?run=1&client=6')
    await user.click(await screen.findByRole('link', { name: 'Slot 1, machine' }))
    await waitFor(() => expect(location.search).toContain('open=machine'))
    expect(new URLSearchParams(location.search).get('client')).toBe('6')
    expect(asked()).toHaveLength(1)
    expect(results()).toBeVisible()
    expect(screen.queryByText(/open/)).toBeNull()
  })

  test('are requested by an address that also opens a panel', async () => {
    show('/external?run=1&open=machine:m1')
    expect(await screen.findByRole('table', { name: 'Total' })).toBeVisible()
    expect(asked()).toHaveLength(1)
  })

  test.each(['Detail', 'Tickets', 'POS'])('of %s link each row to its machine', async (queryType) => {
    server().on('/api/external/query', { body: [{ machine: 'Slot 1' }, { machine: '' }] })
    show(`/external?run=1&queryType=${queryType}`)
    const links = within(await screen.findByRole('table', { name: queryType })).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Slot 1', '/machines?search=Slot+1'],
    ])
  })

  test.each([
    [ROWS, true],
    [ROWS.slice(1), false],
  ])('%#: the total profit is highlighted only if it is positive', async (body, isGain) => {
    server().on('/api/external/query', { body })
    show('/external?run=1')
    const cells = within(await screen.findByRole('table', { name: 'Total' })).getAllByRole('cell')
    expect(cells.map((cell) => cell.classList.contains('hero'))).toEqual(
      externalData.queryTypes[0].total.map(({ key }) => key === 'profit' && isGain),
    )
  })

  test('are compared with one click or from the address; losses are marked, and percentages differ in points', async () => {
    const { user } = show('/external?run=1')
    await screen.findByRole('table', { name: 'Total' })
    server().on('/api/external/query', {
      body: [{ machineName: 'Slot 1', numMovements: 5, pago: 1000, cobro: 700, totalProfit: 300 }],
    })
    await user.click(button('Same days last week'))
    await screen.findByRole('table', { name: 'Compared with the same days last week' })
    expect(cellsOf('Compared with the same days last week').slice(3)).toEqual([
      ['Total OUT', '700,00 €', '1.025,25 €', '+325,25 €', '+46,46 %'],
      ['Total profit', '300,00 €', '219,25 €', '▼ 80,75 €', '▼ 26,92 %'],
      ['% return', '70,00 %', '82,38 %', '+12,38 points', '–'],
    ])
    expect(cellsOf('Total')[1]).toEqual([
      '+100,00 %',
      '0,00 %',
      '+24,45 %',
      '+46,46 %',
      '▼ 26,92 %',
      '+12,38 points',
    ])
    expect(asked().at(-1)).toContain('dateFrom=2026-11-14&dateTo=2026-11-14')
    await waitFor(() => expect(location.search).toContain('compare=lastWeek'))
  })

  test('compared with a period without movements show no differences, not even in % return', async () => {
    const { user } = show('/external?run=1')
    await screen.findByRole('table', { name: 'Total' })
    server().on('/api/external/query', { body: [] })
    await user.click(button('Same days last week'))
    await screen.findByRole('table', { name: 'Compared with the same days last week' })
    // no chips without a change
    expect(cellsOf('Total')).toHaveLength(1)
    expect(cellsOf('Compared with the same days last week').at(-1)?.slice(3)).toEqual(['–', '–'])
  })

  test('name the period while they are being compared', async () => {
    const { user } = show('/external?run=1')
    await screen.findByRole('table', { name: 'Total' })
    const comparison = heldBack()
    server().on('/api/external/query', { body: ROWS, after: comparison.after })
    await user.click(button('Same days last week'))
    expect(screen.getByRole('progressbar', { name: 'Comparing' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Compared with the same days last week' })).toBeVisible()
    comparison.answer()
    await screen.findByRole('table', { name: 'Compared with the same days last week' })
  })

  test('compared with a period that has other machines explain why the file has more rows', async () => {
    const { user } = show('/external?run=1')
    await screen.findByRole('table', { name: 'Total' })
    await screen.findByRole('button', { name: 'Export 2 rows' })
    server().on('/api/external/query', {
      body: [{ machineName: 'Gone', numMovements: 5, pago: 1000, cobro: 700, totalProfit: 300 }],
    })
    await user.click(button('Same days last week'))
    await screen.findByRole('button', { name: 'Export 3 rows' })
    expect(screen.getByText(/1 machine had movements only then: exports include it\.$/)).toBeVisible()
  })

  test('of more than one day show a daily trend without a click', async () => {
    show('/external?run=1&dateFrom=2026-11-19')
    expect(await screen.findByRole('heading', { name: 'Profit per day' })).toBeVisible()
    await waitFor(() => expect(asked()).toHaveLength(4))
  })

  test('of a repeated search are drawn and compared with the new data', async () => {
    const { user } = show('/external?run=1&dateFrom=2026-11-20&compare=previous')
    await screen.findByRole('table', { name: 'Compared with the previous period' })
    // the search, two days of its trend, the period before
    await waitFor(() => expect(asked()).toHaveLength(4))
    await user.click(button('Search'))
    await waitFor(() => expect(asked()).toHaveLength(8))
  })

  test('of more than one month show a weekly trend, with one call per week', async () => {
    show('/external?run=1&dateFrom=2026-10-12')
    expect(await screen.findByRole('heading', { name: 'Profit per week' })).toBeVisible()
    await waitFor(() => expect(asked()).toHaveLength(7))
    expect(asked()[2]).toContain('dateFrom=2026-10-19&dateTo=2026-10-25&timeFrom=00:00&timeTo=23:59')
  })
})
