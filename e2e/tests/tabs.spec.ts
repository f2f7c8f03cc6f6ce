import type { Page } from '@playwright/test'
import { tokenOf } from '../testing/api'
import { chooseInAccountMenu } from '../testing/consolePage'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { createPerson } from '../testing/people'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'
import { dialog } from '../testing/usersScreen'

const form = (page: Page) => dialog(page, 'Create New Sub-Administrator')
const ended = (page: Page) => dialog(page, 'Your session has ended')

/** A second tab, on a screen that makes no calls of its own. */
async function secondTab(page: Page): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(new URL('/token-debug', page.url()).href)
  return other
}

/** Opens the form as a new administrator and types a name. @returns the administrator's name */
async function typed(page: Page, signIn: (account: string) => Promise<void>): Promise<string> {
  const { userName } = await createPerson('admin')
  await signIn(userName)
  await page.getByRole('button', { name: 'Create Your First User' }).click()
  await form(page).getByLabel('Username').fill('draft')
  return userName
}

async function logout(page: Page): Promise<void> {
  await page.goto('/settings')
  await chooseInAccountMenu(page, 'Logout')
}

test(
  'signing in as another user in one tab switches the other tab to that user',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('client1', '', '/machines')
    const other = await secondTab(page)
    const token = await tokenOf('admin1')
    await other.evaluate((given) => {
      localStorage.removeItem('user')
      localStorage.setItem('token', given)
    }, token!)
    await expect(
      page.getByRole('complementary').getByRole('button', { name: 'View details admin1' }),
    ).toBeVisible()
    await expect(page).toHaveURL('/machines')
    await expect(page.getByRole('table').locator('tr.data').nth(5)).toBeVisible()
  },
)

test('Logout in one tab discards the draft in the other', WITH_ALL, async ({ page, signIn }) => {
  const userName = await typed(page, signIn)
  await logout(await secondTab(page))
  await expect(page).toHaveURL('/login')
  await submitLogin(page, userName, PASSWORD)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible()
  await expect(form(page)).toBeHidden()
})

test(
  'a session that ends in one tab interrupts the form in the other, and a new sign-in in the first tab resumes it',
  WITH_ALL,
  async ({ page, signIn }) => {
    const userName = await typed(page, signIn)
    const other = await secondTab(page)
    await other.evaluate(() => localStorage.removeItem('token'))
    await expect(ended(page)).toBeVisible()

    await other.goto('/login')
    await submitLogin(other, userName, PASSWORD)
    await expect(other.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
    await expect(ended(page)).toBeHidden()
    await expect(form(page).getByLabel('Username')).toHaveValue('draft')
  },
)

test('clearing the storage in one tab signs out the other', WITH_ALL, async ({ page, signIn }) => {
  await signIn('client1', '', '/machines')
  const other = await secondTab(page)
  await other.evaluate(() => localStorage.clear())
  await expect(page).toHaveURL('/login')
})

test('a theme change in one tab applies to the other', WITH_ALL, async ({ page, signIn }) => {
  await signIn('client1')
  const other = await page.context().newPage()
  await other.goto('/settings')
  await other.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible()
})

test(
  'two tabs whose token is rejected at the same time both return to their addresses after a sign-in',
  WITH_ALL,
  async ({ page, signIn, ownConsole, faults }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const { url, api } = await ownConsole({ api: true })
    await signIn('client1', url, '/machines')
    const other = await page.context().newPage()
    await other.goto(`${url}/settings`)
    await expect(other.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()

    const rejected = { kind: 'answer', status: 401, body: '{"message":"over"}' } as const
    api.fault(/Users\/current/, rejected)
    await Promise.all([page.reload(), other.reload()])
    for (const tab of [page, other]) await expect(tab).toHaveURL(`${url}/login`)

    api.fault(/Users\/current/, null)
    await submitLogin(page, 'client1', PASSWORD)
    await expect(page).toHaveURL(`${url}/machines`)
    await expect(other).toHaveURL(`${url}/settings`)
  },
)
