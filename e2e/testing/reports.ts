import type { Page } from '@playwright/test'

/** The fields of a machine that tests of reports read. */
export interface ListedMachine {
  machineName: string
  userId: number
}

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR', useGrouping: 'always' })

/** Cents as a report shows them. */
export const shownEuros = (cents: number): string =>
  cents < 0 ? `▼ ${euros.format(-cents / 100)}` : euros.format(cents / 100)

const count = new Intl.NumberFormat('es-ES', { useGrouping: 'always' })
/** A number of machines or movements as a report shows it. */
export const shownCount = (number: number): string => count.format(number)

const decimals = new Intl.NumberFormat('es-ES', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
})
/** Percent as a report shows it. */
export const shownPercent = (percent: number): string => `${decimals.format(percent)}\u00a0%`

export const FILTERS = ['Sub-Administrator', 'Distributor', 'Sub-Distributor', 'Client/Player', 'Machine']

export const filter = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

export const filterValues = (page: Page): Promise<string[]> =>
  Promise.all(FILTERS.map((name) => filter(page, name).inputValue()))

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
