import type { Locator } from '@playwright/test'
import { link } from '../testing/consolePage'
import { labelsOf } from '../testing/remotes'
import { expect, test, WITH_ALL } from '../testing/test'

/** The labels of the entries that look different from most others. */
async function marked(navigation: Locator): Promise<string[]> {
  const looks = await navigation.getByRole('link').evaluateAll((links) =>
    links.map((link) => {
      const { color, backgroundColor } = getComputedStyle(link)
      return { label: link.textContent, look: `${color} on ${backgroundColor}` }
    }),
  )
  const numberOf = (wanted: string) => looks.filter(({ look }) => look === wanted).length
  return looks.filter(({ look }) => numberOf(look) < looks.length / 2).map(({ label }) => label)
}

test('[SHELL-1] [SCREEN-2] [SCREEN-3] the navigation reaches every screen and marks the active one', async ({
  page,
  signIn,
}) => {
  await signIn('player1')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link')).toHaveText(labelsOf(7))
  for (const [label, path, title] of [
    ['Machines', '/machines', 'Managed Machines'],
    ['External', '/external', 'External Data'],
    ['Internal', '/internal', 'Internal Data'],
    ['Settings', '/settings', 'Settings'],
    ['Users', '/', 'Managed Users'],
  ] as const) {
    await navigation.getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(`${title} · Admin Console`)
    await expect(navigation.locator('[aria-current="page"]')).toHaveText(label)
    // the bar shows it too, as plain text
    await expect(
      page.getByRole('banner').getByText('Admin Dashboard').locator('xpath=following-sibling::*'),
    ).toHaveText(label)
    await expect(page.locator('[aria-current]:visible')).toHaveText([label])
    // colours fade over some frames
    await expect.poll(() => marked(navigation)).toEqual([label])
  }
})

test('[SHELL-2] [SHELL-4] [CONST-8] the 280 px drawer starts open and can be closed; the theme covers the whole interface and is remembered from the first paint', async ({
  page,
  signIn,
}) => {
  await signIn('admin1')
  const drawer = page.getByRole('complementary', { name: 'Admin Console' })
  await expect(drawer.getByRole('heading', { name: 'Admin Console' })).toBeVisible()
  expect((await drawer.boundingBox())?.width).toBe(280)
  const screen = page.getByRole('main')
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect(drawer).toBeHidden()
  // a rail of icons takes its place
  await expect.poll(async () => (await screen.boundingBox())?.x).toBe(64)
  await expect(link(page, 'Users')).toHaveAttribute('aria-current', 'page')
  await expect(page.locator('[aria-current]:visible')).toHaveCount(1)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(drawer).toBeVisible()
  await expect.poll(async () => (await screen.boundingBox())?.x).toBe(280)

  await expect(page.getByText('Admin Dashboard')).toBeVisible()
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  const toDark = page.getByRole('button', { name: 'Switch to dark mode' })
  await toDark.hover()
  await expect(page.getByRole('tooltip', { name: 'Switch to dark mode' })).toBeVisible()
  await toDark.click()
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible()
  expect(await background()).not.toBe(light)
  expect(await page.evaluate(() => localStorage.getItem('themeMode'))).toBe('dark')

  // the first frame: the browser paints none before the head's style sheet and script are loaded
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      ;(globalThis as { early?: string }).early = getComputedStyle(document.documentElement).backgroundColor
    })
  })
  await page.reload()
  await expect
    .poll(() => page.evaluate(() => (globalThis as { early?: string }).early))
    .toBe('rgb(14, 17, 22)')
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible()
  expect(await background()).not.toBe(light)
})

test('[SHELL-2] next to a panel that leaves it no room, the drawer covers the screen and its bar', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1000, height: 800 })
  await signIn('admin1', '', '/')
  await page.locator('tr.data td').first().click()
  await expect(page.getByRole('button', { name: 'Close panel' })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Admin Console' })
  for (const part of [
    drawer.getByRole('heading', { name: 'Admin Console' }),
    drawer.getByRole('button', { name: 'Close menu' }),
  ]) {
    await expect(part).toBeVisible()
    await expect
      .poll(() =>
        part.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect()
          return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
        }),
      )
      .toBe(true)
  }
  await drawer.getByRole('button', { name: 'Close menu' }).click()
  await expect(drawer).toBeHidden()
})

test(
  '[SHELL-5] the account menu shows the username, its entries and Logout',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('client1')
    const button = page.getByRole('button', { name: 'Account menu' })
    await expect(button).toHaveText('C')
    await button.click()
    await expect(page.getByRole('menu')).toContainText('client1')
    await expect(page.getByRole('menuitem')).toHaveText([
      'Change password',
      'Security',
      'About this console',
      'Logout',
    ])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(button).toBeFocused()
  },
)

test(
  "[SHELL-11] [SHELL-12] [SHELL-13] the user card opens the user's own details",
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('client1')
    await page.getByRole('button', { name: 'View details client1' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'User Details: client1' })
    const fact = (label: string) =>
      dialog.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
      'Identity Information',
      'User Information',
    ])
    await expect(fact('User ID')).toHaveText(/^\d+$/)
    await expect(fact('Username')).toHaveText('client1')
    await expect(fact('Password')).toHaveText('••••••••')
    await dialog.getByRole('button', { name: 'Show password' }).click()
    await expect(fact('Password')).toHaveText('No disponible')
    await dialog.getByRole('button', { name: 'Hide password' }).click()
    await expect(fact('Password')).toHaveText('••••••••')
    await expect(fact('Level')).toHaveText('Client')
    await expect(fact('Country')).toHaveText('Spain')
    await expect(fact('Created By')).toHaveText(
      /^subdistributor1Created on [A-Z][a-z]{2} \d{2}, \d{4}, \d{2}:\d{2}$/,
    )
    await expect(fact('Machines')).toHaveText('Active machine')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  },
)

test.describe('below 600 px', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('[SHELL-2] the drawer covers the screen and closes when an entry is chosen, and no screen scrolls sideways', async ({
    page,
    signIn,
  }) => {
    await signIn('master')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await expect(navigation).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await navigation.getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings')
    await expect(navigation).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(navigation).toBeHidden()

    for (const path of ['/settings', '/', '/machines', '/external', '/nowhere', '/token-debug']) {
      // the menu entry has already opened this page
      if (path !== '/settings') await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 390])
    }
  })
})
