import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { movementRows } from '@console/shared-kernel/schemas'
import { todayIn } from '@console/shared-kernel/rules'
import { addDays, formatDay } from '@console/shared-kernel/domain'
import { exportAs, exportMenu } from '../testing/consolePage'
import { environmentDocument } from '../testing/environment'
import { filter, pick, search } from '../testing/reports'
import { expectNothingSideways, tableRows } from '../testing/table'
import { expect, test, WITH_ALL } from '../testing/test'

const today = todayIn('Europe/Madrid')
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
const total = async (page: Page) => (await tableRows(table(page, 'Total')))[0]!
const machineRows = (page: Page) => tableRows(table(page, 'Total per machine'))
/** The rows that are also rendered next to a panel, where rows are taller. */
const firstRows = async (page: Page) => (await machineRows(page)).slice(0, 5)

test('[CONST-15] lists of movements have the fields of the service, and a click sorts them', async ({
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

test('a branch narrows the report to itself over the same range, its sum is the total, and the path leads back', async ({
  page,
  signIn,
}) => {
  await signIn('admin1', '', '/external?range=yesterday&run=1')
  const tree = page.getByRole('treegrid', { name: 'Total per branch' })
  const expectSums = async () => {
    const [top] = await tableRows(tree)
    const { 'Total IN': IN, 'Total OUT': OUT, 'Total profit': Profit } = await total(page)
    expect(top).toMatchObject({ IN, OUT, Profit, 'Share of IN': '100,00\u00a0%' })
  }
  await expect(tree.getByRole('row', { name: /admin1/ }).first()).toHaveAttribute('aria-expanded', 'true')
  await expectSums()
  await tree.getByRole('link', { name: 'subadmin1, report of this branch' }).click()
  await expect(page).toHaveURL(/\/external\?range=yesterday&run=1&subAdmin=\d+$/)
  await expect(filter(page, 'Sub-Administrator')).toHaveValue('subadmin1')
  await expect(tree.getByRole('row', { name: /subadmin1/ }).first()).toHaveAttribute('aria-level', '1')
  await expectSums()
  const path = page.getByRole('navigation', { name: 'Total per branch' })
  await path.getByRole('link', { name: 'All users' }).click()
  await expect(page).toHaveURL('/external?range=yesterday&run=1')
  await expect(tree.getByRole('link', { name: 'subadmin1, report of this branch' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  const [top] = await tableRows(tree)
  const { 'Total profit': Profit } = await total(page)
  expect(top).toMatchObject({ Profit })
  await expectNothingSideways(page.getByRole('region', { name: 'Total per branch' }))
})

test(
  'a reload repeats the search in the address, and Clear removes it',
  WITH_ALL,
  async ({ page, signIn }) => {
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
  },
)

test(
  "a machine's name opens its panel over the result, and its Detail keeps days and filters",
  WITH_ALL,
  async ({ page, signIn }) => {
    const days = `dateFrom=${addDays(today, -4)}&dateTo=${addDays(today, -1)}`
    await signIn('admin1', '', `/external?run=1&${days}&timeTo=23:59`)
    const result = table(page, 'Total per machine')
    const row = result.locator('tr.data').first()
    await expect(row).toBeVisible()
    const before = await firstRows(page)
    const name = before[0]!['Name machine']!
    await row.getByRole('link', { name: `${name}, machine` }).click()
    const panel = page.getByRole('complementary', { name: 'Side panel' }).getByRole('region', { name })
    await expect(panel).toBeVisible()
    await expect(page).toHaveURL(/^[^?]+\/external\?.*open=machine:/)
    expect(await firstRows(page)).toEqual(before)
    await page.goBack()
    await expect(panel).toHaveCount(0)
    expect(await firstRows(page)).toEqual(before)

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
  },
)

test(
  'a result has a chart, a comparison and a trend by day, and can be saved and printed',
  WITH_ALL,
  async ({ page, signIn }) => {
    const days = `dateFrom=${addDays(today, -4)}&dateTo=${addDays(today, -1)}`
    await signIn('admin1', '', `/external?run=1&${days}&timeTo=23:59`)
    await expect(page.getByRole('region', { name: 'Chart' }).locator('svg').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Profit per day' })).toBeVisible()
    // the axis includes 0: without it small changes would look large
    await expect(
      page.getByRole('figure', { name: 'Profit per day' }).getByText('0\u00a0€', { exact: true }),
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
      if (ending === 'xlsx') {
        expect(content.subarray(0, 2).toString()).toBe('PK')
        continue
      }
      const lines = content.toString().trim().split('\r\n')
      expect(lines).toContainEqual(expect.stringMatching(/^Total per branch,/))
      // plus the column headers and the sums
      expect(lines.slice(lines.lastIndexOf('') + 1)).toHaveLength(rows + 2)
    }

    const toast = page.getByText(`${rows} rows exported`)
    await expect(toast).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    // hidden by the print style, not because it has timed out
    await expect(toast).toBeHidden({ timeout: 500 })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('form', { name: 'Filters' })).toBeHidden()
    await expect(page.getByText(/^Total · All users · /)).toBeVisible()
    const printed = table(page, 'Total per machine')
    await expect(printed.locator('tr.data')).toHaveCount(rows)
    // headers with buttons are left blank where the browser repeats them on the next page
    await expect(printed.getByRole('button')).toHaveCount(0)
  },
)

test(
  'Back after searches leads to the filters, which offer the searches again',
  WITH_ALL,
  async ({ page, signIn }) => {
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
  },
)

test('a row links to its Detail for the same days, and Back returns', WITH_ALL, async ({ page, signIn }) => {
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
  // the record lists the files that a screen needs
  const opened = await open('External', 'External Data')
  expect(opened).toEqual(expect.arrayContaining([release.entry, ...external!]))
  // the view before a search has its own code
  await expect(page.getByRole('heading', { name: 'No report yet' })).toBeVisible()
  expect(new Set(loaded).size).toBe(loaded.length)
  expect(loaded).toHaveLength(external!.length + 2)
  const own = internal!.filter((file) => !external!.includes(file))
  expect(await open('Internal', 'Internal Data')).toEqual(own)
  expect(own.reduce((bytes, file) => bytes + release.files[file]!.bytes, 0)).toBeLessThan(1000)
})
