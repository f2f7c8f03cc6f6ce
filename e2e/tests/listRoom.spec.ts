import type { Page } from '@playwright/test'
import { expectNoViolation } from '../testing/axe'
import { heading } from '../testing/consolePage'
import { createMachine, openMachines } from '../testing/machinesScreen'
import { createLongNamed } from '../testing/people'
import { expectNothingSideways } from '../testing/table'
import { expect, test, WITH_ALL } from '../testing/test'

// each test checks several widths
test.describe.configure({ timeout: 120_000 })

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rowsOf = (page: Page) => page.getByRole('main').locator('tr.data')

/** The number of lines that the fields and buttons between the title and the table take. */
const toolbarLines = async (page: Page) => {
  const table = (await page.getByRole('main').getByRole('region').boundingBox())!
  const title = (await page.getByRole('main').getByRole('heading', { level: 1 }).boundingBox())!
  const controls = page.getByRole('main').locator('button:visible, .MuiFormControl-root:visible')
  const middles = await controls.evaluateAll((all) =>
    all
      // excludes buttons inside a field
      .filter((each) => each.parentElement!.closest('.MuiFormControl-root') === null)
      // excludes the button in the row-count line
      .filter((each) => each.ariaLabel !== 'Pause refresh')
      .map((each) => {
        const { y, height } = each.getBoundingClientRect()
        return Math.round(y + height / 2)
      }),
  )
  const between = middles.filter((y) => y > title.y + title.height + 8 && y < table.y)
  const lines = [...new Set(between)].sort((a, b) => a - b)
  return lines.filter((y, at) => at === 0 || y - lines[at - 1]! > 8).length
}

for (const [path, name] of [
  ['/', 'Managed Users'],
  ['/machines', 'Managed Machines'],
] as const) {
  test(
    `the search and filters of ${name} take one line next to the drawer, even with a panel open, and Select takes none`,
    WITH_ALL,
    async ({ page, signIn }) => {
      await signIn('master', '', path)
      const panel = page.getByRole('button', { name: 'Close panel' })
      for (const width of [1200, 1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        await expect(rowsOf(page).first()).toBeVisible()
        const title = (await heading(page, name).boundingBox())!
        const select = (await page.getByRole('button', { name: 'Select', exact: true }).boundingBox())!
        expect(Math.abs(title.y + title.height / 2 - select.y - select.height / 2)).toBeLessThan(4)
        expect([width, await toolbarLines(page)]).toEqual([width, 1])
        await rowsOf(page).first().locator('td').first().click()
        await expect(panel).toBeVisible()
        await expect.poll(() => toolbarLines(page)).toBe(1)
        await expectNothingSideways(region(page, name))
        await page.keyboard.press('Escape')
        await expect(panel).toBeHidden()
      }
    },
  )
}

test(
  'names are not cut off if other columns have room: at 1024 px, and next to a panel',
  WITH_ALL,
  async ({ page, signIn }) => {
    const name = await createLongNamed()
    await signIn('master', '', `/?search=${encodeURIComponent(name)}`)
    for (const [width, open] of [
      [1024, false],
      [1440, true],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect(rowsOf(page)).toHaveCount(1)
      if (open) await rowsOf(page).locator('td').first().click()
      if (open) await expect(page.getByRole('button', { name: 'Close panel' })).toBeVisible()
      const text = rowsOf(page).getByText(name, { exact: true })
      const cut = () =>
        text.evaluate((cell) => [cell.scrollWidth - cell.clientWidth, cell.scrollHeight - cell.clientHeight])
      await expect.poll(cut).toEqual([0, 0])
      expect((await rowsOf(page).boundingBox())!.height).toBe(44)
    }
  },
)

test(
  'a name column is 420 px wide, and the remaining space is before the actions',
  WITH_ALL,
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1920, height: 800 })
    for (const path of ['/', '/machines']) {
      await signIn('master', '', path)
      await expect(rowsOf(page).first()).toBeVisible()
      const widths = await page
        .getByRole('columnheader')
        .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width))
      expect(Math.round(widths[0]!)).toBe(420)
      expect(Math.max(...widths.slice(1, -1))).toBeLessThan(300)
      const frame = (await page.getByRole('main').getByRole('region').boundingBox())!
      const actions = rowsOf(page).first().getByRole('button').last()
      const { x, width } = (await actions.boundingBox())!
      // user rows leave a gap for an action that only some of them have
      expect(frame.x + frame.width - x - width).toBeLessThan(48)
    }
  },
)

test('[MACHINES-2] on a wide screen the user can choose more columns, and the choice is remembered', async ({
  page,
  signIn,
}) => {
  const machine = await createMachine()
  await page.setViewportSize({ width: 1440, height: 800 })
  await openMachines(signIn, machine)
  const heads = page.getByRole('columnheader')
  const SPECIFIED = ['Client Name', 'Credit', 'Service', 'Profit']
  await expect(heads).toHaveText([...SPECIFIED, 'Actions'])
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Last connection' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Location' }).click()
  await expectNoViolation(page)
  await page.keyboard.press('Escape')
  const all = [...SPECIFIED, 'Location', 'Last connection', 'Actions']
  await expect(heads).toHaveText(all)
  await expectNothingSideways(region(page, 'Managed Machines'))
  await page.reload()
  await expect(heads).toHaveText(all)
  // columns without room are hidden, and the specified ones stay
  await page.setViewportSize({ width: 1200, height: 800 })
  await expect(heads).toHaveText([...SPECIFIED, 'Location', 'Actions'])
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(heads).toHaveText([...SPECIFIED, 'Actions'])
  await expectNothingSideways(region(page, 'Managed Machines'))
  await openMachines(signIn, await createMachine())
  await page.setViewportSize({ width: 1440, height: 800 })
  await expect(heads).toHaveText([...SPECIFIED, 'Actions'])
})
