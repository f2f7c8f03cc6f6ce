import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aUser } from '@console/shared-kernel/testing/render'
import { renderAs, serverForTests } from '@console/shared-kernel/testing/screen'
import type { Answer } from '@console/shared-kernel/testing/server'
import { externalData, internalData, type ReportDefinition } from './definitions'
import { ReportScreen } from './ReportScreen'

// jsdom measures nothing: what is drawn is the browser tests' matter, that it has a text beside it is not
jest.mock('@console/shared-kernel/charts', () => ({ AmountBars: () => null, AmountLine: () => null }))

const USERS = [
  { userId: 3, userName: 'sub', level: 3 },
  { userId: 4, userName: 'dis', level: 4, parentUserId: 3 },
  { userId: 5, userName: 'subdis', level: 5, parentUserId: 4 },
  { userId: 6, userName: 'client', level: 6, parentUserId: 5 },
  { userId: 7, userName: 'player', level: 7, parentUserId: 6 },
  { userId: 30, userName: 'lonely', level: 3 },
]
const MACHINES = [{ idMachine: 'm1', machineName: 'Slot 1', userId: 6 }]
const ROWS = [
  { machineName: 'Slot 1', numMovements: 3, pago: 1234.5, cobro: 1000, totalProfit: 234.5 },
  { machineName: 'Slot 2', numMovements: 2, pago: 10, cobro: 25.25, totalProfit: -15.25 },
]
const NOW = new Date('2026-11-21T13:05:30Z')

const server = serverForTests()
beforeEach(() => {
  jest.useFakeTimers({
    doNotFake: [
      'nextTick',
      'queueMicrotask',
      'setImmediate',
      'setTimeout',
      'setInterval',
      'requestAnimationFrame',
      'performance',
    ],
    now: NOW,
  })
  server().on('/api/Users/all-hierarchy', { body: USERS })
  server().on('/api/Machines', { body: MACHINES })
  server().on('/api/external/query', { body: ROWS })
  server().on('/api/internal/query', { body: ROWS })
})

const show = (definition: ReportDefinition = externalData, address = `/${definition.name}`) =>
  renderAs(aUser({ level: 1 }), <ReportScreen definition={definition} />, address)

const field = (name: string) => screen.getByRole('combobox', { name })
const valueOf = (name: string) => screen.getByLabelText(name, { exact: true })
const button = (name: string) => screen.getByRole('button', { name })
const results = () => screen.queryByRole('region', { name: 'Results' })
const FIELDS = ['Sub-Administrator', 'Distributor', 'Sub-Distributor', 'Client/Player', 'Machine']
const ready = () => waitFor(() => FIELDS.forEach((name) => expect(field(name)).toBeEnabled()))
const cellsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent?.replaceAll('\u00a0', ' ')),
    )
const typeDay = (name: string, value: string) => {
  fireEvent.focus(valueOf(name))
  fireEvent.change(valueOf(name), { target: { value } })
  fireEvent.blur(valueOf(name))
}
const asked = () =>
  server()
    .paths()
    .filter((path) => path.includes('/query?'))

function held(body: unknown): { answer: Answer; release: () => void } {
  let release = () => undefined as void
  const after = new Promise<void>((resolve) => (release = resolve))
  return { answer: { body, after }, release }
}

describe('the filters', () => {
  it('[STATE-30] [EXTERNAL-4] [STATE-29] load once, every dropdown disabled with a spinner meanwhile', async () => {
    const { answer, release } = held(USERS)
    server().on('/api/Users/all-hierarchy', answer)
    show()
    for (const name of FIELDS) {
      expect(field(name)).toBeDisabled()
      expect(screen.getByRole('progressbar', { name: `Loading ${name}` })).toBeVisible()
    }
    release()
    await ready()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
    expect(server().paths()).toEqual(['/api/Users/all-hierarchy', '/api/Machines'])
    expect(results()).not.toBeInTheDocument()
  })

  it('[ENTITY-23] [EXTERNAL-10] [EXTERNAL-11] start with today, from midnight to now, zero-padded', async () => {
    show()
    await ready()
    expect(valueOf('From Date')).toHaveValue('21-11-2026')
    expect(valueOf('To Date')).toHaveValue('21-11-2026')
    const times = ['From hour', 'From minute', 'To hour', 'To minute'].map((name) => field(name).textContent)
    expect(times).toEqual(['00', '00', '14', '05'])
    expect(field('Query Type')).toHaveTextContent('Total')
  })

  it.each([
    ['EXTERNAL-6', externalData, 'Total', 'Shows aggregated data (machines, movements, profits)'],
    ['EXTERNAL-7', externalData, 'Detail', 'Shows detailed data (IN, OUT, date, hour, type)'],
    ['EXTERNAL-8', externalData, 'Tickets', 'Shows ticket information'],
    ['EXTERNAL-9', externalData, 'POS', 'Shows Point of Sale transactions'],
    ['INTERNAL-2', internalData, 'Total', 'Shows aggregated data (movements, total bet, total win)'],
  ])('[%s] [CONST-15] the query type says what it shows', async (_, definition, name, help) => {
    show(definition, `/x?queryType=${name}`)
    await ready()
    expect(field('Query Type')).toHaveTextContent(name)
    expect(screen.getByText(help)).toBeVisible()
  })

  it('[INTERNAL-2] [INTERNAL-3] [CONST-16] offer four query types on Internal Data, of which Total can be chosen', async () => {
    const { user } = show(internalData)
    await ready()
    await user.click(field('Query Type'))
    const options = screen.getAllByRole('option')
    expect(options.map((option) => [option.textContent, option.getAttribute('aria-disabled')])).toEqual([
      ['Total', null],
      ['Detail', 'true'],
      ['Detail (Jackpots)', 'true'],
      ['Total per game', 'true'],
    ])
    expect(internalData.queryTypes.slice(1).map(({ help }) => help)).toEqual([
      'Shows detailed data by transaction',
      'Shows jackpot information',
      'Shows totals aggregated by game',
    ])
  })

  it('[STATE-22] [STATE-29] [EXTERNAL-5] a pick fills what is above, and a parent without children disables what is below', async () => {
    const { user } = show()
    await ready()
    await user.click(field('Client/Player'))
    const options = within(screen.getByRole('listbox')).getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['All Clients/Players', 'client', 'player'])
    expect(options.map((option) => option.classList.contains('tinted'))).toEqual([false, false, true])
    await user.click(options[1]!)
    expect(FIELDS.map((name) => (field(name) as HTMLInputElement).value)).toEqual([
      'sub',
      'dis',
      'subdis',
      'client',
      'Machine: Slot 1',
    ])
    await user.click(field('Sub-Administrator'))
    await user.click(screen.getByRole('option', { name: 'lonely' }))
    expect(FIELDS.map((name) => (field(name) as HTMLInputElement).disabled)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ])
  })

  it('[VALID-21] from after to says so and disables Search', async () => {
    const { user } = show()
    await ready()
    typeDay('From Date', '')
    expect(button('Search')).toBeDisabled()
    typeDay('From Date', '22112026')
    expect(valueOf('From Date')).toHaveValue('22-11-2026')
    expect(screen.getByRole('alert')).toHaveTextContent('From must be before To')
    expect(button('Search')).toBeDisabled()
    await user.click(button('Yesterday'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(valueOf('From Date')).toHaveValue('20-11-2026')
    expect(button('Search')).toBeEnabled()
  })

  it('[CONST-21] [EXTERNAL-10] what is no day between the bounds says so and is not searched for', async () => {
    show()
    await ready()
    for (const text of ['31-12-1899', '01-01-2100', '31-02-2026', 'x']) {
      typeDay('To Date', text)
      expect(screen.getByText('Type a day as dd-MM-yyyy')).toBeVisible()
      expect(button('Search')).toBeDisabled()
    }
    typeDay('To Date', '31-12-2099')
    expect(button('Search')).toBeEnabled()
  })

  it('[ERROR-32] without a hierarchy all lists are empty, a toast says so, and it can be loaded again', async () => {
    server().on('/api/Users/all-hierarchy', { status: 403 })
    const { user } = show()
    expect(await screen.findByText('Error al cargar datos de jerarquía')).toBeVisible()
    for (const name of FIELDS) {
      await user.click(field(name))
      expect(screen.getAllByRole('option')).toHaveLength(1)
      await user.keyboard('{Escape}')
    }
    server().on('/api/Users/all-hierarchy', { body: USERS })
    await user.click(button('Reintentar'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reintentar' })).not.toBeInTheDocument())
    await user.click(field('Sub-Administrator'))
    expect(screen.getAllByRole('option')).toHaveLength(3)
  })

  it('[ERROR-32] without machines alone that list is empty, and nothing is said', async () => {
    server().on('/api/Machines', { status: 403 })
    const { user } = show()
    await ready()
    await user.click(field('Machine'))
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['All Machines'])
    await user.keyboard('{Escape}')
    await user.click(field('Distributor'))
    expect(screen.getAllByRole('option')).toHaveLength(2)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('a search', () => {
  it('[STATE-32] [STATE-34] [EXTERNAL-3] [EXTERNAL-12] opens the results, is busy, and ends', async () => {
    const { answer, release } = held(ROWS)
    server().on('/api/external/query', answer)
    const { user } = show()
    await ready()
    await user.click(button('Search'))
    expect(button('Searching...')).toBeDisabled()
    expect(within(results()!).getByRole('heading', { name: 'Results' })).toBeVisible()
    expect(within(results()!).getByRole('progressbar', { name: 'Searching' })).toBeVisible()
    release()
    expect(await screen.findByRole('table', { name: 'Total' })).toBeVisible()
    expect(button('Search')).toBeEnabled()
    expect(cellsOf('Total')).toEqual([['2', '5', '1.244,50 €', '1.025,25 €', '219,25 €', '82,38 %']])
    expect(cellsOf('Total per machine')).toEqual([
      ['Slot 1', '3', '1.234,50 €', '1.000,00 €', '234,50 €', '81,00 %'],
      ['Slot 2', '2', '10,00 €', '25,25 €', '▼ 15,25 €', '252,50 %'],
    ])
    expect(asked()).toEqual([
      '/api/external/query?queryType=Total&dateFrom=2026-11-21&dateTo=2026-11-21&timeFrom=00:00&timeTo=14:05&globalSearch=true&tipoMovs=2,3',
    ])
    expect(location.search).toBe('?dateFrom=2026-11-21&dateTo=2026-11-21&run=1')
  })

  it.each([
    ['EXTERNAL-13', 'EXTERNAL-14', externalData, ['Total IN', 'Total OUT'], ['IN', 'OUT']],
    ['INTERNAL-5', 'INTERNAL-6', internalData, ['Total bet', 'Total win'], ['Bet', 'Win']],
  ])(
    '[%s] [%s] has its columns, and sorts by a click on a head',
    async (_, __, definition, ofAll, ofMachine) => {
      const { user } = show(definition, '/x?run=1')
      await screen.findByRole('table', { name: 'Total' })
      const heads = (table: string) =>
        within(screen.getByRole('table', { name: table }))
          .getAllByRole('columnheader')
          .map((head) => head.textContent)
      expect(heads('Total')).toEqual([
        'Num. machines',
        'Num. movements',
        ...ofAll,
        'Total profit',
        '% return',
      ])
      expect(heads('Total per machine')).toEqual([
        'Name machine',
        'Num. movements',
        ...ofMachine,
        'Profit',
        '% return',
      ])
      await user.click(button('Profit'))
      expect(cellsOf('Total per machine').map(([name]) => name)).toEqual(['Slot 2', 'Slot 1'])
      await user.click(button('Profit'))
      expect(cellsOf('Total per machine').map(([name]) => name)).toEqual(['Slot 1', 'Slot 2'])
      expect(location.search).toContain('sort=profit&dir=desc')
    },
  )

  it.each([[[]], [{}], ['no list'], [null]])(
    '[EXTERNAL-15] [STATE-33] that finds %p shows zeros and says so',
    async (body) => {
      server().on('/api/external/query', { body })
      show(externalData, '/external?run=1')
      expect(await screen.findByText('No movements found for the selected filters')).toBeVisible()
      expect(screen.getByText('No machine-specific data available')).toBeVisible()
      expect(cellsOf('Total')).toEqual([['0', '0', '0,00 €', '0,00 €', '0,00 €', '0,00 %']])
    },
  )

  it('[ERROR-33] that fails empties rows and total, says so once, and can be tried again', async () => {
    const { user } = show(externalData, '/external?run=1')
    await screen.findByRole('table', { name: 'Total' })
    server().on('/api/external/query', { status: 403 })
    await user.click(button('Search'))
    expect(await screen.findByText('Error al realizar la búsqueda')).toBeVisible()
    expect(cellsOf('Total')).toEqual([['0', '0', '0,00 €', '0,00 €', '0,00 €', '0,00 %']])
    expect(screen.queryByText('No movements found for the selected filters')).not.toBeInTheDocument()
    server().on('/api/external/query', { body: ROWS })
    await user.click(button('Reintentar'))
    await waitFor(() => expect(cellsOf('Total per machine')).toHaveLength(2))
  })

  it('whose answer is late never takes the place of a newer one', async () => {
    const { answer, release } = held([{ ...ROWS[0], machineName: 'old' }])
    server().on('/api/external/query', answer)
    const { user } = show(externalData, '/external?run=1&dateFrom=2026-01-01&dateTo=2026-01-02')
    await user.click(await screen.findByRole('button', { name: 'Cancel search' }))
    expect(results()).not.toBeInTheDocument()
    server().on('/api/external/query', { body: [{ ...ROWS[0], machineName: 'new' }] })
    await user.click(button('Search'))
    await waitFor(() => expect(cellsOf('Total per machine')[0]![0]).toBe('new'))
    await act(async () => release())
    expect(cellsOf('Total per machine')[0]![0]).toBe('new')
  })

  it('that is cancelled leaves the results before it', async () => {
    const { user } = show(externalData, '/external?run=1')
    await screen.findByRole('table', { name: 'Total' })
    server().on('/api/external/query', { fault: 'hang' })
    await user.click(button('Search'))
    await user.click(button('Cancel search'))
    expect(cellsOf('Total per machine')).toHaveLength(2)
    expect(button('Search')).toBeEnabled()
  })

  it('is not made by an address with filters only, which fills them', async () => {
    show(externalData, '/external?client=6&dateFrom=2026-11-01&timeTo=09:30')
    await ready()
    expect(field('Client/Player')).toHaveValue('client')
    expect(valueOf('From Date')).toHaveValue('01-11-2026')
    expect(field('To hour')).toHaveTextContent('09')
    expect(asked()).toEqual([])
  })

  it('[STATE-31] [CONST-6] Clear resets the filters, hides the results and flashes the lists', async () => {
    const { user } = show(externalData, '/external?run=1&client=6&dateFrom=2026-11-01&queryType=Detail')
    await waitFor(() => expect(results()).toBeInTheDocument())
    await ready()
    await user.click(button('Clear'))
    for (const name of FIELDS) expect(field(name)).toBeDisabled()
    expect(results()).not.toBeInTheDocument()
    expect(location.search).toBe('')
    await ready()
    expect(field('Client/Player')).toHaveValue('')
    expect(valueOf('From Date')).toHaveValue('21-11-2026')
    expect(field('Query Type')).toHaveTextContent('Total')
  })
})
