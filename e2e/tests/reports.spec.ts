import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { movementRows } from '@console/shared-kernel/schemas'
import { todayIn } from '@console/shared-kernel/rules'
import { addDays, formatDay } from '@console/shared-kernel/domain'
import { exportAs, exportMenu } from '../testing/consolePage'
import { environmentDocument } from '../testing/environment'
import { filter, pick, search } from '../testing/reports'
import { tableRows } from '../testing/table'
import { expect, test, WITH_ALL } from '../testing/test'

const today = todayIn('Europe/Madrid')
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
const total = async (page: Page) => (await tableRows(table(page, 'Total')))[0]!
const machineRows = (page: Page) => tableRows(table(page, 'Total per machine'))

test('[CONST-15] lists of movements have the fields of the service, and are sorted by a click', async ({
  page,
  signIn,
}) => {
  await signIn('client1', '', `/external?dateFrom=${addDays(today, -20)}`)
  for (const [type, { shape }] of Object.entries(movementRows)) {
    await filter(page, 'Query Type').click()
    await page.getByRole('option', { name: type, exact: true }).click()
    await search(page).click()
    const list = table(page, type)
    await expect(list.getByRole('columnheader')).toHaveText(Object.keys(shape))
    await expect(list.locator('tr.data').first()).toBeVisible()
    const amount = 'Amount' in shape ? 'Amount' : 'IN'
    const head = list.getByRole('columnheader', { name: amount, exact: true })
    while ((await head.getAttribute('aria-sort')) !== 'descending') await head.getByRole('button').click()
    const shown = (await tableRows(list)).map((row) => Number(row[amount]!.replace(/[^\d]/g, '')))
    expect(shown).toEqual([...shown].sort((a, b) => b - a))
    expect(shown[0]).toBeGreaterThan(0)
  }
})

test('a reload repeats the search of the address, and Clear removes it', async ({ page, signIn }) => {
  await signIn('master', '', '/external')
  await pick(page, 'Sub-Administrator', 'subadmin1')
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect(table(page, 'Total')).toBeVisible()
  await table(page, 'Total per machine').getByRole('button', { name: 'Profit' }).click()
  await expect(page).toHaveURL(/sort=profit/)
  const before = await machineRows(page)
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toMatchObject({
    range: 'yesterday',
    run: '1',
    sort: 'profit',
  })
  await page.reload()
  await expect(table(page, 'Total')).toBeVisible()
  await expect(filter(page, 'Sub-Administrator')).toHaveValue('subadmin1')
  expect(await machineRows(page)).toEqual(before)
  await expect(page.getByRole('main')).not.toBeFocused()

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Results' })).toHaveCount(0)
  await expect(filter(page, 'Sub-Administrator')).toHaveValue('')
  await expect.poll(() => new URL(page.url()).searchParams.has('run')).toBe(false)
})

test("a machine's name opens its panel over the result, and its Detail keeps days and filters", async ({
  page,
  signIn,
}) => {
  const days = `dateFrom=${addDays(today, -4)}&dateTo=${addDays(today, -1)}`
  await signIn('admin1', '', `/external?run=1&${days}&timeTo=23:59`)
  const result = table(page, 'Total per machine')
  const row = result.locator('tr.data').first()
  await expect(row).toBeVisible()
  const before = await machineRows(page)
  const name = before[0]!['Name machine']!
  await row.getByRole('link', { name: `${name}, machine` }).click()
  const panel = page.getByRole('complementary', { name: 'Side panel' }).getByRole('region', { name })
  await expect(panel).toBeVisible()
  await expect(page).toHaveURL(/^[^?]+\/external\?.*open=machine:/)
  expect(await machineRows(page)).toEqual(before)
  await page.goBack()
  await expect(panel).toHaveCount(0)
  expect(await machineRows(page)).toEqual(before)

  await row.getByRole('link', { name: new RegExp(`, Detail of ${name}$`) }).click()
  await expect(table(page, 'Detail').locator('tr.data').first()).toBeVisible()
  await expect(filter(page, 'Machine')).toHaveValue(new RegExp(name))
  const moved = new URL(page.url()).searchParams
  expect(Object.fromEntries(moved)).toMatchObject({
    dateFrom: addDays(today, -4),
    dateTo: addDays(today, -1),
    timeTo: '23:59',
    run: '1',
  })
  const machines = (await tableRows(table(page, 'Detail'))).map(({ Machine: machine }) => machine)
  expect(new Set(machines)).toEqual(new Set([name]))
})

test('a result has a chart, a comparison and a trend by day, and can be saved and printed', async ({
  page,
  signIn,
}) => {
  const days = `dateFrom=${addDays(today, -4)}&dateTo=${addDays(today, -1)}`
  await signIn('admin1', '', `/external?run=1&${days}&timeTo=23:59`)
  await expect(page.getByRole('region', { name: 'Chart' }).locator('svg').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profit per day' })).toBeVisible()
  // the axis includes 0: without it small changes would look large
  await expect(
    page.getByRole('figure', { name: 'Profit per day' }).getByText('0,00\u00a0€', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText(formatDay(addDays(today, -3)).slice(0, 5), { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Previous period' }).click()
  const comparison = table(page, 'Compared with the previous period')
  await expect(comparison).toBeVisible()
  const compared = await tableRows(comparison)
  expect(compared.map((row) => row['Total'])).toContain('Total profit')
  expect(compared.find((row) => row['Total'] === 'Total IN')!['This period']).toBe(
    (await total(page))['Total IN'],
  )

  const rows = Number((await total(page))['Num. machines'])
  await expect(exportMenu(page)).toHaveAccessibleName(`Export ${rows} rows`)
  for (const [choice, ending] of [
    ['CSV', 'csv'],
    ['Excel', 'xlsx'],
  ] as const) {
    const download = page.waitForEvent('download')
    await exportAs(page, choice)
    const file = await download
    expect(file.suggestedFilename()).toMatch(
      new RegExp(`^external-data-\\d{4}-\\d\\d-\\d\\d-to-\\d{4}-\\d\\d-\\d\\d\\.${ending}$`),
    )
    const content = await readFile(await file.path())
    if (ending === 'xlsx') expect(content.subarray(0, 2).toString()).toBe('PK')
    else expect(content.toString().trim().split('\r\n')).toHaveLength(rows + 14)
  }

  const toast = page.getByText(`${rows} rows exported`)
  await expect(toast).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  // hidden by the print style, not because its time is over
  await expect(toast).toBeHidden({ timeout: 500 })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('form', { name: 'Filters' })).toBeHidden()
  await expect(page.getByText(/^Total · All users · /)).toBeVisible()
  const printed = table(page, 'Total per machine')
  await expect(printed.locator('tr.data')).toHaveCount(rows)
  // headers with buttons are left blank where the browser repeats them on the next page
  await expect(printed.getByRole('button')).toHaveCount(0)
})

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
    // columns outside the table's frame are reached by keyboard, too
    await table(page, 'Total per machine').locator('tr.data').first().focus()
    const last = table(page, 'Total per machine').getByRole('columnheader').last()
    await expect(last).not.toBeInViewport({ ratio: 0.5 })
    await expect(async () => {
      await page.keyboard.press('ArrowRight')
      await expect(last).toBeInViewport({ ratio: 1, timeout: 100 })
    }).toPass()
  },
)

test(
  'the totals are six equal cells in one row, two a row on a phone, and none is cut',
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
  test(`${where} Search scrolls to the results and folds the filters to one line, which opens them`, async ({
    page,
    signIn,
  }) => {
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
  })
}

test('Back after searches leads to the filters, which offer them again', async ({ page, signIn }) => {
  await signIn('admin1', '', '/machines')
  await page.getByRole('link', { name: 'External' }).click()
  await pick(page, 'Distributor', 'distributor1')
  await expect(page).toHaveURL(/distributor=/)
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect(table(page, 'Total')).toBeVisible()
  await page.getByRole('button', { name: 'Last 7 days' }).dblclick()
  await expect(page).toHaveURL(/range=last7days/)
  await expect(table(page, 'Total')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Results' })).toHaveCount(0)
  await expect(filter(page, 'Distributor')).toHaveValue('distributor1')
  await expect(page.getByRole('link', { name: /^subadmin1 › distributor1/ })).toHaveText([
    /Last 7 days · Total$/,
    /Yesterday · Total$/,
  ])
  await page.goForward()
  await expect(table(page, 'Total')).toBeVisible()
  await expect(page).toHaveURL(/range=last7days/)
  await page.goBack()
  await page.getByRole('link', { name: /Yesterday/ }).click()
  await expect(table(page, 'Total')).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/machines')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a table with more columns has the styles of shaded sides, a whole one has not', async ({
    page,
    signIn,
  }) => {
    await signIn('admin1', '', '/external?range=yesterday&run=1')
    const frame = page.getByRole('region', { name: 'Total per machine' })
    await expect(frame).toHaveCSS('background-attachment', 'local, local, scroll, scroll')
    await page.setViewportSize({ width: 1440, height: 844 })
    await expect(frame).toHaveCSS('background-image', 'none')
  })
})

test('a row links to its Detail on the same days and back', async ({ page, signIn }) => {
  await signIn('admin1', '', '/external?run=1&range=yesterday')
  const row = table(page, 'Total per machine').locator('tr.data').first()
  await expect(row).toBeVisible()
  const [name = '', movements = ''] = await row.getByRole('cell').allInnerTexts()
  await row.getByRole('link', { name: `${movements}, Detail of ${name}` }).click()
  const detail = table(page, 'Detail')
  await expect(detail.locator('tr.data').first()).toContainText(name)
  await expect(filter(page, 'Machine')).toHaveValue(`Machine: ${name}`)
  await expect(detail.locator('tr.data')).toHaveCount(Number(movements))
  await page.goBack()
  await expect(row).toBeVisible()
})

test('the second report screen loads no code twice', WITH_ALL, async ({ page, signIn }) => {
  const { release, baseUrl } = environmentDocument().remotes.reports!
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(baseUrl)) loaded.push(request.url().slice(baseUrl.length))
  })
  const open = async (link: string, title: string): Promise<string[]> => {
    loaded.length = 0
    await page.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    return [...loaded].sort()
  }
  const [external, internal] = release.screens.map(({ preload }) => preload)
  await signIn('admin1')
  // the record lists exactly the files that a screen needs
  expect(await open('External', 'External Data')).toEqual([release.entry, ...external!].sort())
  const own = internal!.filter((file) => !external!.includes(file))
  expect(await open('Internal', 'Internal Data')).toEqual(own)
  expect(own.reduce((bytes, file) => bytes + release.files[file]!.bytes, 0)).toBeLessThan(1000)
})
