import type { Page } from '@playwright/test'
import { shortenDeadlines } from '../support/deadlines'
import type { Fault } from '../support/misbehaving'
import { FAILED_REMOTE, FAILED_REQUEST } from '../support/pageFaults'
import { expect, test } from '../support/test'

const ENTRY = /remoteEntry/
const CHUNK = /async\/managed-machines/
const panel = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'No se pudo mostrar "Managed Machines"' })
const machines = (page: Page) => page.getByRole('heading', { name: 'Managed Machines' })
const go = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label }).click()

const faultsOfRemotes: [what: string, path: RegExp, fault: Fault][] = [
  ['the server is down', /./, { kind: 'reset' }],
  ['the entry is 404', ENTRY, { kind: 'answer', status: 404, body: 'Not found', type: 'text/plain' }],
  ['the entry is 500', ENTRY, { kind: 'answer', status: 500, body: '{}' }],
  [
    'the entry is a page of HTML',
    ENTRY,
    { kind: 'answer', status: 200, body: '<html></html>', type: 'text/html' },
  ],
  ['one byte of the entry is altered', ENTRY, { kind: 'tamper' }],
  ['the entry lacks its CORS header', ENTRY, { kind: 'without', headers: ['access-control-allow-origin'] }],
  ['the entry hangs', ENTRY, { kind: 'hang' }],
  [
    'the screen’s chunk is 404',
    CHUNK,
    { kind: 'answer', status: 404, body: 'Not found', type: 'text/plain' },
  ],
  ['one byte of the chunk is altered', CHUNK, { kind: 'tamper' }],
  ['the chunk hangs', CHUNK, { kind: 'hang' }],
]

for (const [what, path, fault] of faultsOfRemotes) {
  test(`${what}: a named panel in the screen's place, the rest usable, and 'Reintentar' heals without a reload`, async ({
    page,
    ownConsole,
    signIn,
    faults,
  }) => {
    faults.expect(FAILED_REMOTE, FAILED_REQUEST, /integrity/, /CORS policy/, /MIME type/)
    await shortenDeadlines(page, { noticeMs: 500, giveUpMs: 1_500 })
    const { url, remote } = await ownConsole({ remotes: ['machines'] })
    remote('machines').fault(path, fault)
    await signIn('player1', url)
    await page.evaluate(() => Object.assign(window, { stillHere: true }))
    await go(page, 'Machines')
    await expect(panel(page)).toContainText(
      /machines 1\.0\.0: (sus archivos no se pudieron cargar de|sin respuesta en) /,
    )

    await go(page, 'Settings')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await go(page, 'Machines')
    await expect(panel(page)).toBeVisible()

    remote('machines').fault(path, null)
    await panel(page).getByRole('button', { name: 'Reintentar' }).click()
    await expect(machines(page)).toBeVisible()
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
  })
}

test('a remote that stays broken fails again at each try, and the shell lets one sign out', async ({
  page,
  ownConsole,
  signIn,
  faults,
}) => {
  faults.expect(FAILED_REMOTE, FAILED_REQUEST)
  const { url, remote } = await ownConsole({ remotes: ['machines'] })
  remote('machines').fault(/./, { kind: 'reset' })
  await signIn('player1', url)
  await go(page, 'Machines')
  for (const attempt of [1, 2, 3]) {
    await panel(page).getByRole('button', { name: 'Reintentar' }).click()
    await expect
      .poll(() => remote('machines').requests.some((path) => path.endsWith(`?r=${attempt}`)))
      .toBe(true)
    await expect(panel(page)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${url}/login`)
})

test('[CONST-24] after 3 s a waiting screen says so, and Reintentar starts afresh while the first request hangs', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const { url, remote } = await ownConsole({ remotes: ['machines'] })
  remote('machines').fault(ENTRY, { kind: 'hang' })
  await signIn('player1', url)
  const started = Date.now()
  await go(page, 'Machines')
  await expect(page.getByRole('progressbar', { name: 'Loading Managed Machines' })).toBeVisible()
  const notice = page
    .getByRole('status')
    .filter({ hasText: '"Managed Machines" tarda más de lo habitual en cargar.' })
  await expect(notice).toBeVisible()
  // a timer never fires early; how late it may be is not a matter of this test
  expect(Date.now() - started).toBeGreaterThanOrEqual(2_900)

  remote('machines').fault(ENTRY, null)
  await notice.getByRole('button', { name: 'Reintentar' }).click()
  await expect(machines(page)).toBeVisible()
})

test('[CONST-24] an interface part has 120 s', async ({ page, ownConsole, signIn, faults }) => {
  faults.expect(FAILED_REMOTE)
  await page.clock.install()
  const { url, remote } = await ownConsole({ remotes: ['machines'] })
  remote('machines').fault(ENTRY, { kind: 'hang' })
  await signIn('player1', url)
  await go(page, 'Machines')
  await expect.poll(() => remote('machines').requests.filter((path) => ENTRY.test(path)).length).toBe(1)
  await page.clock.runFor(115_000)
  await expect(page.getByRole('status').filter({ hasText: 'tarda más de lo habitual' })).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(panel(page)).toContainText('sin respuesta en 120 segundos')
})
