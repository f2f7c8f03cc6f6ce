import type { Locator, Page } from '@playwright/test'
import { createPerson } from './people'
import { usersTable } from './usersScreen'

export const userPanel = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true })
export const row = (page: Page, name: string): Locator =>
  usersTable(page)
    .locator('tr.data')
    .filter({ has: page.getByText(name, { exact: true }) })
export const nameIn = (page: Page, name: string): Locator => row(page, name).getByText(name, { exact: true })
/** The decoded query string of the address. */
export const address = (page: Page) => () => decodeURIComponent(new URL(page.url()).search)

/** Creates a manager with three users one level below. */
export async function createFamily() {
  const manager = await createPerson('manager')
  const children = []
  for (const letter of ['a', 'b', 'c']) children.push(await createPerson(letter, manager))
  return { manager: manager.userName, names: children.map(({ userName }) => userName), children }
}
