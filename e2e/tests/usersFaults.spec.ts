import type { Page } from '@playwright/test'
import { BROKEN, type Fault } from '../testing/misbehaving'
import { FAILED_REMOTE } from '../testing/pageFaults'
import { expect, test, WITH_ALL } from '../testing/test'

const count = (page: Page) => page.getByRole('main').getByRole('status')
const errorAlert = (page: Page) => page.getByRole('alert').filter({ hasText: 'Error cargando datos' })

/** Calls that the page makes on its own. */
const ASIDE = ['/api/events', '/api/attention']
const HIERARCHY = '/api/Users/all-hierarchy'
const PAIR = ['/api/Users/children', '/api/Users/current']
const ways: [failing: RegExp[], what: string, calls: string[], seen: RegExp][] = [
  [[/all-hierarchy/], 'current and children', PAIR, /^\d{3} users$/],
  [[/all-hierarchy/, /children/], 'the plain list', ['/api/Users', ...PAIR], /^\d{3} users$/],
  [[/all-hierarchy/, /children/, /api\/Users$/], 'the user alone', ['/api/Users', ...PAIR], /^1 user$/],
]

for (const [failing, what, calls, seen] of ways) {
  test(
    `[CALL-6] [ERROR-9] a Master's list falls back to ${what} and shows an error, and a retry recovers`,
    WITH_ALL,
    async ({ page, faultyApi: { url, api }, signIn }) => {
      for (const path of failing) api.fault(path, BROKEN)
      await signIn('master', url)
      await expect(errorAlert(page)).toBeVisible()
      await expect(count(page)).toHaveText(seen)
      // the sign-in check has already read the current user
      const asked = api.requests.slice(api.requests.indexOf(HIERARCHY) + 1)
      expect(asked.filter((path) => !ASIDE.includes(path)).sort()).toEqual(calls)

      for (const path of failing) api.fault(path, null)
      await errorAlert(page).getByRole('button', { name: 'Reintentar' }).click()
      await expect(errorAlert(page)).toBeHidden()
      await expect(count(page)).toHaveText(/^\d{3} users$/)
    },
  )
}

test(
  'a screen and a list that failed offline are loaded once the browser is online',
  WITH_ALL,
  async ({ page, context, faultyApi: { url, api }, signIn, faults }) => {
    faults.expect(FAILED_REMOTE)
    const retry = page.getByRole('button', { name: 'Reintentar' })
    await signIn('admin1', url)
    await expect(page.locator('tr.data').first()).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Machines' }).click()
    await expect(page.getByRole('alert')).toContainText('No se pudo mostrar "Managed Machines"')
    api.fault(/api\/Machines$/, BROKEN)
    await context.setOffline(false)
    await expect(page.getByRole('alert').first()).toContainText('broken')
    await expect(retry.first()).toBeVisible()

    api.fault(/api\/Machines$/, null)
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.locator('tr.data').first()).toBeVisible()
    await expect(retry).toHaveCount(0)
  },
)

for (const [what, fault] of [
  ['a 500', BROKEN],
  ['no answer', { kind: 'reset' }],
  ['a page instead of a list', { kind: 'answer', status: 200, body: '<html></html>', type: 'text/html' }],
  ['an object instead of a list', { kind: 'answer', status: 200, body: '{}' }],
] as [string, Fault][]) {
  test(
    `[ERROR-16] [ERROR-9] [USERS-10] if the call for children gets ${what}, the empty list is shown with an error`,
    WITH_ALL,
    async ({ page, faultyApi: { url, api }, signIn }) => {
      api.fault(/Users\/children/, fault)
      await signIn('admin1', url)
      await expect(errorAlert(page)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible()
      await expect(page.getByText('The list of users could not be loaded.')).toBeVisible()

      api.fault(/Users\/children/, null)
      await errorAlert(page).getByRole('button', { name: 'Reintentar' }).click()
      await expect(errorAlert(page)).toBeHidden()
      await expect(count(page)).toHaveText(/^\d+ users$/)
    },
  )
}

test('a loading list shows skeletons, not an empty list', WITH_ALL, async ({ page, ownConsole, signIn }) => {
  const { url, api } = await ownConsole({ api: true })
  api.fault(/Users\/children/, { kind: 'slow', ms: 1500 })
  await signIn('admin1', url)
  const frame = page.getByRole('region', { name: 'Managed Users' })
  await expect(frame).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeHidden()
  await expect(frame).toHaveAttribute('aria-busy', 'false')
  await expect(count(page)).toHaveText(/^\d+ users$/)
})
