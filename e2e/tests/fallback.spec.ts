import { chooseInAccountMenu, panel } from '../testing/consolePage'
import { shortenDeadlines } from '../testing/deadlines'
import { documentWith, environmentDocument } from '../testing/environment'
import { containerOf, handmadeMachines } from '../testing/handmadeRemote'
import { FAILED_REMOTE, FAILED_REQUEST } from '../testing/pageFaults'
import { telemetryServer } from '../testing/telemetry'
import { expect, test, WITH_ALL } from '../testing/test'

test("a missing release is replaced by the previous one, with that release's screens", async ({
  page,
  ownConsole,
  signIn,
  faults,
}) => {
  faults.expect(FAILED_REMOTE, FAILED_REQUEST)
  const yesterday = await handmadeMachines('Machines of yesterday')
  const { url, write, remote } = await ownConsole({ remotes: ['machines'] })
  const current = { ...environmentDocument().remotes.machines!, baseUrl: `${remote('machines').url}/` }
  remote('machines').fault(/./, { kind: 'answer', status: 404, body: 'Not found', type: 'text/plain' })
  write(documentWith({ machines: { ...current, previous: yesterday.deployed } }))
  await signIn('player1', url)
  await page.getByRole('link', { name: 'Machines' }).click()
  await expect(page.getByText('Machines of yesterday')).toBeVisible()
  // one retry, at an address with a query
  expect(remote('machines').requests.filter((path) => path.includes('?'))).toHaveLength(1)
  // the navigation entry comes from the release in use
  await expect(page.getByRole('link', { name: 'Managed Machines' })).toBeVisible()
  await yesterday.close()
})

test(
  'a release that hangs is replaced without a retry',
  WITH_ALL,
  async ({ page, ownConsole, signIn, faults }) => {
    faults.expect(FAILED_REMOTE, FAILED_REQUEST)
    await shortenDeadlines(page, { nextReleaseMs: 500 })
    const yesterday = await handmadeMachines('Machines of yesterday')
    const { url, write, remote } = await ownConsole({ remotes: ['machines'] })
    remote('machines').fault(/./, { kind: 'hang' })
    const current = { ...environmentDocument().remotes.machines!, baseUrl: `${remote('machines').url}/` }
    write(documentWith({ machines: { ...current, previous: yesterday.deployed } }))
    await signIn('player1', url, '/machines')
    await expect(page.getByText('Machines of yesterday')).toBeVisible()
    expect(remote('machines').requests.filter((path) => path.includes('?'))).toEqual([])
    await yesterday.close()
  },
)

test(
  'a canary is served to its share of users, and the about dialog shows the source of each release',
  WITH_ALL,
  async ({ page, ownConsole, signIn }) => {
    const canary = await handmadeMachines('Machines of tomorrow')
    const { url, write } = await ownConsole({})
    const current = environmentDocument().remotes.machines!
    const share = (percent: number) =>
      documentWith({ machines: { ...current, canary: { ...canary.deployed, percent } } })
    write(share(100))
    await signIn('player1', url)
    await page.getByRole('link', { name: 'Machines' }).click()
    await expect(page.getByText('Machines of tomorrow')).toBeVisible()
    const row = async () => {
      await chooseInAccountMenu(page, 'About this console')
      return page.getByRole('dialog', { name: 'About this console' }).getByRole('row', { name: /^machines/ })
    }
    await expect(await row()).toContainText(/0000beef\s*canary\s*Ready/)
    write(share(0))
    await page.goto(`${url}/machines`)
    await expect(page.getByRole('heading', { name: 'Managed Machines' })).toBeVisible()
    await expect(await row()).toContainText(/current\s*Ready/)
    await canary.close()
  },
)

const BROKEN = containerOf('() => { throw new Error("cannot read x") }')

test(
  'a screen that throws during render offers the previous release, and telemetry gets the error and the fallback',
  WITH_ALL,
  async ({ page, ownConsole, signIn, faults }) => {
    faults.expect(FAILED_REMOTE, /cannot read x/)
    const [broken, yesterday] = await Promise.all([
      handmadeMachines('', { code: BROKEN }),
      handmadeMachines('Machines of yesterday', { build: '0000dead' }),
    ])
    const telemetry = await telemetryServer()
    const { url, write } = await ownConsole({})
    const machines = { ...broken.deployed, previous: yesterday.deployed }
    write(documentWith({ machines }, { telemetryUrl: telemetry.url }))
    await signIn('player1', url, '/machines')
    const failed = panel(page, 'Managed Machines')
    await expect(failed).toContainText('machines 0.1.0: cannot read x')
    await failed.getByRole('button', { name: 'Usar la versión anterior (0.1.0)' }).click()
    await expect(page.getByText('Machines of yesterday')).toBeVisible()
    const ofMachines = () => telemetry.events.filter(({ remote }) => remote === 'machines')
    await expect
      .poll(() => ofMachines().map(({ build, source, phase }) => `${build} ${source} ${phase}`))
      .toEqual(['0000beef current render', '0000dead previous fallback', '0000dead previous mounted'])
    // the fallback lasts until the page is reloaded
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('link', { name: 'Machines' }).click()
    await expect(page.getByText('Machines of yesterday')).toBeVisible()
    await Promise.all([broken, yesterday, telemetry].map((server) => server.close()))
  },
)
