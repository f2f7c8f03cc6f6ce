import { expect, test } from '@playwright/test'

test('the screen opens from the navigation, and its dialog changes the greeting', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Username').fill('admin1')
  await page.getByLabel('Password').fill('demo1234')
  await page.locator('[type=submit]').click()

  await page.getByRole('link', { name: 'Hello' }).click()
  await expect(page.getByText('Welcome, admin1.')).toBeVisible()
  await page.getByRole('button', { name: 'Change greeting' }).click()
  await page.getByRole('textbox', { name: 'Greeting' }).fill('Good morning')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Good morning, admin1.')).toBeVisible()
})
