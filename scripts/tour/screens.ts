import type { Page } from '@playwright/test'
import { MACHINE_SCREENS } from './machineScreens'
import { button, goTo, rows, type Screen } from './page'

const act = (page: Page, action: string, row: string) =>
  button(page, new RegExp(`^${action} ${row}\\b`))
    .first()
    .click()

const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Sorted by level, the first rows contain scripts that some machines have no fonts for. */
const USERS = '/?sort=userName'

const unfold = async (page: Page, name: string) => {
  await page.getByText(name, { exact: true }).last().waitFor()
  const closed = button(page, `Expand ${name}`)
  if (await closed.isVisible()) await closed.click()
}

const report = (path: string) => async (page: Page) => {
  await goTo(page, path)
  await rows(page).nth(2).waitFor()
}

/** The last screen, opened after its server has been stopped. */
export const FAILED: Screen = {
  name: 'failed',
  title: 'A screen that cannot be loaded',
  about:
    'With the Settings server stopped, the Settings area shows what failed and offers a retry. Other screens keep working.',
  open: async (page) => {
    await goTo(page, '/settings')
    await button(page, 'Reintentar').waitFor()
  },
}

export const SIGN_IN: Screen = {
  name: 'login',
  title: 'Login',
  about:
    "A user above sets the name and password; the account menu changes the password. After 10 wrong ones, the user's address is locked for 15 minutes; managers can unlock users.",
  open: async (page) => {
    await page.getByLabel('Username').fill('master')
    await page.getByLabel('Password').fill('demo1234')
  },
}

export const SCREENS: Screen[] = [
  {
    name: 'users',
    title: 'Managed Users',
    about:
      'Each row has actions: view, edit, create a user below, delete, set up games, block, create a machine.',
    open: async (page) => {
      await rows(page).nth(5).waitFor()
      await goTo(page, USERS)
      await rows(page).nth(5).waitFor()
    },
  },
  {
    name: 'users-tree',
    title: 'Managed Users as a tree',
    about: 'Users appear below their creators, with the number of users and machines in each branch.',
    open: async (page) => {
      await goTo(page, `${USERS}&view=tree&branch=2`)
      for (const name of ['admin1', 'subadmin1', 'distributor1', 'subdistributor1']) await unfold(page, name)
    },
  },
  {
    name: 'user-details',
    title: 'Details of a user',
    about: "With links to the user's machines and activity.",
    open: async (page) => {
      await goTo(page, USERS)
      await act(page, 'View details', 'admin1')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'create-user',
    title: 'Create User',
    about: 'Level and country come from the parent.',
    open: async (page) => {
      await closeDialog(page)
      await act(page, 'Create user', 'admin1')
      await page.getByLabel('Username').fill('Northern bars')
    },
  },
  {
    name: 'game-configuration',
    title: 'Game Configuration',
    about:
      "A user's games, jackpots, and settings such as language and currency, which can be copied from another user.",
    open: async (page) => {
      await goTo(page, USERS)
      await act(page, 'Game Configuration', 'admin1')
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
    },
  },
  ...MACHINE_SCREENS,
  {
    name: 'external',
    title: 'External Data',
    about:
      'Cash in and out for a part of the tree and a period, and the Total per branch, which opens level by level; clicking a name narrows the report to its branch where a filter exists. The address holds the filters, so a report can be bookmarked or sent.',
    open: report('/external?run=1'),
  },
  {
    name: 'internal',
    title: 'Internal Data',
    about: 'The same for bets and wins in the games.',
    open: report('/internal?run=1'),
  },
  {
    name: 'settings',
    title: 'Settings',
    about:
      'Masters and Administrators add games to the catalogue, switch them on and off, and delete them; others read it.',
    open: async (page) => {
      await goTo(page, '/settings')
      await button(page, 'Games Management').click()
      await page.getByRole('switch').nth(5).waitFor()
    },
  },
  {
    name: 'activity',
    title: 'Activity',
    about: 'Who changed what, when, and from what to what.',
    open: async (page) => {
      await goTo(page, '/activity')
      await rows(page).nth(2).waitFor()
    },
  },
  {
    name: 'activity-ledger',
    title: 'Activity as a ledger',
    about:
      'One bulk change is one line with the sum of its differences; it opens into a line for each machine. One of them, or all, can be reverted within 24 hours.',
    open: async (page) => {
      await goTo(page, '/activity')
      await page
        .getByRole('row', { name: /10 machines/ })
        .getByRole('button', { name: /^Expand/ })
        .click()
      await rows(page).nth(12).waitFor()
    },
  },
  {
    name: 'activity-shift',
    title: 'My shift',
    about:
      'What the operator has done since the first sign-in of the last 16 hours, with sums by kind, to print for the handover.',
    open: async (page) => {
      await goTo(page, '/activity?shift=16')
      await page.getByText(/^My shift since /).waitFor()
    },
  },
  {
    name: 'overview',
    title: 'Overview',
    about:
      'The day so far next to the same weekday a week ago, what needs attention, the best and worst machines, and the latest changes.',
    open: async (page) => {
      await goTo(page, '/overview')
      await page.getByRole('figure').nth(3).waitFor()
    },
  },
  {
    name: 'attention',
    title: 'What needs attention',
    about:
      'The bell leads here. Operators can block the machine, read its report, put the finding off until tomorrow or mark it as seen, and choose what to show.',
    open: async (page) => {
      await goTo(page, '/overview?view=attention')
      await page
        .getByRole('button', { name: /^Seen: / })
        .first()
        .waitFor()
    },
  },
  {
    name: 'security',
    title: 'Security',
    about:
      'A second factor, passkeys, recovery codes and your own sessions. A user with a factor proves who they are before moving large amounts.',
    open: async (page) => {
      await goTo(page, '/activity')
      await button(page, 'Account menu').click()
      await page.getByRole('menuitem', { name: 'Security' }).click()
      await page
        .getByRole('dialog')
        .getByText(/Sessions/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'token-debug',
    title: 'Token debug',
    about: 'For support: what the token holds, how long it is valid, and whether the server accepts it.',
    open: async (page) => {
      await goTo(page, '/token-debug')
      const claims = page.locator('pre', { hasText: '"sid"' })
      await claims.waitFor()
      // it differs at each sign-in
      await claims.evaluate((element) => {
        element.textContent = element.textContent.replace(/(?<="sid": ")[^"]+/, (id) =>
          id.replace(/\w/g, '0'),
        )
      })
    },
  },
  {
    name: 'not-found',
    title: 'An unknown address',
    about: 'The page links back.',
    open: async (page) => {
      await goTo(page, '/nothing-here')
      await page.getByText('Página no encontrada').waitFor()
    },
  },
]
