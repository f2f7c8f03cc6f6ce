import type { Page } from '@playwright/test'
import { localAddress } from '@console/shared-kernel/ports'
import { apiPort, releasesPort, stackPorts } from '../testing/addresses'
import { changedBuild } from '../testing/changedBuild'
import { createSite, serveWithNginx, type DeliverySite } from '../testing/deliverySite'
import { nginxProgram } from '../testing/nginx'
import { expect, test, WITH_ALL } from '../testing/test'
import { timeToShow } from '../testing/timeToShow'
import { rowOf } from '../testing/usersScreen'

/* Two teams deliver through a site that nginx serves, as docs/operate.md describes. */

/** Nothing listens on this port: it stands for an API process that is down. */
const DEAD_PORT = stackPorts.host + 462

let site: DeliverySite
let consolePort: number

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
  const dist = await changedBuild('remote-users', [
    { file: 'src/features/users/UsersHeader.tsx', from: 'Create User', to: 'Add a User' },
  ])
  const release = await site.publish(dist)
  expect(await site.run('verify', release, '--env', 'staging')).toContain('and its screens mount')
  const other = await page.context().newPage()
  const scripts: string[] = []
  other.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await timeToShow(
    'promote',
    () => site.promote(release, 'a better word'),
    async () => {
      await other.goto(url)
      await expect(createButton(other, 'Add a User')).toBeVisible()
    },
  )
  await expect(form.getByLabel('Username')).toHaveValue('half-filled')
  // preloaded scripts are the ones that run: none is requested twice
  expect(scripts.filter((script, at) => scripts.indexOf(script) !== at)).toEqual([])
  // the old tab continues, and loads more code of the old version
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await rowOf(page, 'client1')
  await page.getByRole('button', { name: 'Game Configuration client1', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Game Configuration')

  await timeToShow(
    'rollback',
    () => site.run('rollback', 'users', '--env', 'staging', '--why', 'the old word was better'),
    async () => {
      await other.reload()
      await expect(createButton(other, 'Create User')).toBeVisible()
    },
  )
}

/** Another remote, made from the template, appears with its route and entry; the host is unchanged. */
async function anotherRemote({ page }: { page: Page }) {
  await site.publish(await changedBuild('packages/create-remote/template', []))
  await site.run('verify', 'hello@1.0.0', '--env', 'staging')
  await site.promote('hello@1.0.0', 'another remote')
  await page.goto(localAddress(consolePort))
  await page.getByRole('navigation').getByRole('link', { name: 'Hello' }).click()
  await expect(page.getByText('Welcome, admin1.')).toBeVisible()
}

/** Promotes a release from staging to an environment that requires staging, once it is verified there. */
async function nextEnvironment() {
  const inProduction = (...words: string[]) => site.run(...words, '--env', 'production')
  const promote = (release: string) => inProduction('promote', release, '--why', 'tried in staging')
  const [, host] = /^ {2}host (\S+)/m.exec(await site.run('status', '--env', 'staging')) ?? []
  await site.addEnvironment('production')
  await promote(`host@${host}`)
  await inProduction('settings', '--requires', 'staging', '--why', 'careful')
  await expect(promote('hello@1.0.0')).rejects.toThrow('was not verified for production')
  await inProduction('verify', 'hello@1.0.0')
  expect(await promote('hello@1.0.0')).toContain('is served')
}

async function expectServed(worker: number) {
  const get = (port: number, path: string, headers: Record<string, string> = {}) =>
    fetch(localAddress(port) + path, { headers })
  const home = await get(consolePort, '/machines')
  expect(home.status).toBe(200)
  expect(home.headers.get('cache-control')).toBe('no-cache')
  // the policy in the page names the environment's origins, and the header does not
  expect(home.headers.get('content-security-policy')).not.toContain('http')
  expect(home.headers.get('integrity-policy')).toContain('script')
  const [, script] = /(?:src|href)="(\/static\/js\/index[^"]+)"/.exec(await home.text()) ?? []
  const code = await get(consolePort, script!, { 'Accept-Encoding': 'gzip' })
  expect(code.headers.get('cache-control')).toContain('immutable')
  expect(code.headers.get('content-encoding')).toBe('gzip')
  const gone = await get(releasesPort(worker), '/users/1.0.0-gone/remoteEntry.00000000.js')
  expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-cache'])
  for (const missing of ['/static/js/index.00000000.js', '/missing.png', '/.hidden']) {
    expect((await get(consolePort, missing)).status).toBe(404)
  }
  const record = await get(releasesPort(worker), '/environments/staging/settings.json')
  expect(record.status).toBe(404)
  expect((await get(apiPort(worker), '/healthz')).status).toBe(200)
}

if (nginxProgram) {
  const program = nginxProgram
  test(
    'behind nginx, a remote is published, promoted and rolled back while a form is open, and another remote is added and promoted to the next environment',
    WITH_ALL,
    async ({ page, signIn }, { parallelIndex }) => {
      test.setTimeout(180_000)
      site = await createSite(parallelIndex)
      const served = await serveWithNginx(site, program, parallelIndex, [DEAD_PORT, stackPorts.api])
      consolePort = served.consolePort
      try {
        await expectServed(parallelIndex)
        await flow({ page, signIn })
        await anotherRemote({ page })
        await nextEnvironment()
        // stopping nginx would cut the page's event stream
        await page.goto('about:blank')
      } finally {
        await served.stop()
        site.remove()
      }
    },
  )
} else {
  console.warn('nginx is not installed: its configuration is not tested.')
}
