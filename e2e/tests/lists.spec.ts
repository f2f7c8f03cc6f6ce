import { chooseInAccountMenu } from '../testing/consolePage'
import { expect, test } from '../testing/test'
import { countLine, searchBox, usersTable } from '../testing/usersScreen'

const rows = (page: Parameters<typeof usersTable>[0]) => usersTable(page).locator('tbody tr.data')

test('lists are searched in one worker, which ends with the session', async ({ page, signIn }) => {
  await signIn('master')
  await expect(rows(page).first()).toBeVisible()
  await searchBox(page).fill('admin1')
  await expect(countLine(page)).toHaveText(/^\d+ of /)
  expect(page.workers().map((worker) => worker.url())).toEqual([
    expect.stringMatching(/list-worker\.\w+\.js$/),
  ])
  await chooseInAccountMenu(page, 'Logout')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect.poll(() => page.workers().length).toBe(0)
})

test('if the browser cannot start a worker, the page searches lists itself and logs a warning', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    globalThis.Worker = class {
      constructor() {
        throw new Error('no worker')
      }
    } as unknown as typeof Worker
  })
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await signIn('master')
  await searchBox(page).fill('admin1')
  await expect(countLine(page)).toHaveText(/^\d+ of /)
  await expect(rows(page).first()).toBeVisible()
  expect(warnings.filter((text) => text.includes('list worker failed'))).toHaveLength(1)
})
