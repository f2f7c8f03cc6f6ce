import type { Page } from '@playwright/test'
import { FAILED_CALL, FAILED_REQUEST } from '../support/pageFaults'
import type { Fault } from '../support/misbehaving'
import { expect, test } from '../support/test'

const BROKEN: Fault = { kind: 'answer', status: 500, body: '{"message":"broken"}' }
const count = (page: Page) => page.getByRole('main').getByRole('status')
const errorAlert = (page: Page) => page.getByRole('alert').filter({ hasText: 'Error cargando datos' })

const ways: [failing: RegExp[], what: string, calls: string[], seen: RegExp][] = [
  [[/all-hierarchy/], 'current and children', ['/api/Users/current', '/api/Users/children'], /^\d{3} users$/],
  [[/all-hierarchy/, /children/], 'the plain list', ['/api/Users'], /^\d{3} users$/],
  [[/all-hierarchy/, /children/, /api\/Users$/], 'the user alone', ['/api/Users'], /^1 user$/],
]

for (const [failing, what, calls, seen] of ways) {
  test(`[CALL-6] [ERROR-9] a Master's list falls back to ${what}, says so, and heals`, async ({
    page,
    ownConsole,
    signIn,
    faults,
  }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const { url, api } = await ownConsole({ api: true })
    for (const path of failing) api.fault(path, BROKEN)
    await signIn('master', url)
    await expect(errorAlert(page)).toBeVisible()
    await expect(count(page)).toHaveText(seen)
    for (const call of calls) expect(api.requests).toContain(call)
    expect(api.requests.filter((path) => path === '/api/Users/all-hierarchy')).toHaveLength(1)

    for (const path of failing) api.fault(path, null)
    await errorAlert(page).getByRole('button', { name: 'Reintentar' }).click()
    await expect(errorAlert(page)).toBeHidden()
    await expect(count(page)).toHaveText(/^\d{3} users$/)
  })
}

for (const [what, fault] of [
  ['a 500', BROKEN],
  ['no answer', { kind: 'reset' }],
  ['a page instead of a list', { kind: 'answer', status: 200, body: '<html></html>', type: 'text/html' }],
  ['an object instead of a list', { kind: 'answer', status: 200, body: '{}' }],
] as [string, Fault][]) {
  test(`[ERROR-16] [ERROR-9] [USERS-10] children with ${what} is an empty list that does not pass for one`, async ({
    page,
    ownConsole,
    signIn,
    faults,
  }) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const { url, api } = await ownConsole({ api: true })
    api.fault(/Users\/children/, fault)
    await signIn('admin1', url)
    await expect(errorAlert(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible()
    await expect(page.getByText('The list of users could not be loaded.')).toBeVisible()

    api.fault(/Users\/children/, null)
    await errorAlert(page).getByRole('button', { name: 'Reintentar' }).click()
    await expect(errorAlert(page)).toBeHidden()
    await expect(count(page)).toHaveText(/^\d+ users$/)
  })
}

test('[USERS-10] while the list loads its place holds skeletons, not an empty list', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const { url, api } = await ownConsole({ api: true })
  api.fault(/Users\/children/, { kind: 'slow', ms: 1500 })
  await signIn('admin1', url)
  const frame = page.getByRole('region', { name: 'Managed Users' })
  await expect(frame).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeHidden()
  await expect(frame).toHaveAttribute('aria-busy', 'false')
  await expect(count(page)).toHaveText(/^\d+ users$/)
})
