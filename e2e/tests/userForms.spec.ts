import type { Page } from '@playwright/test'
import { call } from '../testing/api'
import { goBack } from '../testing/consolePage'
import { createPerson, freshName } from '../testing/people'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { expect, PASSWORD, test, WITH_ALL, WITH_MOTION } from '../testing/test'
import { dialog } from '../testing/usersScreen'

test.use(WITH_MOTION)

const form = (page: Page) => dialog(page, 'Create New Sub-Administrator')
const question = (page: Page) => dialog(page, 'Discard changes?')
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

/** Opens the form as a new administrator, and types a name and a password. */
async function typed(page: Page, signIn: (account: string) => Promise<void>) {
  const admin = await createPerson('admin')
  await signIn(admin.userName)
  await page.getByRole('button', { name: 'Create Your First User' }).click()
  const name = freshName('draft')
  await form(page).getByLabel('Username').fill(name)
  await form(page).getByLabel('Password').fill(PASSWORD)
  return { admin, name }
}

/** Ends the session on the server; the form finds out when it is submitted. */
async function endSession(page: Page) {
  await call('POST', '/api/Auth/logout', (await storedToken(page)) ?? '')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Your session has ended')).toBeVisible()
}
async function signInOver(page: Page, account: string) {
  const over = dialog(page, 'Your session has ended')
  await over.getByLabel('Username').fill(account)
  await over.getByLabel('Password').fill(PASSWORD)
  await over.getByRole('button', { name: 'Login' }).click()
  await expect(over).toBeHidden()
}

test(
  '[STATE-4] if the session ends while a form is open, the same user signs in over it and continues',
  WITH_ALL,
  async ({ page, signIn, faults }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const { admin, name } = await typed(page, signIn)
    await endSession(page)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(name)
    await signInOver(page, admin.userName)
    await expect(form(page).getByLabel('Username')).toHaveValue(name)
    await expect(form(page).getByRole('alert')).toHaveCount(0)
    await form(page).getByRole('button', { name: 'Create Sub-Administrator' }).click()
    await expect(page.getByText('Usuario creado con éxito')).toBeVisible()
  },
)

test(
  'after signing in again over a form, focus returns to the button that was pressed, and Enter saves',
  WITH_ALL,
  async ({ page, signIn, faults }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const { admin } = await typed(page, signIn)
    const save = form(page).getByRole('button', { name: 'Create Sub-Administrator' })
    await call('POST', '/api/Auth/logout', (await storedToken(page)) ?? '')
    await save.click()
    await signInOver(page, admin.userName)
    await expect(save).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Usuario creado con éxito')).toBeVisible()
  },
)

test(
  "if the session ends while a form is open, another user's sign-in discards the draft",
  WITH_ALL,
  async ({ page, signIn, faults }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    await typed(page, signIn)
    await endSession(page)
    await signInOver(page, 'player1')
    await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
    await expect(form(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Create Your First User' })).toHaveCount(0)
  },
)

test('leaving unsaved edits by Escape, by Back or by closing the tab asks for confirmation', async ({
  page,
  signIn,
}) => {
  await signIn((await createPerson('admin')).userName)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('button', { name: 'Create Your First User' }).click()
  await expect(form(page).getByLabel('Username')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()

  await page.getByRole('button', { name: 'Create Your First User' }).click()
  await form(page).getByLabel('Username').fill('draft')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(form(page).getByLabel('Username')).toHaveValue('draft')
  await expect(form(page).getByLabel('Username')).toBeFocused()

  await goBack(page)
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/\/\?do=create&open=user:\d+$/)
  await expect(form(page).getByLabel('Username')).toHaveValue('draft')

  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const browsersQuestion = await asked
  expect(browsersQuestion.type()).toBe('beforeunload')
  await browsersQuestion.dismiss()
  await expect(form(page).getByLabel('Username')).toHaveValue('draft')

  await goBack(page)
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(form(page)).toBeHidden()
  await expect(page).toHaveURL('/')
})
