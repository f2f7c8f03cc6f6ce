import { expect, type Locator, type Page } from '@playwright/test'

/* The app shell around every screen. */

export const link = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** Replaces a screen that cannot be shown. */
export const panel = (page: Page, title: string): Locator =>
  page.getByRole('alert').filter({ hasText: `No se pudo mostrar "${title}"` })
export const versionNotice = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: 'Hay una versión nueva de la consola' })
/** The newest toast. */
export const toast = (page: Page): Locator => page.locator('.MuiSnackbar-root').last()

/** Not `page.goBack()`: a blocked Back causes no navigation that it could wait for. */
export const goBack = (page: Page): Promise<void> => page.evaluate(() => history.back())

export async function chooseInAccountMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** The menu of a narrow list. */
export const moreMenu = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'More', exact: true })

/** Chooses an action in a list's header: by its button, or in the menu of a narrow list. */
export async function chooseInHead(page: Page, name: string): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name, exact: true })
  await expect(button.or(moreMenu(page)).first()).toBeVisible()
  if (await button.isVisible()) return button.click()
  await moreMenu(page).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

export const exportMenu = (page: Page): Locator => page.getByRole('button', { name: /^Export / })
export async function exportAs(page: Page, choice: 'CSV' | 'CSV for this locale' | 'Excel'): Promise<void> {
  await exportMenu(page).or(moreMenu(page)).click()
  await page.getByRole('menuitem', { name: choice, exact: true }).click()
}
