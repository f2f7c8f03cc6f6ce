import type { Page } from '@playwright/test'
import type { Fault } from '../../e2e/testing/misbehaving'

/** A screen, panel or dialog, opened by its address. */
export interface Place {
  name: string
  path: string
  /** Opens a place that has no address. */
  open?: (page: Page) => Promise<unknown>
  /** The place is opened without a session. */
  signedOut?: true
}

export interface Ids {
  user: number
  machine: string
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** Starts an action of the first row; on a narrow screen it is in the row's menu. */
async function rowAction(page: Page, name: string): Promise<void> {
  const row = page.locator('tr.data').first()
  const menu = row.getByRole('button', { name: /^Actions/ })
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
  } else await row.getByRole('button', { name: new RegExp(`^${name}`) }).click()
}

/** Starts an action of the list; on a narrow screen it is in the menu. */
const listAction = (name: string) => async (page: Page) => {
  const [action, more] = [button(page, name), button(page, 'More')]
  await action.or(more).first().waitFor()
  if (await action.isVisible()) return action.click()
  await more.click()
  await page.getByRole('menuitem', { name }).click()
}

const accountMenu = (choice: string) => async (page: Page) => {
  await button(page, 'Account menu').click()
  await page.getByRole('menuitem', { name: choice }).click()
}

/** Every screen, panel and dialog. */
export const placesOf = ({ user, machine }: Ids): readonly Place[] => [
  { name: 'login', path: '/login', signedOut: true },
  { name: 'users', path: '/?sort=userName' },
  { name: 'users-tree', path: '/?view=tree' },
  { name: 'users-select', path: '/', open: listAction('Select') },
  { name: 'user-panel', path: `/?open=user:${user}` },
  { name: 'user-details', path: `/?do=details&open=user:${user}` },
  { name: 'user-edit', path: `/?do=edit&open=user:${user}` },
  { name: 'user-create', path: `/?do=create&open=user:${user}` },
  { name: 'user-parent', path: '/?do=create' },
  { name: 'user-games', path: `/?do=games&open=user:${user}` },
  { name: 'user-delete', path: '/?search=client1', open: (page) => rowAction(page, 'Delete') },
  { name: 'user-block', path: '/?search=client1', open: (page) => rowAction(page, 'Block') },
  { name: 'machines', path: '/machines' },
  { name: 'machine-panel', path: `/machines?open=machine:${machine}` },
  { name: 'machine-details', path: `/machines?do=details&open=machine:${machine}` },
  { name: 'machine-credit', path: `/machines?do=credit&open=machine:${machine}` },
  { name: 'machine-configure', path: `/machines?do=configure&open=machine:${machine}` },
  { name: 'external-before', path: '/external' },
  { name: 'external-day', path: '/external?range=yesterday&run=1' },
  { name: 'external-week', path: '/external?compare=previous&range=last7days&run=1' },
  { name: 'external-detail', path: '/external?queryType=Detail&range=yesterday&run=1' },
  { name: 'external-panel', path: `/external?open=machine:${machine}&range=last7days&run=1` },
  { name: 'external-invalid', path: '/external?client=99999999&dateFrom=2026-11-21&dateTo=2026-11-20' },
  {
    name: 'external-save',
    path: '/external?range=yesterday',
    open: (page) => button(page, 'Save view').click(),
  },
  { name: 'internal', path: '/internal?range=last7days&run=1' },
  { name: 'settings', path: '/settings', open: (page) => button(page, 'Games Management').click() },
  { name: 'settings-add', path: '/settings?do=create' },
  { name: 'activity', path: '/activity' },
  { name: 'activity-shift', path: '/activity?shift=16' },
  { name: 'machines-select', path: '/machines', open: listAction('Select') },
  { name: 'overview', path: '/overview' },
  { name: 'attention', path: '/overview?view=attention' },
  { name: 'token-debug', path: '/token-debug' },
  { name: 'not-found', path: '/nothing-here' },
  { name: 'account-menu', path: '/', open: (page) => button(page, 'Account menu').click() },
  { name: 'password', path: '/', open: accountMenu('Change password') },
  { name: 'security', path: '/', open: accountMenu('Security') },
  { name: 'shortcuts', path: '/', open: (page) => page.keyboard.press('?') },
  {
    name: 'find',
    path: '/',
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('client')
    },
  },
]

const LISTS =
  /\/api\/(?:Users\/all-hierarchy|Users\/children|Machines|Games|activity|overview|attention|internal\/query|external\/query)(?:\?|$)/

export interface State {
  name: string
  /** Faults of the servers, by address. */
  faults: readonly (readonly [RegExp, Fault])[]
  /** Loading never ends, so there is nothing to wait for. */
  hangs?: true
  /** The places that the state affects; all by default. */
  places?: RegExp
}

type Rows = readonly Record<string, unknown>[]

const made = (change: (rows: Rows) => Rows): Fault => ({
  kind: 'made',
  of: (good) => ({ body: Array.isArray(good) ? change(good as Rows) : good }),
})

const LONG = 'Salón Recreativo Internacional de la Costa Blanca y Levante '
/** Keys of names that are shown; the chain of creators is not shown. */
const NAMED = /^(?:userName|machineName|nameClient|name|Machine|location|countryName)$/

const withLongNames = (rows: Rows): Rows =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) =>
        NAMED.test(key) && typeof value === 'string' ? [key, `${LONG}${value}`] : [key, value],
      ),
    ),
  )

const MANY = 100_000

/** Repeats the rows, each with its own id and name. */
function repeated(rows: Rows): Rows {
  if (rows.length === 0) return rows
  return Array.from({ length: MANY }, (_, index) => {
    const row = rows[index % rows.length]!
    if (index < rows.length) return row
    return {
      ...row,
      ...('userName' in row &&
        !('idMachine' in row) && { userId: 1_000_000 + index, userName: `user ${index}` }),
      ...('idMachine' in row && { idMachine: `many-${index}` }),
      ...('machineName' in row && { machineName: `Slot ${index}` }),
      ...('machineId' in row && { machineId: `many-${index}` }),
    }
  })
}

const SCREENS =
  /^(?:users|users-tree|machines|external-week|external-detail|internal|settings|activity|overview|attention)$/
const DIALOGS = /^(?:user-games|user-panel|machine-configure|machine-panel)$/
const OF_DIALOGS = /\/api\/(?:Machines\/[^/]+\/(?:config|trend)|.*user-settings|activity)/

export const STATES: readonly State[] = [
  { name: 'usual', faults: [] },
  {
    name: 'empty',
    faults: [[LISTS, made(() => [])]],
    places: SCREENS,
  },
  { name: 'loading', faults: [[LISTS, { kind: 'hang' }]], hangs: true, places: SCREENS },
  { name: 'loading', faults: [[OF_DIALOGS, { kind: 'hang' }]], hangs: true, places: DIALOGS },
  {
    name: 'failing',
    faults: [[LISTS, { kind: 'answer', status: 403, body: '{"message":"No es tuyo"}' }]],
    places: SCREENS,
  },
  {
    name: 'failing',
    faults: [[OF_DIALOGS, { kind: 'answer', status: 403, body: '{"message":"No es tuyo"}' }]],
    places: DIALOGS,
  },
  {
    name: 'long',
    faults: [[LISTS, made(withLongNames)]],
    places: /^(?:user|machine|external|internal|settings|activity)/,
  },
  {
    name: 'many',
    faults: [[LISTS, made(repeated)]],
    places: /^(?:users|users-tree|machines|external-week|internal)$/,
  },
]
