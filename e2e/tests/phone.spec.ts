import type { Locator, Page } from '@playwright/test'
import { expectNoViolation } from '../testing/axe'
import { chooseInHead, heading, moreMenu } from '../testing/consolePage'
import { openGames } from '../testing/games'
import { addMachines, createMachine, machineRows } from '../testing/machinesScreen'
import { createPerson } from '../testing/people'
import { expect, test, WITH_ALL, withoutStream } from '../testing/test'
import { usersTable } from '../testing/usersScreen'

// most tests check several states
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

/** A finger that stays on the screen until `lift`, which does not count as a tap. */
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

/** The pixels from the end of a text to the start of what is next to it. */
async function gapAfterText(text: Locator, next: Locator): Promise<number> {
  const end = await text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().right
  })
  return (await boxOf(next)).x - end
}

async function expectOneLine(parts: readonly Locator[]) {
  const middles = await Promise.all(parts.map(middleOf))
  for (const middle of middles) expect(Math.abs(middle - middles[0]!)).toBeLessThan(4)
}

for (const { path, name, entries, marked } of [
  {
    path: '/',
    name: 'Managed Users',
    entries: ['Create User', 'Select', 'Save view', 'List', 'Tree'],
    marked: true,
  },
  {
    path: '/machines',
    name: 'Managed Machines',
    entries: ['Back to Dashboard', 'Select', 'Save view'],
    marked: true,
  },
  { path: '/activity', name: 'Activity', entries: ['Save view'], marked: false },
])
  test(
    `the first row of ${name} starts in the upper 40 %, below the title with its chip and one line with search, filters and a menu`,
    path === '/' ? {} : WITH_ALL,
    async ({ page, signIn }) => {
      await signIn('master', '', path)
      await expect(rows(page).first()).toBeVisible()
      expect((await boxOf(rows(page).first())).y).toBeLessThan(HEIGHT * 0.4)
      if (marked) await expectOneLine([heading(page, name), page.getByText(/^Master View - /)])
      const state = page.getByText(/^(Live|Updated )/)
      await expect(state).toBeVisible()
      expect(await gapAfterText(state, page.getByRole('button', { name: 'Pause refresh' }))).toBeLessThan(12)
      const filters = page.getByRole('button', { name: 'Filters', exact: true })
      await expectOneLine([filters, moreMenu(page), ...(await main(page).getByRole('textbox').all())])

      await moreMenu(page).tap()
      const labels = page.getByRole('menu').locator('[role^=menuitem] .MuiListItemText-root')
      await expect(labels).toHaveText([...entries, 'CSV', 'CSV for this locale', 'Excel'])
      await expectNoViolation(page)
      await page.keyboard.press('Escape')
      await filters.tap()
      await expectNoViolation(page)
      // the filter fields are below the line, which stays as it is
      await expectOneLine([moreMenu(page), filters])
    },
  )

test(
  'Search and Clear of a report stay at the lower edge, below every focused field',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('master', '', '/external')
    const buttons = ['Clear', 'Search'].map((name) => page.getByRole('button', { name, exact: true }))
    for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 })
    const fields = ['Sub-Administrator', 'Machine', 'From Date', 'To Date', 'To minute'].map((label) =>
      page.getByLabel(label, { exact: true }),
    )
    for (const field of [...fields, fields[0]!, page.getByRole('button', { name: 'Last month' })]) {
      await field.focus()
      const { y, height } = await boxOf(field)
      expect(y + height).toBeLessThanOrEqual((await boxOf(buttons[0]!)).y)
      for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 })
    }
  },
)

test(
  "on the smallest phones a list's search, filters with their count, and menu are on one line",
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('master', '', '/?level=5&status=active')
    for (const [width, height] of [
      [320, 256],
      [320, 568],
      [360, 640],
      [375, 667],
      [390, HEIGHT],
    ] as const) {
      await page.setViewportSize({ width, height })
      const filters = page.getByRole('button', { name: 'Filters (2)', exact: true })
      await expectOneLine([main(page).getByRole('textbox'), filters, moreMenu(page)])
      expect((await boxOf(filters)).height).toBeGreaterThanOrEqual(36)
      await expect(filters).toContainText('(2)')
    }
    await page.setViewportSize({ width: 320, height: 568 })
    await expectNoViolation(page)
  },
)

test(
  'the menu of a list switches the view, saves a file and opens the form',
  WITH_ALL,
  async ({ page, signIn }) => {
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
  },
)

test(
  'a list scrolls with its page, not in a box, and Back restores the scroll position',
  WITH_ALL,
  async ({ page, signIn }) => {
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
    // only visible rows are rendered, and they fill the page
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
  },
)

test('games scroll with their dialog or their page, not in a box', WITH_ALL, async ({ page, signIn }) => {
  const person = await createPerson('phone')
  await signIn('master', '', `/?do=games&open=user:${person.userId}`)
  const content = page.getByRole('dialog').locator('.MuiDialogContent-root')
  const box = content.getByRole('group', { name: 'Games' })
  const boxes = content.getByRole('checkbox')
  await expect(boxes.first()).toBeVisible()
  const { press, drag, lift } = await finger(page)
  const point = await press(boxes.nth(4))
  await drag(point, -200)
  await lift()
  await expect.poll(() => scrolled(content)).toBeGreaterThan(100)
  expect(await box.evaluate((element) => getComputedStyle(element).overflowY)).toBe('visible')
  await content.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(boxes.last()).toBeInViewport({ ratio: 1 })
  await expectNoViolation(page)
  // if the window is short, the whole dialog scrolls
  await page.setViewportSize({ width: 390, height: 400 })
  await page
    .locator('.MuiDialog-paper')
    .evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(boxes.last()).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 390, height: HEIGHT })
  await openGames(page)
  await expect(rows(page).first()).toBeVisible()
  await main(page).evaluate((element) => element.scrollTo({ top: 1_000 }))
  expect(await scrolled(page.getByRole('region', { name: 'Games', exact: true }))).toBe(0)
  await expect(page.getByRole('button', { name: /^Sort by/ })).toBeInViewport()
  await expect(heading(page, 'Settings')).not.toBeInViewport()
  expect(await rows(page).count()).toBeLessThan(30)
})

test('the keyboard reaches every row, below the sort bar', WITH_ALL, async ({ page, signIn }) => {
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

test('the focused row stays in place when rows are added above it', WITH_ALL, async ({ page, signIn }) => {
  const machine = await createMachine(0, 12)
  await page.clock.install()
  await withoutStream(page)
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
    await page.clock.fastForward('02:00')
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(count + 3))
    await expect(button).toBeFocused()
    expect(Math.round((await boxOf(button)).y)).toBe(Math.round(y))
  }
})

test('scrolling by touch opens no tooltip, but a long touch does', WITH_ALL, async ({ page, signIn }) => {
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
