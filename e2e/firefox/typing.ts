import type { Locator, Page } from '@playwright/test'
import { expect, PASSWORD, submitLogin } from '../testing/test'

/** Replaces a field's text with key presses, because React does not notice a value set by the driver. */
export async function retype(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

export async function enter(page: Page, userName: string): Promise<void> {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await submitLogin(page, userName, PASSWORD)
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
}
