import type { Locator, Page } from '@playwright/test'
import { expectFocusIn, expectSeenFocus, press, tabTo } from '../testing/keyboard'
import { createBranch, createPerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'
import { action, createUserButton, dialog, searchBox, usersTable } from '../testing/usersScreen'

const main = (page: Page) => page.getByRole('main')
const announced = (page: Page) => page.locator('[aria-live=polite]')

/** Opens an element twice with its control and closes it with Escape: focus moves inside and back. */
async function expectFocusBack(opener: Locator, opened: Locator) {
  for (const time of ['first', 'second']) {
    await press(opener)
    await expect(opened, `${time} time`).toBeVisible()
    await expectFocusIn(opened)
    await opener.page().keyboard.press('Escape')
    await expect(opened).toBeHidden()
    await expect(opener, `${time} time`).toBeFocused()
    await expectSeenFocus(opener.page())
  }
}

test('each dialog returns the focus to the button that opened it', WITH_ALL, async ({ page, signIn }) => {
  const branch = await createBranch(6)
  const name = branch.at(-1)!.userName
  await signIn(branch[0]!.userName)
  const anyDialog = page.getByRole('dialog')
  const card = page.getByRole('complementary').getByRole('button', { name: /^View details/ })
  await expectFocusBack(page.getByRole('button', { name: 'Account menu' }), page.getByRole('menu'))
  await expectFocusBack(card, anyDialog)
  await expectFocusBack(createUserButton(page), anyDialog)
  await page.keyboard.press('/')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type(name)
  await expect(usersTable(page).locator('tr.data')).toHaveCount(1)
  for (const label of ['View details', 'Edit', 'Delete', 'Game Configuration', 'Create machine'])
    await expectFocusBack(action(page, label, name), anyDialog)

  for (const opened of ['Change password', 'About this console']) {
    await press(page.getByRole('button', { name: 'Account menu' }))
    const entry = page.getByRole('menuitem', { name: opened })
    // the menu opens with the focus on its first entry, or on the one used last
    await expect(async () => {
      await page.keyboard.press('ArrowDown')
      await expect(entry).toBeFocused({ timeout: 100 })
    }).toPass()
    await page.keyboard.press('Enter')
    await expectFocusIn(dialog(page, opened))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeFocused()
  }
})

test(
  'a dialog opened from an action menu gets the focus and returns it to the menu button',
  WITH_ALL,
  async ({ page, signIn }) => {
    const owner = await createPerson('owner')
    const name = (await createPerson('in menu', owner)).userName
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(owner.userName)
    const actions = page.getByRole('button', { name: `Actions ${name}` })
    for (const time of ['first', 'second']) {
      await press(actions)
      await expect(page.getByRole('menu')).toBeVisible()
      while (
        !(await page
          .getByRole('menuitem', { name: `Delete ${name}` })
          .evaluate((item) => item === document.activeElement))
      )
        await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(dialog(page, 'Confirm Deletion')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Cancel' }), `${time} time`).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(actions, `${time} time`).toBeFocused()
    }
  },
)

test(
  'a new page is announced and focused without a ring, and Skip to content skips the menu',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('admin1')
    await expect(announced(page)).toBeEmpty()
    await press(page.getByRole('button', { name: 'Skip to content' }))
    await expect(main(page)).toBeFocused()
    const navigation = page.getByRole('navigation', { name: 'Main' })
    for (const [label, title] of [
      ['Machines', 'Managed Machines'],
      ['External', 'External Data'],
      ['Settings', 'Settings'],
    ] as const) {
      await tabTo(navigation.getByRole('link', { name: label }), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(announced(page)).toHaveText(title)
      await expect(page).toHaveTitle(`${title} · Admin Console`)
      await expect(main(page)).toBeFocused()
      await expect(main(page)).toHaveCSS('outline-style', 'none')
    }
    await page.goBack()
    await expect(announced(page)).toHaveText('External Data')
    await expect(main(page)).toBeFocused()

    await page.goto('/nowhere')
    await press(page.getByRole('link', { name: 'Volver al Dashboard' }))
    await expect(announced(page)).toHaveText('Managed Users')
    await expect(main(page)).toBeFocused()
    await press(page.getByRole('button', { name: 'Account menu' }))
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Username')).toBeFocused()
    await expect(announced(page)).toHaveText('Login')
  },
)

test(
  'on a phone the menu opens a screen and focuses it, and Back closes it',
  WITH_ALL,
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn('client1')
    const open = page.getByRole('button', { name: 'Open menu' })
    const menu = page.getByRole('dialog', { name: 'Admin Console' })
    await press(open)
    await expectFocusIn(menu)
    await page.keyboard.press('Escape')
    await expect(open).toBeFocused()
    await page.keyboard.press('Enter')
    await press(page.getByRole('link', { name: 'Machines' }))
    await expect(announced(page)).toHaveText('Managed Machines')
    await expect(main(page)).toBeFocused()
    await press(open)
    await expectFocusIn(menu)
    await page.evaluate(() => history.back())
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL('/machines')
  },
)
