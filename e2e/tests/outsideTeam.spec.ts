import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { localAddress } from '@console/shared-kernel/ports'
import { start } from '../../packages/emulator/src/processes'
import { PACKAGES, packAll, type Manifest } from '../../scripts/pack'
import { createTeamFolder } from '../../scripts/testing/teamFolder'
import { addresses, emulatorPorts as base } from '../testing/addresses'
import { link } from '../testing/consolePage'
import { createSite, type DeliverySite } from '../testing/deliverySite'
import { environmentDocument } from '../testing/environment'
import { hostDist } from '../testing/folders'
import { ACCOUNTS, expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'

/*
 * A team that has the console's packages but not its repository: a folder elsewhere, with the packages from
 * tarballs. Libraries are linked; `npm run test:long -- walk` installs them.
 */

const folder = join(tmpdir(), `console-team-${process.pid}`)
const remote = join(folder, 'remote-hello')

/** `npm run dev` needs the emulator, which contains a copy of every build. */
const packages: readonly string[] = process.env.CONSOLE_TEST_ALL
  ? PACKAGES
  : PACKAGES.filter((name) => name !== 'packages/emulator')

const env = { ...process.env, PORT: String(base.host) }
const npm = (...words: string[]) =>
  promisify(execFile)('npm', ['run', '--silent', ...words], { cwd: remote, env })
const delivery = (site: DeliverySite, ...words: string[]) =>
  promisify(execFile)(join(folder, 'node_modules/.bin/console-delivery'), [...words, '--site', site.root], {
    cwd: remote,
  }).then(({ stdout }) => stdout)

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(120_000)
  mkdirSync(folder)
  const tarballs = packAll(folder, { packages, areChecked: true })
  const byName = tarballs.map((file, at) => [`@console/${basename(packages[at]!)}`, file])
  const team = createTeamFolder(folder, Object.fromEntries(byName) as Record<string, string>)
  await promisify(execFile)(join(folder, 'node_modules/.bin/create-remote'), ['hello'], { cwd: folder })
  const manifest = JSON.parse(readFileSync(join(remote, 'package.json'), 'utf8')) as Manifest
  team.link(...Object.keys(manifest.devDependencies ?? {}))
})
test.afterAll(() => rmSync(folder, { recursive: true }))

async function pollFor<Value>(read: () => Value | null): Promise<Value> {
  let value = read()
  await expect.poll(() => (value = read()) !== null, { timeout: 60_000 }).toBe(true)
  return value!
}

/** Expects the page to show a change to the screen's source, and its reversal. */
async function expectReload(page: Page): Promise<void> {
  const screen = join(remote, 'src/app/Hello.tsx')
  const text = readFileSync(screen, 'utf8')
  writeFileSync(screen, text.replace('Welcome', 'Good evening'))
  await expect(page.getByText('Good evening, admin1.')).toBeVisible()
  writeFileSync(screen, text)
  await expect(page.getByText('Welcome, admin1.')).toBeVisible()
}

/** Runs `npm run dev` and collects its output. */
const develop = (...words: string[]) => start('npm', ['run', 'dev', ...words], { cwd: remote, env })

test(
  'npm run dev opens the remote in the released console, and reloads it when its source changes',
  WITH_ALL,
  async ({ page }) => {
    test.setTimeout(120_000)
    const dev = develop()
    try {
      await expect
        .poll(dev.tail, { timeout: 60_000 })
        .toContain(`The console is ready:  ${localAddress(base.host)}`)
      for (const word of [...ACCOUNTS, PASSWORD]) expect(dev.tail()).toContain(word)
      await page.goto(localAddress(base.host))
      await submitLogin(page, 'admin1', PASSWORD)
      // the other remotes are there, and the API with its demo data
      await expect(page.locator('tr.data').first()).toBeVisible()
      await link(page, 'Hello').click()
      await expect(page.getByText('Welcome, admin1.')).toBeVisible()
      await page.getByRole('button', { name: 'Change greeting' }).click()
      await page.getByRole('textbox', { name: 'Greeting' }).fill('Good morning')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Good morning, admin1.')).toBeVisible()

      await expectReload(page)
      await page.close()
    } finally {
      await dev.stop()
    }
    // no server is left running
    for (const port of [base.host, base.api, ...Object.values(base.remotes), base.host + 105]) {
      await expect(fetch(localAddress(port))).rejects.toThrow('fetch failed')
    }
  },
)

test(
  'npm run dev -- --console opens the remote in a deployed console that allows the origin, and reloads changes',
  WITH_ALL,
  async ({ page, ownConsole }) => {
    test.setTimeout(120_000)
    const origin = localAddress(base.host + 105)
    const { url, write } = await ownConsole({})
    write({ ...environmentDocument(), developer: true, overrides: [origin] })
    const dev = develop('--', '--console', url)
    try {
      const [address] = await pollFor(() => /http\S+remote\.hello=\S+/.exec(dev.tail()))
      await expect
        .poll(() =>
          fetch(`${origin}/release.json`).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
        .toBe(true)
      await page.goto(address)
      await page.getByRole('button', { name: 'Cargar este código' }).click()
      await submitLogin(page, 'admin1', PASSWORD)
      await link(page, 'Hello').click()
      await expect(page.getByText('Welcome, admin1.')).toBeVisible()
      await expectReload(page)
      // an open page would try to reach the dev server again
      await page.close()
    } finally {
      await dev.stop()
    }
  },
)

test('the build is published, and verified without a browser', WITH_ALL, async ({}, { parallelIndex }) => {
  test.setTimeout(60_000)
  const site = await createSite(parallelIndex, addresses.api)
  await site.promote(await site.publish(hostDist), 'first')
  await npm('build')
  expect(await delivery(site, 'publish', '.')).toContain('Published hello@1.0.0')
  expect(await delivery(site, 'verify', 'hello@1.0.0', '--env', 'staging', '--no-browser')).toContain(
    'hello@1.0.0',
  )
  site.remove()
})
