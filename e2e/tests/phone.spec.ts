import type { Locator, Page } from '@playwright/test'
import { expectNoViolation } from '../testing/axe'
import { chooseInHead, heading, moreMenu } from '../testing/consolePage'
import { addMachines, createMachine, machineRows } from '../testing/machinesScreen'
import { expect, test, WITH_ALL } from '../testing/test'
import { usersTable } from '../testing/usersScreen'

// most look at several states
test.describe.configure({ timeout: 90_000 })

const HEIGHT = 844
test.use({ viewport: { width: 390, height: HEIGHT }, hasTouch: true })

const boxOf = async (part: Locator) => (await part.boundingBox())!
const middleOf = async (part: Locator) => {
  const { y, height } = await boxOf(part)
  return y + height / 2
}
const main = (page: Page) => page.getByRole('main')
const scrolled = (place: Locator) => place.evaluate(({ scrollTop }) => scrollTop)
const rows = (page: Page) => main(page).locator('tr.data')

/** A finger, which stays on the screen until `lift`, which presses nothing. */
async function finger(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchCancel', x = 0, y = 0) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchCancel' ? [] : [{ x, y }] })
  return {
    async press(part: Locator) {
      const { x, y, width, height } = await boxOf(part)
      const point = { x: x + width / 2, y: y + height / 2 }
      await send('touchStart', point.x, point.y)
      return point
    },
    async drag({ x, y }: { x: number; y: number }, by: number) {
      const step = Math.sign(by) * 20
      for (let moved = step; Math.abs(moved) <= Math.abs(by); moved += step)
        await send('touchMove', x, y + moved)
    },
    lift: () => send('touchCancel'),
  }
}

for (const { path, name, entries } of [
  { path: '/', name: 'Managed Users', entries: ['Create User', 'Select', 'List', 'Tree'] },
  { path: '/machines', name: 'Managed Machines', entries: ['Back to Dashboard', 'Select'] },
])
  test(`the first row of ${name} starts in the upper 40 %, below the title with its chip and one line of search, filters and one menu`, async ({
    page,
    signIn,
  }) => {
    await signIn('master', '', path)
    await expect(rows(page).first()).toBeVisible()
    expect((await boxOf(rows(page).first())).y).toBeLessThan(HEIGHT * 0.4)
    const title = await middleOf(heading(page, name))
    expect(Math.abs((await middleOf(page.getByText(/^Master View - /))) - title)).toBeLessThan(4)
    const filters = page.getByRole('button', { name: 'Filters', exact: true })
    const line = await middleOf(main(page).getByRole('textbox'))
    for (const part of [filters, moreMenu(page)])
      expect(Math.abs((await middleOf(part)) - line)).toBeLessThan(4)

    await moreMenu(page).tap()
    const labels = page.getByRole('menu').locator('[role^=menuitem] .MuiListItemText-root')
    await expect(labels).toHaveText([...entries, 'CSV', 'CSV for this locale', 'Excel'])
    await expectNoViolation(page)
    await page.keyboard.press('Escape')
    await filters.tap()
    await expectNoViolation(page)
    // the fields are below the line, which stays
    expect(Math.abs((await middleOf(moreMenu(page))) - (await middleOf(filters)))).toBeLessThan(4)
  })

test('the menu of a list chooses the view, saves a file and opens the form', async ({ page, signIn }) => {
  await signIn('master')
  await chooseInHead(page, 'Select')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
  await expect(moreMenu(page)).toBeFocused()
  await page.getByRole('button', { name: 'Done' }).click()
  await moreMenu(page).click()
  await page.getByRole('menuitemradio', { name: 'Tree' }).click()
  await expect(page.getByRole('treegrid')).toBeVisible()
  await moreMenu(page).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^users-tree-.*\.xlsx$/)
  await chooseInHead(page, 'Create User')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the page of a list scrolls, not a box in it, and Back finds the place again', async ({
  page,
  signIn,
}) => {
  await signIn('master')
  await expect(rows(page).first()).toBeVisible()
  const { press, drag, lift } = await finger(page)
  await press(rows(page).nth(7))
  await drag({ x: 195, y: 750 }, -600)
  await lift()
  await expect.poll(() => scrolled(main(page))).toBeGreaterThan(500)
  await main(page).evaluate((element) => element.scrollBy({ top: 1_000 }))
  const top = await scrolled(main(page))
  expect(await scrolled(page.getByRole('region', { name: 'Managed Users' }))).toBe(0)
  await expect(heading(page, 'Managed Users')).not.toBeInViewport()
  await expect(page.getByRole('button', { name: /^Sort by/ })).toBeInViewport()
  // only what is in sight is drawn, all over the page
  expect(await rows(page).count()).toBeLessThan(30)
  const seen = () =>
    page.evaluate(() =>
      [150, 450, 800].map(
        (y) => document.elementFromPoint(60, y)?.closest('tr')?.querySelector('td')?.textContent,
      ),
    )
  const names = await seen()
  expect(names).not.toContain(undefined)

  await rows(page).filter({ hasText: names[1]! }).first().locator('td').first().tap()
  await page.getByRole('button', { name: 'Close panel' }).tap()
  await expect(page.getByRole('button', { name: 'Close panel' })).toBeHidden()
  expect(await scrolled(main(page))).toBe(top)

  const go = async (screen: string) => {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: screen, exact: true }).click()
  }
  await go('Machines')
  await expect(heading(page, 'Managed Machines')).toBeInViewport()
  await expect(machineRows(page).first()).toBeInViewport()
  expect(await scrolled(main(page))).toBe(0)
  await page.goBack()
  await expect(usersTable(page)).toBeVisible()
  await expect.poll(() => scrolled(main(page))).toBe(top)
  expect(await seen()).toEqual(names)
  await go('Settings')
  await expect(heading(page, 'Settings')).toBeInViewport()
})

test('keys reach every row, below the bar that sorts', WITH_ALL, async ({ page, signIn }) => {
  await signIn('master')
  await rows(page).first().focus()
  await page.keyboard.press('End')
  await expect(page.locator('tr.data:focus')).toBeInViewport({ ratio: 1 })
  const last = await page.locator('tr.data:focus').getAttribute('aria-rowindex')
  await expect(usersTable(page)).toHaveAttribute('aria-rowcount', last!)
  await page.keyboard.press('Home')
  await expect(page.locator('tr.data:focus')).toHaveAttribute('aria-rowindex', '2')
  await expect(page.locator('tr.data:focus')).toBeInViewport({ ratio: 1 })
})

test('the focused row stays in place when rows are added above it', async ({ page, signIn }) => {
  const machine = await createMachine(0, 12)
  await page.clock.install()
  await signIn(machine.manager.userName, '', '/machines')
  await expect(machineRows(page).first()).toBeVisible()
  const name = `Actions ${machine.row}`
  const button = page.getByRole('button', { name, exact: true })
  for (const top of [0, 320]) {
    await main(page).evaluate((element, to) => element.scrollTo({ top: to }), top)
    await button.focus()
    const { y } = await boxOf(button)
    const count = Number(await page.getByRole('table').getAttribute('aria-rowcount'))
    await addMachines(machine)
    await page.clock.fastForward(31_000)
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(count + 3))
    await expect(button).toBeFocused()
    expect(Math.round((await boxOf(button)).y)).toBe(Math.round(y))
  }
})

test('a touch that scrolls opens no tooltip, and a long one opens it', async ({ page, signIn }) => {
  await signIn('master')
  await expect(rows(page).first()).toBeVisible()
  const { press, drag, lift } = await finger(page)
  const tooltip = page.getByRole('tooltip')
  const pause = page.getByRole('button', { name: 'Pause refresh' })
  for (const part of [pause, rows(page).nth(5).locator('td').first(), moreMenu(page)]) {
    await press(part)
    await expect(tooltip).toBeVisible()
    await lift()
    await expect(tooltip).toBeHidden()
    const point = await press(part)
    await drag(point, -100)
    expect(await scrolled(main(page))).toBeGreaterThan(50)
    // longer than a long touch takes
    await page.waitForTimeout(1_200)
    await expect(tooltip).toBeHidden()
    await lift()
    await main(page).evaluate((element) => element.scrollTo({ top: 0 }))
  }
})
