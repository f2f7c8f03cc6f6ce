import type { Locator, Page } from '@playwright/test'
import { expect, PASSWORD, submitLogin } from '../support/test'

/** Puts a text in the place of what stands in a field, by its keys: React does not see what the driver writes. */
export async function retype(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

/** Signs in as a user does, by the form. */
export async function enter(page: Page, userName: string): Promise<void> {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await submitLogin(page, userName, PASSWORD)
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
}
