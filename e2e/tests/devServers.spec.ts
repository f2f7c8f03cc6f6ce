import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { localAddress } from '@console/shared-kernel/ports'
import { paths } from '../../scripts/lib/paths'
import { startNode } from '../../packages/emulator/src/processes'
import { addresses, developmentPorts, ownConsolePort } from '../testing/addresses'
import { hostDist, remoteDist } from '../testing/folders'
import { misbehaving } from '../testing/misbehaving'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'

const closing: (() => Promise<void>)[] = []
test.afterEach(async ({ page }) => {
  // the page first: it reports an error if a dev server stops while the page still fetches an update from it
  try {
    await page.close()
  } finally {
    await Promise.all(closing.splice(0).map((close) => close()))
  }
})

test(
  'a remote runs standalone: a developer can sign in and see its screen',
  WITH_ALL,
  async ({ page }, { parallelIndex }) => {
    test.setTimeout(60_000)
    const port = ownConsolePort(parallelIndex)
    await startDevServer(port, {
      folder: dirname(remoteDist('users')),
      args: ['--config', '../packages/remote-preset/standalone.config.ts'],
      env: { API_URL: addresses.api, EXTERNAL_REPORTS_URL: addresses.externalReports },
    })

    await page.goto(localAddress(port))
    await expect(page.getByRole('heading', { name: 'remote-users' })).toBeVisible()
    await submitLogin(page, 'admin1', PASSWORD)
    await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
    await expect(page.locator('tr.data').first()).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByLabel('Username')).toBeVisible()
  },
)

test('the console runs from its sources, and leaves built files unchanged', WITH_ALL, async ({ page }) => {
  test.setTimeout(60_000)
  const { host, remotes, api } = developmentPorts
  const env = { NODE_ENV: 'development' }
  closing.push((await misbehaving(addresses.api, api)).close)
  await Promise.all([
    startDevServer(remotes['users']!, { folder: dirname(remoteDist('users')), path: '/release.json', env }),
    startDevServer(host, { folder: dirname(hostDist), env }),
  ])

  await page.goto(localAddress(host))
  await submitLogin(page, 'admin1', PASSWORD)
  await expect(page.locator('tr.data').first()).toBeVisible()
  expect(existsSync(join(hostDist, 'host.json'))).toBe(true)
  expect(existsSync(join(remoteDist('users'), 'release.json'))).toBe(true)
})

interface DevServer {
  folder: string
  args?: string[]
  /** The path that answers once the server is ready. */
  path?: string
  env: NodeJS.ProcessEnv
}

async function startDevServer(port: number, { folder, args = [], path = '/', env }: DevServer) {
  const server = startNode([paths.rsbuild, 'dev', ...args], {
    cwd: folder,
    env: { CONSOLE_PORT: String(port), ...env },
  })
  closing.push(() => server.stop())
  const status = () =>
    fetch(localAddress(port) + path).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(status, { timeout: 30_000 }).toBe(200)
}
