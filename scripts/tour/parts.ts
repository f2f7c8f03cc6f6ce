import type { Locator, Page } from '@playwright/test'

/** A part of a screen, for docs/design.md. */
export interface Part {
  /** Its picture is `docs/design/NAME.webp`. */
  name: string
  /** Starts from the previous part, signed in as the Master. */
  open: (page: Page) => Promise<void>
  of: (page: Page) => Locator
  /** The picture's height in pixels; the part's own height by default. */
  height?: number
}

const goTo = async (page: Page, path: string) => void (await page.goto(new URL(path, page.url()).href))
const rows = (page: Page) => page.locator('tr.data')
const panel = (page: Page) =>
  page.locator('section', { has: page.getByRole('button', { name: 'Close panel' }) }).last()

export const PARTS: readonly Part[] = [
  {
    name: 'list',
    open: async (page) => {
      await goTo(page, '/machines')
      await rows(page).nth(5).waitFor()
    },
    of: (page) => page.getByRole('main'),
    height: 420,
  },
  {
    name: 'navigation',
    open: async () => {},
    of: (page) => page.getByRole('navigation', { name: 'Main' }),
    height: 330,
  },
  {
    name: 'panel',
    open: async (page) => {
      await rows(page).nth(2).locator('td').first().click()
      await page.getByRole('figure').first().waitFor()
    },
    of: panel,
    height: 520,
  },
  {
    name: 'dialog',
    open: async (page) => {
      await panel(page)
        .getByRole('button', { name: /^Update Credit/ })
        .click()
      await page.getByLabel('Credit Amount').fill('250.00')
    },
    of: (page) => page.getByRole('dialog'),
  },
  {
    name: 'empty',
    open: async (page) => {
      await goTo(page, '/machines?search=nothing')
      await page.getByRole('heading', { name: 'No Machines Found' }).waitFor()
    },
    of: (page) => page.getByRole('region', { name: 'Managed Machines' }),
    height: 290,
  },
  {
    name: 'total',
    open: async (page) => {
      await goTo(page, '/external?range=last7days&compare=previous&run=1')
      await page.getByRole('table', { name: /^Compared/ }).waitFor()
    },
    of: (page) => page.getByRole('table', { name: 'Total', exact: true }),
  },
  {
    name: 'chart',
    open: async (page) => {
      await goTo(page, '/external?range=yesterday&run=1')
      await page.getByText('Profit per machine').first().waitFor()
    },
    of: (page) => page.getByRole('region', { name: 'Chart' }),
  },
  {
    name: 'toast',
    open: async (page) => {
      await goTo(page, '/machines')
      await page
        .getByRole('button', { name: /^Block / })
        .first()
        .click()
      await page.getByRole('button', { name: /^Undo/ }).waitFor()
    },
    of: (page) => page.getByRole('status').filter({ has: page.getByRole('button', { name: /^Undo/ }) }),
  },
]
