import { beforeEach, expect, jest } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { externalData, internalData } from '../src/features/reports/definitions'
import { ReportScreen } from '../src/features/reports/ReportScreen'
// loaded before the tests, so that their first search does not wait for it
import '../src/features/reports/results/ResultTables'

/** One branch of the tree and a Sub-Administrator without users below, as the API sends them. */
const HIERARCHY = [
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

/** 14:05 on November 21 in Madrid. Only the clock is frozen; timers run. */
const NOW = new Date('2026-11-21T13:05:30Z')
const TIMERS = ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout', 'setInterval'] as const

const FIELDS = ['Sub-Administrator', 'Distributor', 'Sub-Distributor', 'Client/Player', 'Machine']
const field = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name })
const fieldsThatAre = (state: 'disabled' | 'enabled'): (string | null | undefined)[] =>
  [...document.querySelectorAll<HTMLInputElement>(`input[role=combobox]:${state}`)].map(
    ({ labels }) => labels?.[0]?.textContent,
  )
/** The names of the disabled fields. A query by role takes longer than the 300 ms flash of Clear. */
const disabledFields = () => fieldsThatAre('disabled')
const button = (name: string) => screen.getByRole('button', { name })
const results = () => screen.queryByRole('region', { name: 'Results' })

/** Waits until the lists are loaded. */
const waitForLists = () => waitFor(() => expect(fieldsThatAre('enabled')).toEqual(FIELDS))

/** The texts of a table's cells, row by row. */
const cellsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent?.replaceAll('\u00a0', ' ')),
    )

/** Gives each test of a file the time above and a server that answers with the data above. */
export function reportScreens() {
  const server = serverForTests()
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: [...TIMERS, 'requestAnimationFrame', 'performance'], now: NOW })
    server().on('/api/Users/all-hierarchy', { body: HIERARCHY })
    server().on('/api/Machines', { body: MACHINES })
    server().on('/api/external/query', { body: ROWS })
    server().on('/api/internal/query', { body: ROWS })
  })
  return {
    ...{ server, HIERARCHY, ROWS, FIELDS, field, disabledFields, button, results, waitForLists, cellsOf },
    /** Renders the screen at an address. */
    show: (address = '/external', user = aUser({ level: 1 })) => {
      const definition = address.startsWith('/internal') ? internalData : externalData
      return renderAs(user, <ReportScreen definition={definition} />, address)
    },
    /** The paths of the requested reports. */
    asked: () =>
      server()
        .paths()
        .filter((path) => path.includes('/query?')),
  }
}
