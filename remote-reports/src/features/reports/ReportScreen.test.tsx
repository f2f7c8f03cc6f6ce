import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { heldBack } from '@console/shared-kernel/testing/page'
import { reportScreens } from '../../../testing/reports'
import { USER_FIELDS } from './cascade/cascade'
import { QUICK_RANGES } from './filters/ranges'

// jsdom has no layout: the browser tests cover the charts
jest.mock('@console/shared-kernel/charts', () => ({ AmountBars: () => null, AmountLine: () => null }))

const { server, show, asked, button, cellsOf, disabledFields, field, FIELDS, waitForLists, results, ROWS } =
  reportScreens()
afterEach(() => void jest.restoreAllMocks())

const valueOf = (name: string) => screen.getByLabelText(name, { exact: true })
const textOf = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.readAsText(file)
  })

describe('a search', () => {
  test('[STATE-32] [EXTERNAL-3] [EXTERNAL-12] opens the results, shows that it is busy, and finishes without rendering the filters again', async () => {
    const { after, answer } = heldBack()
    server().on('/api/external/query', { body: ROWS, after })
    const { user } = show()
    await waitForLists()
    await user.click(button('Search'))
    expect(button('Searching...')).toBeDisabled()
    expect(within(results()!).getByRole('heading', { name: 'Results' })).toBeVisible()
    expect(within(results()!).getByRole('progressbar', { name: 'Searching' })).toBeVisible()
    const announced = within(results()!).getByRole('status')
    expect(announced).not.toHaveTextContent('rows')
    // each is called once per render
    const rendered = [jest.spyOn(USER_FIELDS, 'filter'), jest.spyOn(QUICK_RANGES, 'map')]
    answer()
    expect(await screen.findByRole('table', { name: 'Total' })).toBeVisible()
    expect(announced).toHaveTextContent(/^Total · All users · .* · 2 rows$/)
    expect(button('Search')).toBeEnabled()
    expect(cellsOf('Total')).toEqual([['2', '5', '1.244,50 €', '1.025,25 €', '219,25 €', '82,38 %']])
    expect(cellsOf('Total per machine')).toEqual([
      ['Slot 1', '3', '1.234,50 €', '1.000,00 €', '234,50 €', '81,00 %'],
      ['Slot 2', '2', '10,00 €', '25,25 €', '▼ 15,25 €', '252,50 %'],
    ])
    expect(asked()).toEqual([
      '/api/external/query?queryType=Total&dateFrom=2026-11-21&dateTo=2026-11-21&timeFrom=00:00&timeTo=14:05&globalSearch=true&tipoMovs=2,3',
    ])
    await waitFor(() => expect(location.search).toBe('?dateFrom=2026-11-21&dateTo=2026-11-21&run=1'))
    for (const calls of rendered) expect(calls).not.toHaveBeenCalled()
  })

  describe('the To time', () => {
    const HALF_AN_HOUR_LATER = new Date('2026-11-21T13:35:10Z')
    const ends = () =>
      asked().map((path) => /dateTo=2026-11-(.*)&timeFrom.*timeTo=([\d:]*)/.exec(path)!.slice(1))

    test('is the time of the search or, after Cancel, that of the results', async () => {
      const { user } = show('/external?run=1')
      await screen.findByRole('table', { name: 'Total' })
      jest.setSystemTime(HALF_AN_HOUR_LATER)
      await user.click(button('Search'))
      await screen.findByRole('table', { name: 'Total' })
      expect(ends()).toEqual([
        ['21', '14:05'],
        ['21', '14:35'],
      ])
      expect(field('To minute')).toHaveTextContent('35')
      await waitFor(() => expect(location.search).not.toContain('timeTo'))

      jest.setSystemTime(new Date('2026-11-21T13:55:00Z'))
      server().on('/api/external/query', { fault: 'hang' })
      await user.click(button('Search'))
      expect(field('To minute')).toHaveTextContent('55')
      await user.click(button('Cancel search'))
      expect(field('To minute')).toHaveTextContent('35')
      expect(screen.queryByText('Filters changed')).not.toBeInTheDocument()
      expect(button('Export 2 rows')).toBeEnabled()
    })

    test('is the current time after a retry', async () => {
      server().on('/api/external/query', { status: 403 })
      const { user } = show('/external?run=1')
      const again = await screen.findByRole('button', { name: 'Reintentar' })
      jest.setSystemTime(HALF_AN_HOUR_LATER)
      server().on('/api/external/query', { body: ROWS })
      await user.click(again)
      await waitFor(() => expect(ends()).toContainEqual(['21', '14:35']))
      expect(field('To minute')).toHaveTextContent('35')
    })

    test('is the end of a past day, even if it was today when the filters were set', async () => {
      const { user } = show('/external?run=1&dateFrom=2026-11-20&dateTo=2026-11-20')
      await waitFor(() => expect(ends()).toEqual([['20', '23:59']]))
      await user.click(button('Clear'))
      jest.setSystemTime(new Date('2026-11-22T00:10:00Z'))
      await user.click(button('Search'))
      await waitFor(() => expect(ends().at(-1)).toEqual(['21', '23:59']))
    })

    test('is kept if it was chosen, even if it was the current time', async () => {
      const { user } = show('/external?run=1&timeTo=14:05')
      await screen.findByRole('table', { name: 'Total' })
      jest.setSystemTime(HALF_AN_HOUR_LATER)
      await user.click(button('Search'))
      await waitFor(() => expect(ends()).toHaveLength(2))
      expect(ends().at(-1)).toEqual(['21', '14:05'])
      await waitFor(() => expect(location.search).toContain('timeTo=14%3A05'))
    })
  })

  test('is sorted by a click on a heading, reversed by a second click, and exported in that order', async () => {
    const files: Blob[] = []
    URL.createObjectURL = (file) => {
      files.push(file as Blob)
      return 'blob:file'
    }
    URL.revokeObjectURL = () => {}
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { user } = show('/external?run=1')
    await screen.findByRole('table', { name: 'Total' })
    const shown = () => cellsOf('Total per machine').map(([name]) => name)
    const exported = async () => {
      const saved = files.length
      await user.click(button('Export 2 rows'))
      await user.click(screen.getByRole('menuitem', { name: 'CSV' }))
      await waitFor(() => expect(files).toHaveLength(saved + 1))
      return (await textOf(files.at(-1)!)).match(/Slot \d/g)
    }
    await user.click(button('Profit'))
    for (const names of [shown(), await exported()]) expect(names).toEqual(['Slot 2', 'Slot 1'])
    await user.click(button('Profit'))
    for (const names of [shown(), await exported()]) expect(names).toEqual(['Slot 1', 'Slot 2'])
    await waitFor(() => expect(location.search).toMatch(/dir=desc.*sort=profit/))
  })

  test('shows a bar under each amount relative to the largest in its column, marks losses, and keeps the earlier results if cancelled', async () => {
    const { user } = show('/external?run=1')
    const rows = within(await screen.findByRole('table', { name: 'Total per machine' })).getAllByRole('row')
    const bars = rows.slice(1).map((row) => [...row.querySelectorAll<HTMLElement>('.bar')])
    expect(bars.map((row) => row.map(({ style }) => Math.round(parseFloat(style.width) * 10) / 10))).toEqual([
      [100, 100, 100],
      [0.8, 2.5, 6.5],
    ])
    const losses = [...document.querySelectorAll('.loss')]
    expect(losses.map(({ textContent }) => textContent)).toEqual(['▼ 15,25\u00a0€'])
    expect(bars[1]!.map((bar) => bar.classList.contains('negative'))).toEqual([false, false, true])

    server().on('/api/external/query', { fault: 'hang' })
    await user.click(button('Search'))
    await user.click(button('Cancel search'))
    expect(cellsOf('Total per machine')).toHaveLength(2)
    expect(button('Search')).toBeEnabled()
  })

  test('[EXTERNAL-15] [STATE-33] that returns an empty list or no list shows zeros and a message', async () => {
    const { user } = show('/external?run=1')
    await screen.findByRole('table', { name: 'Total' })
    for (const body of [[], null]) {
      expect(cellsOf('Total per machine')).toHaveLength(2)
      server().on('/api/external/query', { body })
      await user.click(button('Search'))
      expect(await screen.findByText('No movements found for the selected filters')).toBeVisible()
      expect(screen.getByText('No machine-specific data available')).toBeVisible()
      expect(cellsOf('Total')).toEqual([['0', '0', '0,00 €', '0,00 €', '0,00 €', '0,00 %']])
      server().on('/api/external/query', { body: ROWS })
      await user.click(button('Search'))
      await screen.findByRole('table', { name: 'Total per machine' })
    }
  })

  test('[ERROR-33] [STATE-34] that fails stops, clears rows and total, shows one error, and can be retried', async () => {
    const { user } = show('/external?run=1')
    await screen.findByRole('table', { name: 'Total' })
    server().on('/api/external/query', { status: 403 })
    await user.click(button('Search'))
    expect(await screen.findByText('Error al realizar la búsqueda')).toBeVisible()
    expect(button('Search')).toBeEnabled()
    expect(cellsOf('Total')).toEqual([['0', '0', '0,00 €', '0,00 €', '0,00 €', '0,00 %']])
    expect(screen.queryByText('No movements found for the selected filters')).not.toBeInTheDocument()
    server().on('/api/external/query', { body: ROWS })
    await user.click(button('Reintentar'))
    await waitFor(() => expect(cellsOf('Total per machine')).toHaveLength(2))
  })

  test('over the server limit shows that it can only be narrowed', async () => {
    const message = 'La consulta tiene 100001 movimientos y el máximo es 100000. Solo se puede acotar.'
    server().on('/api/external/query', { status: 400, body: { message } })
    show('/external?run=1')
    expect(await screen.findByText(`The search failed: there are no results. ${message}`)).toBeVisible()
  })

  test('whose answer is late never replaces newer results', async () => {
    const { after, answer } = heldBack()
    server().on('/api/external/query', { body: [{ ...ROWS[0], machineName: 'old' }], after })
    const { user } = show('/external?run=1&dateFrom=2026-01-01&dateTo=2026-01-02')
    await user.click(await screen.findByRole('button', { name: 'Cancel search' }))
    expect(results()).not.toBeInTheDocument()
    await waitFor(() => expect(location.search).not.toContain('run'))
    server().on('/api/external/query', { body: [{ ...ROWS[0], machineName: 'new' }] })
    await user.click(button('Search'))
    await waitFor(() => expect(cellsOf('Total per machine')[0]![0]).toBe('new'))
    await act(async () => answer())
    expect(cellsOf('Total per machine')[0]![0]).toBe('new')
  })

  test('[STATE-31] is not started by filters in the address, and is reset by Clear, which hides the results and highlights the lists', async () => {
    const { user } = show(
      '/external?client=6&dateFrom=2026-11-01&timeFrom=09:30&timeTo=10:00&queryType=Detail',
    )
    await waitForLists()
    expect(field('Client/Player')).toHaveValue('client')
    expect(valueOf('From Date')).toHaveValue('01-11-2026')
    expect(field('To hour')).toHaveTextContent('10')
    expect(asked()).toEqual([])
    await user.click(button('Search'))
    await waitFor(() => expect(results()).toBeInTheDocument())
    await waitFor(() => expect(location.search).toContain('run=1'))
    // in one step: on a busy machine the flash can be over before a second event
    act(() => button('Clear').click())
    expect(disabledFields()).toEqual(FIELDS)
    expect(results()).not.toBeInTheDocument()
    await waitForLists()
    await waitFor(() => expect(location.search).toBe(''))
    expect(field('Client/Player')).toHaveValue('')
    expect(valueOf('From Date')).toHaveValue('21-11-2026')
    expect(valueOf('To Date')).toHaveValue('21-11-2026')
    const times = ['From hour', 'From minute', 'To hour', 'To minute'].map((name) => field(name).textContent)
    expect(times).toEqual(['00', '00', '14', '05'])
    expect(field('Query Type')).toHaveTextContent('Total')
    // earlier results do not answer a new search, even the same one
    const before = asked().length
    await user.click(button('Search'))
    await user.click(button('Clear'))
    await waitForLists()
    await user.click(button('Search'))
    await screen.findByRole('table', { name: 'Total' })
    expect(asked()).toHaveLength(before + 2)
  })

  test('[STATE-31] [CONST-6] resets with highlights of 300 ms', async () => {
    show()
    await waitForLists()
    jest.useFakeTimers()
    act(() => button('Clear').click())
    act(() => jest.advanceTimersByTime(299))
    expect(disabledFields()).toEqual(FIELDS)
    act(() => jest.advanceTimersByTime(1))
    expect(disabledFields()).toEqual([])
  })
})
