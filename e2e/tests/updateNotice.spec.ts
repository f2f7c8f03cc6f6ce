import type { Environment } from '@console/shared-kernel/remote'
import { versionNotice } from '../testing/consolePage'
import { environmentDocument } from '../testing/environment'
import { handmadeMachines } from '../testing/handmadeRemote'
import { FAILED_REMOTE, FAILED_REQUEST } from '../testing/pageFaults'
import { createPerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'

test('an open tab announces a new version once its files can be loaded, never over a form, and reloads on request', async ({
  page,
  ownConsole,
  signIn,
  faults,
}) => {
  // the panel's files may be preloaded while they are missing: the browser then reuses that response for
  // the first load
  faults.expect(FAILED_REMOTE, FAILED_REQUEST)
  const { url, write, remote } = await ownConsole({ remotes: ['machines'] })
  const next = await handmadeMachines('Tomorrow', { title: 'Machines of tomorrow' })
  const admin = await createPerson('admin')
  await signIn(admin.userName, url)
  const notice = versionNotice(page)
  const dialog = page.getByRole('dialog')
  /** Brings the tab to the front, which makes it read the environment and its files. */
  const refocusTab = () =>
    Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'HEAD'),
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
    ])

  const published = environmentDocument({ remotes: { machines: remote('machines').url } })
  const machines = published.remotes.machines!
  const publish = (revision: number, deployed: Environment['remotes'][string]) =>
    write({ ...published, revision, remotes: { ...published.remotes, machines: deployed } })

  remote('machines').fault(/remoteEntry/, { kind: 'answer', status: 404, body: '' })
  publish(2, { ...machines, release: { ...machines.release, build: 'ffffffff' } })
  await refocusTab()
  await expect(notice).toBeHidden()

  await page.getByRole('button', { name: 'Create Your First User' }).click()
  await dialog.getByLabel('Username').fill('half filled')
  remote('machines').fault(/remoteEntry/, null)
  await refocusTab()
  await expect(notice).toBeHidden()
  await expect(dialog.getByLabel('Username')).toHaveValue('half filled')

  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(notice).toBeVisible()
  // a user who ignores the notice keeps the old files
  await page.getByRole('link', { name: 'Machines' }).click()
  await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
  publish(3, next.deployed)
  await notice.getByRole('button', { name: 'Recargar' }).click()
  await expect(page.getByText('Tomorrow', { exact: true })).toBeVisible()
  await expect(notice).toBeHidden()
  await next.close()
})

test(
  'a tab that must reload shows a notice, and reloads five minutes later, but never over a form',
  WITH_ALL,
  async ({ page, ownConsole, signIn }) => {
    const { url, write } = await ownConsole({})
    const admin = await createPerson('admin')
    await page.clock.install()
    await signIn(admin.userName, url)
    write({ ...environmentDocument(), revision: 2, minimumRevision: 2 })
    await page.evaluate(() => Object.assign(window, { stillHere: true }))
    const isSamePage = () => page.evaluate(() => 'stillHere' in window)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    const notice = page.getByRole('status').filter({ hasText: 'esta deja de valer' })
    await expect(notice).toBeVisible()

    await page.getByRole('button', { name: 'Create Your First User' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Username').fill('half filled')
    await page.clock.fastForward('10:00')
    await page.waitForTimeout(500)
    expect(await isSamePage()).toBe(true)
    await expect(dialog.getByLabel('Username')).toHaveValue('half filled')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(notice).toBeVisible()
    expect(await isSamePage()).toBe(true)

    await page.getByRole('link', { name: 'Machines' }).click()
    // evaluating fails while the page is being replaced
    await expect(async () => expect(await isSamePage()).toBe(false)).toPass()
    await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.waitForTimeout(500)
    await expect(notice).toBeHidden()
  },
)
