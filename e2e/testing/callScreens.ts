import { expect, type Locator, type Page } from '@playwright/test'
import { gamesPanel, gamesTable } from './games'
import { machineRows } from './machinesScreen'
import { filter, search } from './reports'
import { usersTable } from './usersScreen'

/** A screen or dialog that reads a list, and what it shows. */
export interface CallScreen {
  name: string
  account: string
  path: string
  /** The call that fails. */
  call: RegExp
  /** Opens the dialog that makes the call, if the path alone does not make it. */
  open?: (page: Page) => Promise<void>
  failure: (page: Page) => Locator
  /** Pressed once the server works again. */
  retry?: (page: Page) => Locator
  /** Shown if the answer is not a list, on screens for which this is specified. */
  emptied?: (page: Page) => Locator
  /** Waits until the data is shown. */
  shows: (page: Page) => Promise<void>
  /** Creates another list item from an existing one. */
  another?: (item: object, index: number) => object
}

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).first()
const dialog = (page: Page) => page.getByRole('dialog')
const press = async (page: Page, name: RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first().click()

export const CALL_SCREENS: readonly CallScreen[] = [
  {
    name: 'Users',
    account: 'admin1',
    path: '/',
    call: /Users\/children/,
    failure: (page) => alert(page, 'Error cargando datos'),
    shows: (page) => expect(usersTable(page).locator('tr.data').first()).toBeVisible(),
    another: (item, index) => ({ ...item, userId: 1_000_000 + index, userName: `bulk ${index}` }),
  },
  {
    name: 'Machines',
    account: 'client1',
    path: '/machines',
    call: /api\/Machines$/,
    failure: (page) => alert(page, 'Error loading machines:'),
    shows: (page) => expect(machineRows(page).first()).toBeVisible(),
    another: (item, index) => ({ ...item, idMachine: `bulk-${index}`, machineName: `Bulk ${index}` }),
  },
  {
    name: 'the filters of External',
    account: 'admin1',
    path: '/external',
    call: /all-hierarchy/,
    failure: (page) => page.getByText('Error al cargar datos de jerarquía'),
    shows: async (page) => {
      await expect(filter(page, 'Sub-Administrator')).toBeEnabled()
      await filter(page, 'Sub-Administrator').click()
      await expect(page.getByRole('option').nth(1)).toBeVisible()
    },
    another: (item, index) => ({ ...item, userId: 1_000_000 + index, level: 3, levelU: 3 }),
  },
  {
    name: 'a search of Internal',
    account: 'admin1',
    path: '/internal?dateFrom=2026-01-01&run=1',
    call: /internal\/query/,
    failure: (page) => page.getByText('Error al realizar la búsqueda'),
    retry: search,
    emptied: (page) => page.getByText('No movements found for the selected filters'),
    shows: (page) =>
      expect(page.getByRole('table', { name: 'Total per machine' }).locator('tr.data').first()).toBeVisible(),
    another: (item, index) => ({ ...item, machineName: `Bulk ${index}` }),
  },
  {
    name: 'Settings',
    account: 'master',
    path: '/settings',
    call: /api\/Games$/,
    failure: (page) => alert(page, 'Failed to load games. Please try again.'),
    shows: async (page) => {
      await gamesPanel(page).click()
      await expect(gamesTable(page)).toBeVisible()
    },
    another: (item, index) => ({ ...item, id: 1_000_000 + index, name: `Bulk ${index}` }),
  },
  {
    name: 'the start',
    account: 'client1',
    path: '/',
    call: /Users\/current/,
    failure: (page) => page.getByRole('heading', { name: 'Error de conexión' }),
    shows: (page) => expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible(),
  },
  {
    name: 'Machine Configuration',
    account: 'admin1',
    path: '/machines',
    call: /\/config$/,
    open: (page) => press(page, /^Configure /),
    failure: (page) => alert(page, 'Failed to load configuration:'),
    shows: (page) => expect(dialog(page).getByRole('switch', { name: 'Touch Screen' })).toBeVisible(),
  },
  {
    name: 'Game Configuration',
    account: 'admin1',
    path: '/',
    call: /user-settings/,
    open: (page) => press(page, /^Game Configuration /),
    failure: (page) => alert(page, 'Failed to load configuration:'),
    shows: (page) => expect(dialog(page).getByRole('tab').first()).toBeVisible(),
  },
]
