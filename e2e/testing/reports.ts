import type { Page } from '@playwright/test'

export const filter = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

/** Types a name into a dropdown and chooses the option with exactly that name. */
export async function pick(page: Page, name: string, option: string): Promise<void> {
  await filter(page, name).click()
  await filter(page, name).fill(option)
  await page
    .getByRole('listbox', { name, exact: true })
    .getByRole('option', { name: option, exact: true })
    .click()
}

export const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
