import type { Page } from '@playwright/test'
import { chooseInAccountMenu } from '../testing/consolePage'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'

async function logout(page: Page): Promise<void> {
  await chooseInAccountMenu(page, 'Logout')
  await expect(page).toHaveURL('/login')
}

test('Back after Logout shows nothing of the session', WITH_ALL, async ({ page, signIn }) => {
  await signIn('client1')
  await page.getByRole('link', { name: 'Machines' }).click()
  await expect(page.getByRole('table').locator('tr.data').first()).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await logout(page)
  for (const _screen of ['Machines', 'Users']) {
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Login Info Center' })).toBeVisible()
    await expect(page).toHaveURL('/login')
    await expect(page.locator('tr.data')).toHaveCount(0)
  }
})

test(
  'Back to the console after signing out in another tab shows nothing of the session',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('client1', '', '/machines')
    await expect(page.getByRole('table').locator('tr.data').first()).toBeVisible()
    await page.goto('about:blank')
    const other = await page.context().newPage()
    await other.goto('/settings')
    await logout(other)
    await page.goBack()
    await expect(page).toHaveURL('/login')
    await expect(page.locator('tr.data')).toHaveCount(0)
  },
)

test('the login leaves no history entry', WITH_ALL, async ({ page }) => {
  await page.goto('/token-debug')
  await page.goto('/machines')
  await submitLogin(page, 'client1', PASSWORD)
  await expect(page).toHaveURL('/machines')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.goBack()
  await expect(page).toHaveURL('/machines')
  await page.goBack()
  await expect(page).toHaveURL('/token-debug')
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
})

test('a deep link opens its screen with filters, signed in or not', WITH_ALL, async ({ page, signIn }) => {
  const link = '/external?dateFrom=2026-10-25&dateTo=2026-10-26&timeFrom=08%3A30&timeTo=09%3A45'
  const arrives = async () => {
    await expect(page.getByLabel('From Date', { exact: true })).toHaveValue('25-10-2026')
    await expect(page.getByRole('combobox', { name: 'To minute' })).toHaveText('45')
    await expect(page).toHaveURL(link)
  }
  await page.goto(link)
  await submitLogin(page, 'client1', PASSWORD)
  await arrives()
  await page.reload()
  await arrives()
  await signIn('client1', '', link)
  await arrives()
})

for (const from of [
  '//evil.test',
  '/\\evil.test',
  'https://evil.test/',
  '/\t/evil.test',
  'javascript:alert(1)',
  5,
]) {
  test(
    `a return path to another origin is not followed: ${JSON.stringify(from)}`,
    WITH_ALL,
    async ({ page }) => {
      await page.goto('/login')
      await page.evaluate(
        (path) => history.replaceState({ usr: { from: path }, key: 'forged', idx: 0 }, ''),
        from,
      )
      await page.reload()
      await submitLogin(page, 'player1', PASSWORD)
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
    },
  )
}

test('Back restores the scroll position of a long screen', WITH_ALL, async ({ page, signIn }) => {
  await signIn('master', '', '/external?range=last7days&run=1')
  const main = page.getByRole('main')
  const results = page.getByRole('heading', { name: 'Total per machine' })
  await results.scrollIntoViewIfNeeded()
  await main.evaluate((element) => element.scrollTo({ top: 500 }))
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  expect(await main.evaluate((element) => element.scrollTop)).toBe(0)
  await page.goBack()
  await expect(results).toBeVisible()
  await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBe(500)
})

test(
  'Back closes an open menu, list or calendar first, and nothing else',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('master')
    await page.getByRole('link', { name: 'Activity' }).click()
    const main = page.getByRole('main')
    await expect(main.locator('tr.data').first()).toBeVisible()
    for (const [opener, opened] of [
      [page.getByRole('button', { name: 'Account menu' }), page.getByRole('menu')],
      [main.getByRole('button', { name: /^Export / }), page.getByRole('menu')],
      [main.getByRole('combobox', { name: 'Kind' }), page.getByRole('listbox')],
      [main.getByRole('combobox', { name: 'Target' }), page.getByRole('listbox')],
      [main.getByRole('button', { name: 'Choose date' }).first(), page.getByRole('dialog')],
    ] as const) {
      await opener.click()
      await expect(opened).toBeVisible()
      await page.goBack()
      await expect(opened).toBeHidden()
      await expect(page).toHaveURL('/activity')
    }
    await page.goBack()
    await expect(page).toHaveURL('/')
  },
)
