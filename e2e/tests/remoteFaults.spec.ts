import { chooseInAccountMenu, heading, link, panel } from '../testing/consolePage'
import { FAILED_REMOTE, FAILED_REQUEST } from '../testing/pageFaults'
import { ENTRY } from '../testing/remoteFaultTable'
import { expect, test, WITH_ALL } from '../testing/test'

const MACHINES = 'Managed Machines'

test(
  'a remote that stays broken fails at each retry, and the user can sign out',
  WITH_ALL,
  async ({ page, ownConsole, signIn, faults }) => {
    faults.expect(FAILED_REMOTE, FAILED_REQUEST)
    const { url, remote } = await ownConsole({ remotes: ['machines'] })
    remote('machines').fault(/./, { kind: 'reset' })
    await signIn('player1', url)
    await link(page, 'Machines').click()
    for (const attempt of [1, 2, 3]) {
      await panel(page, MACHINES).getByRole('button', { name: 'Reintentar' }).click()
      await expect
        .poll(() => remote('machines').requests.some((path) => path.endsWith(`?r=${attempt}`)))
        .toBe(true)
      await expect(panel(page, MACHINES)).toBeVisible()
    }
    await chooseInAccountMenu(page, 'Logout')
    await expect(page).toHaveURL(`${url}/login`)
  },
)

test('[CONST-24] after 3 s a slow screen shows a notice, and Reintentar starts again while the first request hangs', async ({
  page,
  ownConsole,
  signIn,
}) => {
  const { url, remote } = await ownConsole({ remotes: ['machines'] })
  remote('machines').fault(ENTRY, { kind: 'hang' })
  await signIn('player1', url)
  const started = Date.now()
  await link(page, 'Machines').click()
  await expect(page.getByRole('progressbar', { name: 'Loading Managed Machines' })).toBeVisible()
  const notice = page
    .getByRole('status')
    .filter({ hasText: '"Managed Machines" tarda más de lo habitual en cargar.' })
  await expect(notice).toBeVisible()
  // a timer never fires early; how late it fires is not tested here
  expect(Date.now() - started).toBeGreaterThanOrEqual(2_900)

  remote('machines').fault(ENTRY, null)
  await notice.getByRole('button', { name: 'Reintentar' }).click()
  await expect(heading(page, MACHINES)).toBeVisible()
})

test(
  '[CONST-24] loading a part of the interface times out after 120 s',
  WITH_ALL,
  async ({ page, ownConsole, signIn, faults }) => {
    faults.expect(FAILED_REMOTE)
    await page.clock.install()
    const { url, remote } = await ownConsole({ remotes: ['machines'] })
    remote('machines').fault(ENTRY, { kind: 'hang' })
    await signIn('player1', url)
    await link(page, 'Machines').click()
    await expect.poll(() => remote('machines').requests.filter((path) => ENTRY.test(path)).length).toBe(1)
    await page.clock.runFor(115_000)
    await expect(page.getByRole('status').filter({ hasText: 'tarda más de lo habitual' })).toBeVisible()
    await page.clock.runFor(10_000)
    await expect(panel(page, MACHINES)).toContainText('sin respuesta en 120 segundos')
  },
)
