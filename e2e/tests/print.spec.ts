import type { Page } from '@playwright/test'
import { addDays } from '@console/shared-kernel/domain'
import { todayIn } from '@console/shared-kernel/rules'
import { printedPages } from '../testing/pdf'
import { setCredit, listMachines } from '../testing/machinesScreen'
import { createBranch, createPerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'

/* The browser prints without an event that would tell the page beforehand. */

const FOOT = / · [A-Z][a-z]{2} \d\d, \d{4}, \d\d:\d\d · .+$/

/**
 * Reads one table from the printed pages.
 * @param heads printed column headers, perhaps among others
 * @param everyRow matches one text in each row
 */
async function printed(page: Page, heads: readonly string[], everyRow: RegExp) {
  const pages = printedPages(await page.pdf())
  const headOf = (lines: string[][]) => lines.findIndex((line) => heads.every((head) => line.includes(head)))
  const rows = pages.map((lines) => lines.filter((line) => line.some((text) => everyRow.test(text))).length)
  const withRows = pages.filter((_, place) => rows[place]! > 0)
  return {
    above: pages[0]!.slice(0, headOf(pages[0]!)).flat(),
    rows: rows.reduce((sum, count) => sum + count, 0),
    pages: withRows.length,
    /** Number of pages with column headers above their rows. */
    heads: withRows.filter((lines) => headOf(lines) !== -1).length,
    feet: withRows.map((lines) => lines.flat().filter((text) => FOOT.test(text))),
  }
}

/** Activity is a tree if it has a bulk change that can be expanded. */
const table = (page: Page, name: string) =>
  page.getByRole('table', { name, exact: true }).or(page.getByRole('treegrid', { name, exact: true }))

for (const width of [1280, 390]) {
  test(
    `lists are printed with all rows, columns and footers, even at ${width} px`,
    WITH_ALL,
    async ({ page, signIn }) => {
      await page.setViewportSize({ width, height: 800 })
      const from = addDays(todayIn('Europe/Madrid'), -8)
      const cases = [
        ['/', 'Managed Users', ['Username', 'Level', 'Country', 'Status'], /^(Activo|Bloqueado)$/],
        [
          '/machines',
          'Managed Machines',
          ['Client Name', 'Credit', 'Service', 'Profit'],
          /^(Enabled|Disabled)$/,
        ],
        [
          `/external?run=1&queryType=Detail&dateFrom=${from}`,
          'Detail',
          ['Machine', 'Date', 'Hour', 'Type', 'IN', 'OUT'],
          /^\d\d-\d\d-\d{4}$/,
        ],
      ] as const
      await signIn('admin1')
      for (const [path, name, heads, everyRow] of cases) {
        // `/` is already open after signing in
        if (path !== '/') await page.goto(path)
        await expect(table(page, name).locator('tr.data').first()).toBeVisible()
        await expect(page.getByRole('progressbar')).toHaveCount(0)
        const rows = Number(await table(page, name).getAttribute('aria-rowcount')) - 1
        const drawn = await table(page, name).locator('tr.data').count()
        const paper = await printed(page, heads, everyRow)
        const feet = paper.feet.map(([foot]) => foot?.replace(FOOT, ''))
        const expected = new Array<string>(paper.pages).fill(`${rows} of ${rows} rows`)
        expect([name, paper.rows, paper.heads, feet]).toEqual([name, rows, paper.pages, expected])
        expect(paper.above.join(' ')).not.toContain('Printed')
        // printed as on screen, the list would lack rows here
        if (name !== 'Managed Users') expect(rows).toBeGreaterThan(drawn)
      }
    },
  )
}

/** The printed pages in the orientation that the page asks for: their lines, and whether it is landscape. */
async function pagesOf(page: Page) {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1'))!
  const pages = printedPages(pdf).map((lines) => lines.map((line) => line.join(' ')))
  for (const [index, lines] of pages.entries())
    expect(lines.join('\n')).toContain(`Page ${index + 1} of ${pages.length}`)
  return { isLandscape: Number(width) > Number(height), pages }
}

async function paperOf(page: Page, path: string, name: string) {
  await page.goto(path)
  await expect(table(page, name).locator('tr.data').first()).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const { isLandscape, pages } = await pagesOf(page)
  const [first = [], ...others] = pages
  return { isLandscape, first: first.join('\n'), others: others.map((lines) => lines.join('\n')) }
}

test(
  'printed lists have numbered pages with the title and filters in their headers',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('master')
    const users = await paperOf(page, '/?level=6', 'Managed Users')
    expect(users.isLandscape).toBe(false)
    expect(users.others.length).toBeGreaterThan(0)
    for (const text of [users.first, ...users.others]) {
      expect(text.match(/Managed Users/g)).toHaveLength(1)
      expect(text.match(/Filtered by: Client/g)).toHaveLength(1)
    }
  },
)

test('lists with six or more columns are printed in landscape', WITH_ALL, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 800 })
  await signIn('admin1')
  const machines = await paperOf(page, '/machines', 'Managed Machines')
  expect(machines.isLandscape).toBe(false)
  expect(machines.others.join('\n')).not.toContain('Filtered by')
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['Location', 'Last connection'])
    await page.getByRole('menuitemcheckbox', { name }).click()
  await page.keyboard.press('Escape')
  const six = await paperOf(page, '/machines', 'Managed Machines')
  expect(six.isLandscape).toBe(true)
  expect(six.first).toContain('Client Name Credit Service Profit Location Last connection')

  const activity = await paperOf(page, '/activity', 'Activity')
  expect(activity.isLandscape).toBe(true)
})

for (const width of [1920, 390])
  test(
    `a report is printed in landscape, with its filters in the page headers and page numbers, even at ${width} px`,
    width === 390 ? WITH_ALL : {},
    async ({ page, signIn }) => {
      await page.setViewportSize({ width, height: 900 })
      await signIn('admin1', '', '/external?run=1&range=last7days')
      await expect(table(page, 'Total per machine').locator('tr.data').first()).toBeVisible()
      await expect(page.getByRole('figure', { name: 'Profit per day' }).locator('svg').first()).toBeVisible()
      await expect(page.getByRole('treegrid', { name: 'Total per branch' })).toBeVisible()
      const names = await page
        .getByRole('figure', { name: /^Profit per machine/ })
        .locator('.name')
        .allInnerTexts()
      const { isLandscape, pages } = await pagesOf(page)
      expect(isLandscape).toBe(true)
      for (const [index, lines] of pages.entries())
        expect(lines.join('\n')).toContain(
          index === 0 ? 'External Data' : 'External Data Total · All users · ',
        )
      expect(pages[0]!.join('\n')).toContain('Total · All users · ')
      const texts = pages.flat().join('\n')
      for (const name of names) expect(texts).toContain(name)
      expect(texts).toContain('Total per branch')
      expect(texts).toContain('Share of IN')
      // from the chart of profit per day
      expect(texts).toMatch(/\d,\d\d\s€[^]*\d\d-\d\d/)
    },
  )

test('activity is printed with its columns and footer', WITH_ALL, async ({ page, signIn }) => {
  const person = await createPerson('reader')
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(person.userName, '', '/activity')
  await expect(table(page, 'Activity').locator('tr.data').first()).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const rows = table(page, 'Activity').locator('tr.data')
  const signIns = await rows.filter({ hasText: 'Signed in' }).count()
  const all = await rows.count()
  const heads = ['When', 'Who', 'What', 'Target', 'From', 'To']
  const paper = await printed(page, heads, /^Signed\b/)
  expect([paper.rows, paper.heads]).toEqual([signIns, 1])
  expect(paper.feet.flat().map((foot) => foot.replace(FOOT, ''))).toEqual([`${all} of ${all} rows`])
})

const longer = 'a list that is too long to print says so on each page, and where to get all rows'
test(longer, WITH_ALL, async ({ page, signIn, faultyApi }) => {
  // hundreds of pages are laid out and read
  test.setTimeout(180_000)
  const { url, api } = faultyApi
  const users = Array.from({ length: 5_200 }, (_, place) => ({
    userId: 900_000 + place,
    userName: `user ${place}`,
    level: 6,
  }))
  api.fault(/\/api\/Users\/children/, { kind: 'made', of: () => ({ body: users }) })
  await signIn('admin1', url)
  await expect(page.getByRole('main').getByText('5,200 users', { exact: true })).toBeVisible()
  const paper = await printed(page, ['Username', 'Level', 'Country', 'Status'], /^Activo$/)
  expect(paper.rows).toBe(5_000)
  expect(paper.heads).toBe(paper.pages)
  const part = 'the first 5,000 of 5,200 rows'
  expect(paper.above.join(' ')).toContain(`Printed: ${part}.`)
  expect(paper.above.join(' ')).toContain('The Excel file of this list holds all of it.')
  expect(new Set(paper.feet.map(([foot]) => foot?.replace(FOOT, '')))).toEqual(
    new Set(['The first 5,000 of 5,200 rows']),
  )
  await expect(page.getByText(`Printed: ${part}. The Excel file has all rows.`)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Excel' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
})

test('in print a long name neither cuts a level nor breaks an amount', WITH_ALL, async ({ page, signIn }) => {
  const branch = await createBranch(5)
  const { userName } = await createPerson('W'.repeat(30), branch.at(-1))
  const machine = (await listMachines()).find((each) => each.userName === userName)!
  await setCredit(machine, 1_234_567.8)
  const texts = async (path: string, name: string) => {
    await page.goto(path)
    await expect(table(page, name).locator('tr.data').first()).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    return printedPages(await page.pdf()).flat(2)
  }
  await signIn(branch[0]!.userName)
  expect(await texts('/', 'Managed Users')).toEqual(
    expect.arrayContaining(['Sub-Administrator', 'Sub-Distributor']),
  )
  expect(await texts('/machines', 'Managed Machines')).toContain('$1,234,567.80')

  await setCredit(machine, 5)
  const activity = await texts(`/activity?machine=${machine.idMachine}`, 'Activity')
  // as the later and as the earlier amount, and as the first difference
  expect(activity.filter((text) => text.includes('$1,234,567.80'))).toHaveLength(3)
})
