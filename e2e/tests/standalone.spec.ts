import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { rsbuild } from '../support/changedBuild'
import { addresses, ownConsolePort } from '../support/addresses'
import { remoteDist } from '../support/folders'
import { expect, PASSWORD, submitLogin, test } from '../support/test'

test('a remote runs alone for its developers: they sign in and see its screen', async ({ page }, {
  parallelIndex,
}) => {
  test.setTimeout(60_000)
  const port = ownConsolePort(parallelIndex)
  const server = spawn(process.execPath, [rsbuild, 'dev', '--config', 'standalone.config.ts'], {
    cwd: dirname(remoteDist('users')),
    env: {
      ...process.env,
      CONSOLE_PORT: String(port),
      API_URL: addresses.api,
      EXTERNAL_REPORTS_URL: addresses.externalReports,
    },
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  const origin = `http://localhost:${port}`
  await expect
    .poll(
      () =>
        fetch(origin).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(200)

  await page.goto(origin)
  await expect(page.getByRole('heading', { name: 'remote-users' })).toBeVisible()
  await submitLogin(page, 'admin1', PASSWORD)
  await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
  await expect(page.locator('tr.data').first()).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  server.kill()
  await ended
})
