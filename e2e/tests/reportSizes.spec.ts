import type { Page } from '@playwright/test'
import { todayIn } from '@console/shared-kernel/rules'
import { addDays } from '@console/shared-kernel/domain'
import { pick } from '../testing/reports'
import { expect, test, WITH_ALL } from '../testing/test'

const today = todayIn('Europe/Madrid')
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })

const WIDTHS = [390, 900, 1024, 1440, 1920]

test(
  `at ${WIDTHS.join(', ')} px nothing is wider than the page, and scrolling areas work by keyboard`,
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('admin1', '', `/internal?run=1&dateFrom=${addDays(today, -4)}`)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expect(table(page, 'Total per machine').locator('tr.data').first()).toBeVisible()
      await expect(page.getByRole('region', { name: 'Chart' }).locator('svg').first()).toBeVisible()
      const widerThanFrame = () =>
        page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)
      await expect.poll(widerThanFrame).toBe(0)
    }

    await page.setViewportSize({ width: 390, height: 900 })
    // a comparison has two-line rows with all amounts
    await page.getByRole('button', { name: 'Previous period' }).click()
    const comparison = table(page, 'Compared with the previous period')
    const first = comparison.locator('tr.data').first()
    await expect(first.getByRole('cell')).toHaveCount(5)
    for (const cell of await first.getByRole('cell').all()) await expect(cell).toBeInViewport({ ratio: 1 })
  },
)

test(
  'the totals are six equal cells in one row, two per row on a phone, and none is cut off',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('subdistributor1', '', '/external?run=1&range=last7days')
    for (const [width, inRow] of [
      [390, 2],
      [1024, 3],
      [1440, 6],
      [1920, 6],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const cells = () =>
        table(page, 'Total')
          .locator('tr.data td')
          .evaluateAll((all) =>
            all.map((cell) => {
              const { top, width } = cell.getBoundingClientRect()
              return {
                top: Math.round(top),
                width: Math.round(width),
                cut: cell.scrollWidth - cell.clientWidth,
              }
            }),
          )
      await expect(async () => {
        const six = await cells()
        expect(six.map(({ cut }) => cut)).toEqual(Array(6).fill(0))
        expect(new Set(six.map((cell) => cell.width)).size).toBe(1)
        expect(new Set(six.map(({ top }) => top)).size).toBe(6 / inRow)
        expect(six.map(({ top }) => top)).toEqual(six.map(({ top }) => top).sort((one, other) => one - other))
      }).toPass()
      const figures = table(page, 'Total').locator('tr.data td')
      await expect(figures.first()).toHaveCSS('font-weight', '600')
      const colours = await figures.evaluateAll((all) => all.map((cell) => getComputedStyle(cell).color))
      expect(new Set(colours.toSpliced(4, 1)).size).toBe(1)
      // the profit is a gain, which is green
      expect(colours[4]).toBe('rgb(39, 107, 43)')
      // with few rows only the page scrolls
      const frame = page.getByRole('region', { name: 'Total per machine' })
      expect(await frame.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0)
    }
  },
)

for (const [where, width, height] of [
  ['on a phone', 390, 844],
  ['on a tablet', 820, 1180],
] as const) {
  test(
    `${where} Search scrolls to the results and folds the filters into one line, which opens them again`,
    WITH_ALL,
    async ({ page, signIn }) => {
      await page.setViewportSize({ width, height })
      await signIn('admin1', '', '/external')
      const filters = page.getByRole('form', { name: 'Filters' })
      await pick(page, 'Distributor', 'distributor1')
      await page.getByRole('button', { name: 'Yesterday' }).click()
      await expect(filters).toBeHidden()
      const results = page.getByRole('region', { name: 'Results' })
      await expect(results).toBeFocused()
      await expect(results.getByRole('heading', { name: 'Results' })).toBeInViewport()
      await expect(table(page, 'Total')).toBeInViewport()
      const line = page.getByRole('button', {
        name: 'Filters: subadmin1 › distributor1 · Yesterday · Total',
        exact: true,
      })
      await expect(line).toHaveAttribute('aria-expanded', 'false')
      expect((await line.boundingBox())!.height).toBeLessThanOrEqual(44)
      await line.click()
      await expect(filters).toBeVisible()
      await expect(line).toHaveAttribute('aria-expanded', 'true')
      await page.getByRole('button', { name: 'Clear', exact: true }).click()
      await expect(line).toHaveCount(0)
      await expect(filters).toBeVisible()
    },
  )
}

test('next to a panel the filters of a narrow window fold as well', WITH_ALL, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await signIn('admin1', '', '/external')
  const filters = page.getByRole('form', { name: 'Filters' })
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  const machines = table(page, 'Total per machine')
  await expect(machines.getByRole('link', { name: /, machine$/ }).first()).toBeVisible()
  await expect(filters).toBeVisible()
  await machines
    .getByRole('link', { name: /, machine$/ })
    .first()
    .click()
  await expect(filters).toBeHidden()
  await page.getByRole('button', { name: /^Filters: / }).click()
  await expect(filters).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test(
    'a table with columns out of view has the styles of shaded edges, a complete one does not',
    WITH_ALL,
    async ({ page, signIn }) => {
      await signIn('admin1', '', '/machines')
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Select' }).click()
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'Block...', exact: true }).click()
      const frame = page.getByRole('region', { name: 'Changes' })
      await page.setViewportSize({ width: 320, height: 844 })
      await expect(frame).toHaveCSS('background-attachment', 'local, local, scroll, scroll')
      await page.setViewportSize({ width: 1440, height: 844 })
      await expect(frame).toHaveCSS('background-image', 'none')
    },
  )
})
