import type { Page } from '@playwright/test'
import { chooseInAccountMenu } from '../testing/consolePage'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'

/** Ways to break the web storage, injected before the page starts. */
const FAILING: readonly [what: string, fail: () => void][] = [
  [
    'blocked',
    () => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
    },
  ],
  [
    'not there',
    () => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, { value: null })
    },
  ],
  [
    'full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    },
  ],
]

for (const [what, fail] of FAILING) {
  test(`if the storage is ${what}, only remembered state is lost`, WITH_ALL, async ({ page }) => {
    await page.addInitScript(fail)
    await page.goto('/machines')
    await submitLogin(page, 'client1', PASSWORD)
    await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
    await page.getByRole('button', { name: 'Switch to dark mode' }).click()
    await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible()
    await chooseInAccountMenu(page, 'Logout')
    await expect(page).toHaveURL('/login')
    await submitLogin(page, 'client1', PASSWORD)
    await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
  })
}

const store = (page: Page, items: Record<string, string>) =>
  page.evaluate((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value)
  }, items)

for (const [what, items] of [
  ['a token of signs that no header may hold', { token: '\u2603\u2603' }],
  ['a token of several lines', { token: 'a\nb' }],
  ['a user that is null', { user: 'null' }],
  ['a user that is a text', { user: '"ana"' }],
] as const) {
  test(`${what} causes a sign-out, not a crash`, WITH_ALL, async ({ page, signIn }) => {
    await signIn('player1')
    await store(page, items)
    await page.goto('/machines')
    await expect(page).toHaveURL('/login')
    await submitLogin(page, 'player1', PASSWORD)
    await expect(page).toHaveURL('/machines')
  })
}

test(
  "wrongly typed fields of the stored user are replaced with the server's values",
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('player1')
    const user = { userId: { deep: 1 }, userName: ['x'], level: 'master', nameClient: 5 }
    await store(page, { user: JSON.stringify(user), themeMode: 'purple', other: 'x' })
    await page.reload()
    await expect(
      page.getByRole('complementary').getByRole('button', { name: 'View details player1' }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toBeVisible()
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '') as unknown)
    expect(stored).toMatchObject({ userName: 'player1', level: 7 })
  },
)

test(
  'clearing the storage while the console is open signs the user out at the next start',
  WITH_ALL,
  async ({ page, signIn }) => {
    await signIn('player1')
    await page.evaluate(() => localStorage.clear())
    await page.getByRole('link', { name: 'Machines' }).click()
    await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
    await page.reload()
    await expect(page).toHaveURL('/login')
  },
)
