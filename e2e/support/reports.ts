import type { Page } from '@playwright/test'
import { call, masterToken } from './api'
import { addresses } from './addresses'

/** A list of the API, as the Master reads it. */
export async function listOf<T>(path: string): Promise<T[]> {
  return (await (await call('GET', path, await masterToken())).json()) as T[]
}

/** A machine, as far as tests of reports read it. */
export interface ListedMachine {
  machineName: string
  userId: number
}

/** One movement of cash as the external service lists it; amounts in euros. */
export interface CashMovement {
  Machine: string
  Date: string
  Hour: string
  IN: number
  OUT: number
}

/** Every movement of cash between two days (YYYY-MM-DD), both whole. */
export async function cashMovements(dateFrom: string, dateTo: string): Promise<CashMovement[]> {
  const query = new URLSearchParams({
    queryType: 'Detail',
    dateFrom,
    dateTo,
    timeFrom: '00:00',
    timeTo: '23:59',
  })
  const response = await fetch(`${addresses.externalReports}/api/external/query?${query}`, {
    headers: { Authorization: `Bearer ${await masterToken()}` },
  })
  if (!response.ok) throw new Error(`The movements of cash: ${response.status}`)
  return (await response.json()) as CashMovement[]
}

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR', useGrouping: 'always' })

/** Cents as a report shows them. */
export const shownEuros = (cents: number): string =>
  cents < 0 ? `▼ ${euros.format(-cents / 100)}` : euros.format(cents / 100)

export const FILTERS = ['Sub-Administrator', 'Distributor', 'Sub-Distributor', 'Client/Player', 'Machine']

export const filter = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

export const filterValues = (page: Page): Promise<string[]> =>
  Promise.all(FILTERS.map((name) => filter(page, name).inputValue()))

/** Types a name into a dropdown and takes the option of exactly that name. */
export async function pick(page: Page, name: string, option: string): Promise<void> {
  await filter(page, name).click()
  await filter(page, name).fill(option)
  await page
    .getByRole('listbox', { name, exact: true })
    .getByRole('option', { name: option, exact: true })
    .click()
}

export const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
