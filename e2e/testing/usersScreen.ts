import type { Locator, Page } from '@playwright/test'
import { PASSWORD } from '../../api/src/foundation/demoAccounts'
import type { WireUser } from './api'

export const usersTable = (page: Page): Locator => page.getByRole('table', { name: 'Managed Users' })
export const searchBox = (page: Page): Locator => page.getByRole('main').getByRole('textbox').first()
/** The line in which the screen shows the number of users. */
export const countLine = (page: Page): Locator => page.getByRole('main').getByRole('status')

/** The button of a row action, by its label and the user's name. */
export const action = (page: Page, label: string, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name: `${label} ${name}`, exact: true })

export const createUserButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'Create User', exact: true })

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** Fills in the form for a new user. */
export async function fillUser(page: Page, userName: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(userName)
  await page.getByLabel('Password').fill(password)
}

/** Searches for one user. @returns the row */
export async function rowOf(page: Page, name: string): Promise<Locator> {
  await searchBox(page).fill(name)
  return usersTable(page)
    .locator('tbody tr.data')
    .filter({ has: page.getByText(name, { exact: true }) })
}

/** The users that the Master's screen has read: other tests may create users at any time. */
export async function readAll(page: Page, open: () => Promise<unknown>): Promise<WireUser[]> {
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/api/Users/all-hierarchy') && answer.ok()),
    open(),
  ])
  // the last one says that the list is complete
  const lines = (await response.text()).trim().split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as WireUser)
}
