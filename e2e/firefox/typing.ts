import type { Page } from '@playwright/test'
import { expect, PASSWORD, submitLogin } from '../testing/test'

export async function enter(page: Page, userName: string): Promise<void> {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await submitLogin(page, userName, PASSWORD)
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
}
