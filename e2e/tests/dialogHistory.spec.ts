import type { Page } from '@playwright/test'
import { heading } from '../testing/consolePage'
import { expect, test, WITH_ALL, WITH_MOTION } from '../testing/test'

test.use(WITH_MOTION)

const goBack = (page: Page) => page.evaluate(() => history.back())
const goForward = (page: Page) => page.evaluate(() => history.forward())
const rows = (page: Page) => page.locator('tr.data')
const details = (page: Page) => page.getByRole('dialog', { name: /^User Details/ })

test('Back closes a dialog first and keeps the screen, and Forward opens nothing', async ({
  page,
  signIn,
}) => {
  await signIn('admin1', '', '/machines')
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByLabel('Search users').fill('client')
  await expect(page).toHaveURL('/?search=client')
  await expect(rows(page).first()).toBeVisible()
  const length = () => page.evaluate(() => history.length)
  const entries = await length()

  for (const way of ['Back', 'Escape']) {
    await page
      .getByRole('button', { name: /^View details client/ })
      .first()
      .click()
    await expect(details(page)).toBeVisible()
    // the dialog's history entry is added a moment later
    await expect.poll(length).toBe(entries + 1)
    if (way === 'Back') await goBack(page)
    else await page.keyboard.press('Escape')
    await expect(details(page)).toBeHidden()
    await expect(page).toHaveURL('/?search=client')
    await expect(page.getByLabel('Search users')).toHaveValue('client')
  }
  await expect.poll(() => page.evaluate(() => Boolean(history.state.usr?.dialog))).toBe(false)
  await goForward(page)
  await expect.poll(() => page.evaluate(() => Boolean(history.state.usr?.dialog))).toBe(false)
  await expect(details(page)).toBeHidden()
  await goBack(page)
  await expect(heading(page, 'Managed Machines')).toBeVisible()
})

test(
  'a reload under a dialog and a link inside one leave no extra history entry',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('master', '', '/machines')
    await page.getByRole('link', { name: 'Activity' }).click()
    await expect(rows(page).first()).toBeVisible()
    await page
      .getByRole('button', { name: /^Details / })
      .first()
      .click()
    await expect.poll(() => page.evaluate(() => history.state.usr?.dialog)).toBe('open')
    await page.reload()
    await expect(heading(page, 'Activity')).toBeVisible()
    await expect.poll(() => page.evaluate(() => Boolean(history.state.usr?.dialog))).toBe(false)

    await page
      .getByRole('button', { name: /^Details / })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^User / })
      .first()
      .click()
    await expect(heading(page, 'Managed Users')).toBeVisible()
    await goBack(page)
    await expect(heading(page, 'Activity')).toBeVisible()
    await expect.poll(() => page.evaluate(() => Boolean(history.state.usr?.dialog))).toBe(false)
    await goForward(page)
    await expect(heading(page, 'Managed Users')).toBeVisible()
    await goBack(page)
    await expect(heading(page, 'Activity')).toBeVisible()
    await goBack(page)
    await expect(heading(page, 'Managed Machines')).toBeVisible()
  },
)
