import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { localAddress, REMOTES } from '@console/shared-kernel/build/ports'
import { ownConsolePort, stackPorts } from '../support/addresses'
import { changedBuild, rsbuild } from '../support/changedBuild'
import { hostDist, remoteDist, root, runFolder } from '../support/folders'
import { handmadeRelease } from '../support/handmadeRemote'
import { nginxProgram, startNginx, type Nginx } from '../support/nginx'
import { rowOf } from '../support/usersScreen'
import { expect, test } from '../support/test'

/* Two teams deliver through a site that nginx serves, as docs/operate.md says. */

const COMMAND = join(root, 'delivery', 'bin', 'console-delivery.mjs')
const RELEASES_PORT = stackPorts.host + 460
const API_PORT = stackPorts.host + 461
/** Nobody listens there: a process of the API that is down. */
const DEAD_PORT = stackPorts.host + 462

const PUBLISHED = /^Published (.*)\.$/

let site: string
let nginx: Nginx
let consolePort: number

async function delivery(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args, '--site', site])
  return stdout.trim()
}

async function init(): Promise<void> {
  const addresses = [
    ...['--api-url', localAddress(API_PORT)],
    ...['--reports-url', localAddress(stackPorts.external)],
    ...['--releases-url', `${localAddress(RELEASES_PORT)}/`],
  ]
  await delivery('init', '--env', 'staging', ...addresses, '--time-zone', 'Europe/Madrid')
}

async function startSite(worker: number): Promise<void> {
  site = mkdtempSync(join(tmpdir(), 'console-delivery-'))
  consolePort = ownConsolePort(worker)
  await init()
  for (const dist of [hostDist, ...REMOTES.map(remoteDist)]) {
    const [, release] = PUBLISHED.exec(await delivery('publish', dist)) ?? []
    await delivery('promote', release!, '--env', 'staging', '--why', 'first')
  }
  const listen = [
    ...['--console', `127.0.0.1:${consolePort}`],
    ...['--releases', `127.0.0.1:${RELEASES_PORT}`],
    ...['--api', `127.0.0.1:${API_PORT}`],
  ]
  const upstreams = [DEAD_PORT, stackPorts.api].flatMap((port) => ['--upstream', `127.0.0.1:${port}`])
  const configuration = await delivery('nginx', '--env', 'staging', ...listen, ...upstreams)
  nginx = await startNginx(nginxProgram!, join(site, 'nginx'), configuration, consolePort)
}

const createButton = (page: Page, label: string) =>
  page.getByRole('main').getByRole('button', { name: label, exact: true })

async function flow({
  page,
  signIn,
}: {
  page: Page
  signIn: (account: string, at?: string) => Promise<void>
}) {
  const url = localAddress(consolePort)
  await signIn('admin1', url)
  await expect(createButton(page, 'Create User')).toBeVisible()

  // a half-filled form is open when the other version is promoted
  await rowOf(page, 'distributor1')
  await page.getByRole('button', { name: 'Create user distributor1', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Username').fill('half-filled')
  const dist = await changedBuild('users', 'src/features/users/UsersScreen.tsx', 'Create User', 'Add a User')
  const [, release] = PUBLISHED.exec(await delivery('publish', dist)) ?? []
  expect(await delivery('verify', release!, '--env', 'staging')).toContain('and its screens mount')
  await delivery('promote', release!, '--env', 'staging', '--why', 'a better word')
  await expect(form.getByLabel('Username')).toHaveValue('half-filled')

  const other = await page.context().newPage()
  const scripts: string[] = []
  other.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await other.goto(url)
  await expect(createButton(other, 'Add a User')).toBeVisible()
  // what the page's tags ask for early is what is run, and is not asked for again
  expect(scripts.filter((script, at) => scripts.indexOf(script) !== at)).toEqual([])
  // the old tab goes on, with code of the old version that it has not loaded before
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await rowOf(page, 'client1')
  await page.getByRole('button', { name: 'Game Configuration client1', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Game Configuration')

  await delivery('rollback', 'users', '--env', 'staging', '--why', 'the old word was better')
  await other.reload()
  await expect(createButton(other, 'Create User')).toBeVisible()
}

/** A fifth remote, made of the template, appears with its route and its entry; the host stays as it was. */
async function fifthRemote({ page }: { page: Page }) {
  const folder = join(runFolder, 'remote-hello')
  cpSync(join(root, 'docs', 'remote-template'), folder, { recursive: true })
  await promisify(execFile)(process.execPath, ['--import', 'tsx', rsbuild, 'build'], { cwd: folder })
  await delivery('publish', folder)
  await delivery('verify', 'hello@1.0.0', '--env', 'staging')
  await delivery('promote', 'hello@1.0.0', '--env', 'staging', '--why', 'a fifth remote')
  await page.goto(localAddress(consolePort))
  await page.getByRole('navigation').getByRole('link', { name: 'Hello' }).click()
  await expect(page.getByText('Hello, admin1.')).toBeVisible()
}

async function servesAsItShould() {
  const get = (port: number, path: string, headers: Record<string, string> = {}) =>
    fetch(localAddress(port) + path, { headers })
  const home = await get(consolePort, '/machines')
  expect(home.status).toBe(200)
  expect(home.headers.get('cache-control')).toBe('no-cache')
  expect(home.headers.get('content-security-policy')).toContain(localAddress(RELEASES_PORT))
  expect(home.headers.get('integrity-policy')).toContain('script')
  const [, script] = /src="(\/static\/js\/index[^"]+)"/.exec(await home.text()) ?? []
  const code = await get(consolePort, script!, { 'Accept-Encoding': 'gzip' })
  expect(code.headers.get('cache-control')).toContain('immutable')
  expect(code.headers.get('content-encoding')).toBe('gzip')
  const gone = await get(RELEASES_PORT, '/users/1.0.0-gone/remoteEntry.00000000.js')
  expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-cache'])
  for (const missing of ['/static/js/index.00000000.js', '/missing.png', '/.hidden']) {
    expect((await get(consolePort, missing)).status).toBe(404)
  }
  const record = await get(RELEASES_PORT, '/environments/staging/settings.json')
  expect(record.status).toBe(404)
  expect((await get(API_PORT, '/healthz')).status).toBe(200)
}

/** Screens that the checks of files find nothing wrong with, and what is said of them. */
const FAULTY: Record<string, [component: string, said: string]> = {
  './Now': [
    "() => { throw new Error('at once') }",
    'mount: /Now: it did not mount: No se pudo mostrar "./Now"',
  ],
  './Later': [
    "() => { setTimeout(() => { throw new Error('later') }); return 'here' }",
    'mount: /Later: page error: later',
  ],
  './Picture': [
    "() => { new Image().src = 'https://elsewhere.example/x'; return 'here' }",
    'mount: /Picture: policy violation: img-src https://elsewhere.example/x',
  ],
}

test('a release is refused whose screens fail, throw or break the policy in a browser', async () => {
  test.slow()
  const components = Object.entries(FAULTY).map(([module, [component]]) => `'${module}': ${component}`)
  const code = (container: string) => `const screens = { ${components.join(', ')} }
    window['${container}'] = { init() {}, get: async (name) => () => ({ default: screens[name] }) }`
  const { release, content } = handmadeRelease({ name: 'faulty', code })
  const screens = Object.keys(FAULTY).map((module) => ({
    path: module.slice(1),
    module,
    title: module,
    preload: [],
  }))
  site = mkdtempSync(join(tmpdir(), 'console-delivery-'))
  const folder = join(site, 'built')
  mkdirSync(folder)
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ ...release, screens }))
  writeFileSync(join(folder, release.entry), content)

  await init()
  const [, host] = PUBLISHED.exec(await delivery('publish', hostDist)) ?? []
  await delivery('promote', host!, '--env', 'staging', '--why', 'first')
  await delivery('publish', folder)
  const refusal = await delivery('verify', 'faulty@0.1.0', '--env', 'staging').catch(String)
  for (const [, said] of Object.values(FAULTY)) expect(refusal).toContain(said)
  rmSync(site, { recursive: true })
})

if (nginxProgram) {
  test('under nginx a remote is published, promoted and rolled back while a form is open, and a fifth one appears', async ({
    page,
    signIn,
  }, { parallelIndex }) => {
    test.slow()
    await startSite(parallelIndex)
    try {
      await servesAsItShould()
      await flow({ page, signIn })
      await fifthRemote({ page })
    } finally {
      await nginx.stop()
      rmSync(site, { recursive: true })
    }
  })
} else {
  console.warn('nginx is not installed: its configuration is not tested.')
}
