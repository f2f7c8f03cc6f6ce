import type { Page } from '@playwright/test'
import { versionNotice } from '../testing/consolePage'
import { documentWith, environmentDocument } from '../testing/environment'
import { handmadeMachines } from '../testing/handmadeRemote'
import { FAILED_REMOTE, FAILED_REQUEST } from '../testing/pageFaults'
import { expect, test, WITH_ALL } from '../testing/test'

const tomorrow = () => handmadeMachines('Tomorrow')
const ofToday = (page: Page) => page.getByRole('heading', { name: 'Managed Machines' })
const ofTomorrow = (page: Page) => page.getByText('Tomorrow', { exact: true })

test('after a deploy has removed the old files, the panel shows an error and the tab shows the new-version notice', async ({
  page,
  ownConsole,
  signIn,
  faults,
}) => {
  faults.expect(FAILED_REMOTE, FAILED_REQUEST)
  const { url, write, remote } = await ownConsole({ remotes: ['machines'] })
  const next = await tomorrow()
  await signIn('player1', url)
  write(documentWith({ machines: next.deployed }))
  remote('machines').fault(/./, { kind: 'answer', status: 404, body: '' })
  await page.getByRole('link', { name: 'Machines' }).click()
  await expect(page.getByRole('alert')).toContainText('No se pudo mostrar "Managed Machines"')
  const notice = versionNotice(page)
  await notice.getByRole('button', { name: 'Recargar' }).click()
  await expect(ofTomorrow(page)).toBeVisible()
  await next.close()
})

test(
  'two tabs run two versions at once, and a rollback takes effect at the next start',
  WITH_ALL,
  async ({ page, context, ownConsole, signIn }) => {
    const { url, write } = await ownConsole({})
    const next = await tomorrow()
    await signIn('player1', url)
    write(documentWith({ machines: next.deployed }))
    const other = await context.newPage()
    await other.goto(`${url}/machines`)
    await expect(ofTomorrow(other)).toBeVisible()
    await page.getByRole('link', { name: 'Machines' }).click()
    await expect(ofToday(page)).toBeVisible()

    write(environmentDocument())
    await other.reload()
    await expect(ofToday(other)).toBeVisible()
    await next.close()
  },
)
