import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { CHROMIUM_FLAGS, chromiumHere } from '@console/delivery/chromium'
import { serveHost, serveRemote } from '@console/delivery/serve'
import { localAddress, ports, REMOTES } from '@console/shared-kernel/ports'
import { freePort } from '../../api/testing/cluster'
import { shellCommands } from '../testing/markdown'
import { root } from '../lib/paths'
import { start, startNode, stopAll, type Running } from '../../packages/emulator/src/processes'
import { IN_MEMORY, startApi } from '../lib/servers'
import { packAll } from '../pack'
import { waitUntilAnswered } from '../lib/ports'

const TIMEOUT_MS = 60_000

interface Registry {
  url: string
  /** Environment variables for npm. */
  env: Record<string, string>
  close: () => Promise<void>
}

/**
 * Accepts the console's packages, and gets all other packages from this machine's registry.
 * @param upstream the address of that registry
 */
async function startRegistry(folder: string, port: number, upstream: string): Promise<Registry> {
  const file = join(folder, 'verdaccio.json')
  writeFileSync(
    file,
    JSON.stringify({
      storage: join(folder, 'storage'),
      auth: { htpasswd: { file: join(folder, 'htpasswd') } },
      uplinks: { upstream: { url: upstream, timeout: '60s', maxage: '60m' } },
      packages: {
        '@console/*': { access: '$all', publish: '$authenticated' },
        '**': { access: '$all', proxy: 'upstream' },
      },
      max_body_size: '100mb',
      log: { type: 'stdout', format: 'pretty', level: 'warn' },
    }),
  )
  execFileSync(process.execPath, [join(root, 'scripts/install.mjs'), 'scripts/tools'], { stdio: 'inherit' })
  const program = join(root, 'scripts/tools/node_modules/verdaccio/bin/verdaccio')
  const server = startNode([program, '--config', file, '--listen', `localhost:${port}`], { cwd: folder })
  const url = `http://localhost:${port}/`
  await waitUntilAnswered(`${url}-/ping`, AbortSignal.timeout(TIMEOUT_MS)).catch((error: Error) => {
    throw new Error(`${error.message}\n${server.tail()}`)
  })
  const created = await fetch(`${url}-/user/org.couchdb.user:console`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'console', password: 'console-of-a-test' }),
  })
  const { token } = (await created.json()) as { token: string }
  return {
    url,
    env: { npm_config_registry: url, [`npm_config_//localhost:${port}/:_authToken`]: token },
    close: () => server.stop(),
  }
}

/*
 * A team outside this repository gets from nothing to its screen in a deployed console with only the commands
 * of docs/write-a-remote.md. The packages come from a local registry.
 */

jest.setTimeout(30 * 60_000)

const COMMANDS = shellCommands(readFileSync(join(root, 'docs/write-a-remote.md'), 'utf8'))
const PASSWORD = 'demo1234'
const COMMAND = join(root, 'delivery', 'bin', 'console-delivery.mjs')

const folder = mkdtempSync(join(tmpdir(), 'console-walk-'))
const team = join(folder, 'team')
const site = join(folder, 'site')
let browserPath: string | undefined
/** Ports of the emulator's console. */
const emulated = ports(14_600)
/** Ports of the deployed console. */
const deployed = ports(15_800)
const releasesPort = 15_850
const closing: (() => Promise<unknown>)[] = []
let registry: Registry
let browser: Browser
let env: Record<string, string | undefined>

const deliver = (...words: string[]) =>
  execFileSync(process.execPath, [COMMAND, ...words, '--site', site], { encoding: 'utf8' })

beforeAll(async () => {
  browserPath = await chromiumHere()
  for (const each of [team, site, join(folder, 'registry'), join(folder, 'packages')]) mkdirSync(each)
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  registry = await startRegistry(join(folder, 'registry'), await freePort(), upstream)
  closing.push(registry.close)
  const settings = { ...registry.env, npm_config_cache: join(folder, 'cache'), npm_config_yes: 'true' }
  for (const file of packAll(join(folder, 'packages'))) {
    execFileSync('npm', ['publish', file], { env: { ...process.env, ...settings }, stdio: 'pipe' })
  }
  browser = await chromium.launch({
    args: CHROMIUM_FLAGS,
    ...(browserPath && { executablePath: browserPath }),
  })
  closing.push(() => browser.close())
  const delivery = await deployConsole()
  env = {
    ...settings,
    PORT: String(emulated.host),
    // Playwright does not run with these variables of jest
    JEST_WORKER_ID: undefined,
    NODE_ENV: undefined,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    ...(browserPath && { CHROMIUM_PATH: browserPath }),
    ...delivery,
  }
})

afterAll(async () => {
  await Promise.allSettled(closing.reverse().map((close) => close()))
  await stopAll()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Deploys an operator's console, and returns what the team gets from the operator: the service's address and a token.
 */
async function deployConsole() {
  deliver(
    ...['init', '--env', 'staging', '--time-zone', 'Europe/Madrid', '--api-url', localAddress(deployed.api)],
    ...['--reports-url', localAddress(deployed.external), '--releases-url', `${localAddress(releasesPort)}/`],
  )
  for (const name of ['host', ...REMOTES.map((remote) => `remote-${remote}`)]) {
    const release = /^Published (.*)\.$/m.exec(deliver('publish', join(root, name, 'dist')))![1]!
    deliver('promote', release, '--env', 'staging', '--why', 'first')
  }
  deliver('team', 'set', 'outside', '--owns', 'hello')
  const [token] = deliver('team', 'token', 'outside').split('\n')
  const port = await freePort()
  const service = startNode([COMMAND, 'serve', '--listen', `127.0.0.1:${port}`, '--site', site], {
    // tests may run as root, for whom browsers have no sandbox
    env: { VERIFY_SANDBOX: 'off' },
  })
  closing.push(() => service.stop())
  const api = startApi(deployed, IN_MEMORY)
  closing.push(() => api.stop())
  await api.ready
  const page = join(site, 'environments', 'staging', 'public')
  const servings = await Promise.all([
    serveHost({ root: page, environmentFile: join(page, 'environment.json'), port: deployed.host }),
    serveRemote({ root: site, port: releasesPort }),
  ])
  closing.push(...servings.map(({ close }) => close))
  return { CONSOLE_DELIVERY_URL: `http://127.0.0.1:${port}`, CONSOLE_DELIVERY_TOKEN: token! }
}

async function opened(url: string): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(url)
  await page.getByLabel('Username').fill('admin1')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.locator('[type=submit]').click()
  await page.getByRole('link', { name: 'Hello' }).click()
  await page.getByText('Welcome, admin1.').waitFor()
  return page
}

async function seesChanges(cwd: string): Promise<void> {
  const page = await opened(localAddress(emulated.host))
  const screen = join(cwd, 'src/app/Hello.tsx')
  const text = readFileSync(screen, 'utf8')
  writeFileSync(screen, text.replace('Welcome', 'Good evening'))
  await page.getByText('Good evening, admin1.').waitFor()
  writeFileSync(screen, text)
  await page.getByText('Welcome, admin1.').waitFor()
  await page.close()
}

const waitForOutput = async (running: Running, words: string) => {
  let hasEnded = false
  void running.ended.then(() => (hasEnded = true))
  while (!running.tail().includes(words)) {
    if (hasEnded) throw new Error(running.tail())
    await pause(250)
  }
}

test('a remote is made with only the commands of docs/write-a-remote.md', async () => {
  expect(COMMANDS).toEqual(
    expect.arrayContaining([
      'npm create @console/remote hello',
      'npm install',
      'npm run dev',
      'npm run build',
    ]),
  )
  const began = Date.now()
  let cwd = team
  for (const command of COMMANDS) {
    const started = Date.now()
    const [, target] = /^cd (.+)$/.exec(command) ?? []
    if (target !== undefined) {
      cwd = join(cwd, target)
      continue
    }
    const running = start('sh', ['-c', command], { cwd, env })
    if (command === 'npm run dev') {
      await waitForOutput(running, 'console-emulator ready')
      await seesChanges(cwd)
      await running.stop()
    } else {
      const { code } = await running.ended
      if (code !== 0) throw new Error(`${command}\n${running.tail()}`)
    }
    console.info(`${((Date.now() - started) / 60_000).toFixed(1)} min  ${command}`)
  }
  await (await opened(localAddress(deployed.host))).close()
  console.info(`${((Date.now() - began) / 60_000).toFixed(1)} min in all`)
})
