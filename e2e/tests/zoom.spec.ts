import type { Page, Locator } from '@playwright/test'
import { chooseInHead, toast } from '../testing/consolePage'
import { gamesTable, openGames } from '../testing/games'
import { createMachine, machineRows, openMachines } from '../testing/machinesScreen'
import { createBranch } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'
import { dialog, searchBox, usersTable } from '../testing/usersScreen'
import { atRest } from '../testing/atRest'

/** Controls checked per table or list; the rest are alike. */
const MAX_LISTED = 6
const CONTROLS =
  'button, a[href], input, textarea, [role=combobox], [role=option], [role=tab], [role=menuitem]'

/**
 * The controls that cannot be used even after scrolling to them: wider than the window, cut off, or
 * covered.
 */
function outOfReach(place: Element, { controls, max }: { controls: string; max: number }): string[] {
  const listed = new Map<Element, number>()
  const exceedsMax = (control: Element) => {
    const list = control.closest('tbody, [role=listbox], [role=group]')
    if (list === null) return false
    listed.set(list, (listed.get(list) ?? 0) + 1)
    return listed.get(list)! > max
  }
  const found: string[] = []
  for (const control of place.querySelectorAll(controls)) {
    // the input of a switch or checkbox is invisible, on top of what the user sees
    const seen = control.closest('.MuiSwitch-root, .MuiCheckbox-root') ?? control
    if (!seen.checkVisibility({ visibilityProperty: true }) || exceedsMax(control)) continue
    if (
      seen.closest('[aria-hidden=true], [aria-disabled=true], :disabled') ||
      seen.classList.contains('MuiSelect-nativeInput')
    )
      continue
    if (getComputedStyle(seen).clipPath !== 'none') continue
    seen.scrollIntoView({ block: 'center', inline: 'center' })
    const { left, right, top, bottom } = seen.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const hit = document.elementFromPoint(x, y)
    const isHit = seen.contains(hit) || hit?.closest('label')?.contains(seen)
    if (!isHit || left < -1 || right > innerWidth + 1)
      found.push(
        `${control.getAttribute('aria-label') ?? (control.textContent || control.outerHTML).slice(0, 120)}`,
      )
  }
  return found
}

/** Elements that scroll horizontally, except table frames and tab bars, which may. */
const scrollsSideways = (place: Element): string[] =>
  [document.documentElement, place, ...place.querySelectorAll('*')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .filter(
      (each) =>
        ['auto', 'scroll'].includes(getComputedStyle(each).overflowX) || each === document.documentElement,
    )
    .filter((each) => !each.closest('[role=region], .MuiTabs-root, pre, textarea'))
    .map((each) => each.outerHTML.slice(0, 160))

/** Expects no horizontal scrolling, and that every control can be scrolled to and used. */
async function expectAllInReach(place: Locator): Promise<void> {
  await expect(place).toBeVisible()
  await atRest(place.page())
  expect(await place.evaluate(scrollsSideways), 'what scrolls sideways').toEqual([])
  const lost = await place.evaluate(outOfReach, { controls: CONTROLS, max: MAX_LISTED })
  expect(lost, 'what is out of reach').toEqual([])
}

const expectScreenInReach = async (page: Page): Promise<void> => expectAllInReach(page.getByRole('main'))

// 1280 x 1024 at 400 % leaves 320 x 256
for (const [width, height] of [
  [320, 256],
  [390, 844],
] as const) {
  test.describe(`at ${width} x ${height} everything is reachable`, WITH_ALL, () => {
    test.use({ viewport: { width, height } })

    const openAction = async (page: Page, label: string, row: string) => {
      await page.getByRole('button', { name: `Actions ${row}` }).click()
      const menu = page.getByRole('menu')
      await expectAllInReach(menu)
      await menu.getByRole('menuitem', { name: label }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    }
    const leave = async (page: Page) => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }

    test('on the public pages, and with an error message', async ({ page }) => {
      for (const path of ['/login', '/token-debug', '/nowhere']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectScreenInReach(page)
      }
      await page.goto('/login')
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectScreenInReach(page)
    })

    test('in the app shell: bar, menu, drawer, notices', async ({ page, signIn }) => {
      await signIn('client1')
      await expectAllInReach(page.getByRole('banner'))
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expectAllInReach(page.getByRole('dialog', { name: 'Admin Console' }))
      await page.getByRole('button', { name: 'View details client1' }).first().click()
      await expectAllInReach(dialog(page, 'User Details: client1'))
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Close menu' }).click()
      for (const opened of ['Change password', 'About this console']) {
        await page.getByRole('button', { name: 'Account menu' }).click()
        await expectAllInReach(page.getByRole('menu'))
        await page.getByRole('menuitem', { name: opened }).click()
        // without motion the closing menu still covers the page, invisibly, for a moment
        await expect(page.locator('.MuiMenu-root')).toHaveCount(0)
        await expectAllInReach(dialog(page, opened))
        await page.keyboard.press('Escape')
      }
    })

    test('on the users screen and in its dialogs', async ({ page, signIn }) => {
      const branch = await createBranch(6)
      const name = branch.at(-1)!.userName
      await signIn('master')
      await expect(usersTable(page).locator('tr.data').first()).toBeVisible()
      await expectScreenInReach(page)
      await page.goto(`/?view=tree&search=${name}`)
      // its five ancestors fill a short window
      const found = page.getByRole('treegrid').getByText(name)
      await page.mouse.move(width / 2, height - 10)
      await expect(async () => {
        await page.mouse.wheel(0, 100)
        await expect(found).toBeInViewport({ timeout: 500 })
      }).toPass()
      await expectScreenInReach(page)
      await page.goto(`/?search=${name}`)
      for (const label of ['View details', 'Edit', 'Delete', 'Create machine']) {
        await openAction(page, label, name)
        await expectAllInReach(page.getByRole('dialog'))
        await leave(page)
      }
      await openAction(page, 'Game Configuration', name)
      for (const tab of ['Select Games', 'Jackpot Settings', 'Other Settings']) {
        await page.getByRole('tab', { name: tab }).click()
        await expectAllInReach(page.getByRole('dialog'))
      }
      await leave(page)
      await chooseInHead(page, 'Create User')
      await page.getByRole('option').first().click()
      await expectAllInReach(page.getByRole('dialog'))
      await page.getByRole('button', { name: 'Continuar' }).click()
      await expect(page.getByLabel('Password')).toBeVisible()
      await page.getByRole('dialog').locator('[type=submit]').click()
      await expect(page.getByText('Username is required')).toBeVisible()
      await expectAllInReach(page.getByRole('dialog'))
      await leave(page)
      await searchBox(page).fill('nobody at all')
      await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible()
      await expectScreenInReach(page)
    })

    test('on the machines screen and in its dialogs', async ({ page, faultyApi: { url, api }, signIn }) => {
      const machine = await createMachine(10)
      await openMachines(signIn, machine, url)
      await expect(machineRows(page).first()).toBeVisible()
      await expectScreenInReach(page)
      await openAction(page, 'Details', machine.row)
      await expectAllInReach(page.getByRole('dialog'))
      await leave(page)
      await openAction(page, 'Update Credit', machine.row)
      await page.getByLabel('Credit Amount').fill('11')
      api.fault(/\/credit$/, { kind: 'answer', status: 500, body: '{"message":"It could not be saved now"}' })
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
      await expectAllInReach(page.getByRole('dialog'))
      await expect(toast(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expectAllInReach(dialog(page, 'Discard changes?'))
      await page.getByRole('button', { name: 'Discard' }).click()
      await openAction(page, 'Configure', machine.row)
      for (const tab of ['General', 'Games', 'Payment', 'Security', 'Technical']) {
        await page.getByRole('tab', { name: tab }).click()
        await expectAllInReach(page.getByRole('dialog'))
      }
    })

    test('on the report screens and in their results', async ({ page, signIn }) => {
      for (const path of ['/external', '/internal']) {
        await signIn('admin1', '', path)
        await page.getByRole('button', { name: 'Last 7 days' }).click()
        await expect(page.getByRole('region', { name: 'Chart' }).locator('svg').first()).toBeVisible()
        await page.getByRole('button', { name: 'Previous period' }).click()
        await expect(page.getByRole('table', { name: /^Compared/ })).toBeVisible()
        await expectScreenInReach(page)
      }
      // running the report has collapsed the filters
      await page.getByRole('button', { name: /^Filters: / }).click()
      await page
        .getByRole('button', { name: /^Choose date/ })
        .first()
        .click()
      await expectAllInReach(page.getByRole('dialog'))
    })

    test('on the settings screen and in its dialog', async ({ page, signIn }) => {
      await signIn('admin1')
      await openGames(page)
      await expect(gamesTable(page)).toBeVisible()
      await expectScreenInReach(page)
      await page.getByRole('button', { name: 'Add Game' }).click()
      await page.getByLabel('Game Name').press('Tab')
      await expect(page.getByText('Game name is required')).toBeVisible()
      await expectAllInReach(page.getByRole('dialog'))
    })
  })
}

// 1440 x 900 at 200 %
test.describe('at 720 x 450', () => {
  test.use({ viewport: { width: 720, height: 450 } })

  test('[SHELL-2] the drawer is an overlay and starts closed, filters collapse, and three rows are visible', async ({
    page,
    signIn,
  }) => {
    for (const [path, name] of [
      ['/', 'Managed Users'],
      ['/machines', 'Managed Machines'],
    ] as const) {
      await signIn('master', '', path)
      const rows = page.getByRole('table', { name }).locator('tr.data')
      for (const index of [0, 1, 2]) await expect(rows.nth(index)).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
      const screen = await page.locator('main').boundingBox()
      await page.getByRole('button', { name: 'Open menu' }).click()
      const drawer = page.getByRole('dialog', { name: 'Admin Console' })
      await expect(drawer).toBeVisible()
      expect((await drawer.boundingBox())!.width).toBe(280)
      expect(await page.locator('main').boundingBox()).toEqual(screen)
      await page.getByRole('button', { name: 'Close menu' }).click()
      await expect(drawer).toBeHidden()
    }
  })
})
