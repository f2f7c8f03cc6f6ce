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

/** A form with a typed name, for the test's own administrator. */
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
  'a sign-in as another user in one tab changes the user of the other',
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

test('Logout in one tab discards the draft of the other', WITH_ALL, async ({ page, signIn }) => {
  const userName = await typed(page, signIn)
  await logout(await secondTab(page))
  await expect(page).toHaveURL('/login')
  await submitLogin(page, userName, PASSWORD)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible()
  await expect(form(page)).toBeHidden()
})

test(
  'a session that ends in one tab interrupts the form of the other, and a sign-in there continues it',
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

test('clearing the storage in another tab signs out this one', WITH_ALL, async ({ page, signIn }) => {
  await signIn('client1', '', '/machines')
  const other = await secondTab(page)
  await other.evaluate(() => localStorage.clear())
  await expect(page).toHaveURL('/login')
})

test('the theme of one tab is that of the other', WITH_ALL, async ({ page, signIn }) => {
  await signIn('client1')
  const other = await page.context().newPage()
  await other.goto('/settings')
  await other.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible()
})

test(
  'two tabs whose token is refused at once both return to their addresses',
  WITH_ALL,
  async ({ page, signIn, ownConsole, faults }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const { url, api } = await ownConsole({ api: true })
    await signIn('client1', url, '/machines')
    const other = await page.context().newPage()
    await other.goto(`${url}/settings`)
    await expect(other.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()

    const refused = { kind: 'answer', status: 401, body: '{"message":"over"}' } as const
    api.fault(/Users\/current/, refused)
    await Promise.all([page.reload(), other.reload()])
    for (const tab of [page, other]) await expect(tab).toHaveURL(`${url}/login`)

    api.fault(/Users\/current/, null)
    await submitLogin(page, 'client1', PASSWORD)
    await expect(page).toHaveURL(`${url}/machines`)
    await expect(other).toHaveURL(`${url}/settings`)
  },
)
