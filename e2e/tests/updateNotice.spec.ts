import { environmentDocument } from '../support/environment'
import { containerOf, handmadeRemote } from '../support/handmadeRemote'
import { expect, test } from '../support/test'
import { createUserButton } from '../support/usersScreen'

test('an open tab is told of a new version once its files answer, never over a form, and reloads at a word', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const { url, write, remote } = await ownConsole({ remotes: ['machines'] })
  const next = await handmadeRemote({
    name: 'machines',
    path: '/machines',
    title: 'Machines of tomorrow',
    code: containerOf('() => "Tomorrow"'),
  })
  await signIn('master', url)
  const notice = page.getByRole('status').filter({ hasText: 'Hay una versión nueva de la consola' })
  const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const asked = () => remote('machines').requests.length

  // the same origin, a release whose files are not there yet
  const document = environmentDocument({ remotes: { machines: remote('machines').url } })
  const machines = document.remotes.machines!
  remote('machines').fault(/remoteEntry/, { kind: 'answer', status: 404, body: '' })
  const changed = { ...machines, release: { ...machines.release, build: 'ffffffff' } }
  write({ ...document, revision: 2, remotes: { ...document.remotes, machines: changed } })
  const before = asked()
  await lookAgain()
  await expect.poll(asked).toBeGreaterThan(before)
  await expect(notice).toBeHidden()

  await createUserButton(page).click()
  await page.getByRole('dialog').getByLabel('Username').fill('half filled')
  write({ ...document, revision: 3, remotes: { ...document.remotes, machines: next.deployed } })
  await lookAgain()
  await page
    .waitForResponse((response) => response.url().endsWith('/environment.json'))
    .catch(() => undefined)
  await expect(notice).toBeHidden()

  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /Discard|Descartar/ }).click()
  await expect(notice).toBeVisible()
  // whoever goes on has the old files
  remote('machines').fault(/remoteEntry/, null)
  await page.getByRole('link', { name: 'Machines' }).click()
  await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
  await notice.getByRole('button', { name: 'Recargar' }).click()
  await expect(page.getByText('Tomorrow', { exact: true })).toBeVisible()
  await expect(notice).toBeHidden()
  await next.close()
})
