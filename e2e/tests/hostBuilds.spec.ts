import type { Page } from '@playwright/test'
import { changedBuild } from '../testing/changedBuild'
import { chooseInAccountMenu } from '../testing/consolePage'
import { shortenDeadlines } from '../testing/deadlines'
import { showing, startDelivered, type DeliveredConsole } from '../testing/deliveredConsole'
import { environmentDocument } from '../testing/environment'
import { hostDist } from '../testing/folders'
import type { Fault } from '../testing/misbehaving'
import { FAILED_REMOTE, FAILED_REQUEST } from '../testing/pageFaults'
import { telemetryServer } from '../testing/telemetry'
import { expect, test as base, WITH_ALL } from '../testing/test'
import { isInCanary } from '../../host/src/features/composition/fallbackOrder'
import type { PageState } from '../../host/src/features/composition/pageState'

/* Which host build a page starts, and which build replaces it if it fails. */

const test = base.extend<{
  delivered: DeliveredConsole
  telemetry: Awaited<ReturnType<typeof telemetryServer>>
}>({
  delivered: async ({}, provide, { parallelIndex }) => {
    const delivered = await startDelivered(parallelIndex)
    await provide(delivered)
    await delivered.close()
  },
  telemetry: async ({}, provide) => {
    const telemetry = await telemetryServer()
    await provide(telemetry)
    await telemetry.close()
  },
})

const GONE: Fault = { kind: 'answer', status: 404, body: 'Not found', type: 'text/plain' }
const login = (page: Page) => page.getByRole('heading', { name: 'Login Info Center' })
const setBrowserId = (page: Page, id: number) =>
  page.addInitScript((value) => localStorage.setItem('console.bucket', value), String(id))
const pagesAsked = ({ server }: DeliveredConsole) =>
  server.requests.filter((path) => !path.startsWith('/static/') && !path.startsWith('/environment'))

test('the stable build starts from the document’s files, each preloaded and loaded once', async ({
  page,
  delivered,
}) => {
  delivered.write(hostDist, { host: delivered.add(hostDist) })
  await page.goto(`${delivered.url}/login`)
  await expect(login(page)).toBeVisible()
  const files = delivered.server.requests.filter((path) => path.startsWith('/static/js/'))
  expect(files.length).toBeGreaterThan(4)
  expect(files).toEqual([...new Set(files)])
  expect(pagesAsked(delivered)).toEqual(['/login'])
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  await page.waitForTimeout(500)
  // for example, about a preloaded file that was not used
  expect(warnings).toEqual([])
})

test('a canary is served to browsers selected by a hash of their id and the build, the same at each load', async ({
  page,
  delivered,
}) => {
  const canary = delivered.handmade('cafe0001', showing('Host of tomorrow'))
  const host = { ...delivered.add(hostDist), canary: { ...canary, percent: 50 } }
  delivered.write(hostDist, { host })
  await page.goto(`${delivered.url}/login`)
  const drawn = await page.evaluate(() => localStorage.getItem('console.bucket'))
  expect(drawn).toMatch(/^\d{1,4}$/)
  const chosen = () => page.evaluate(() => (globalThis as { consolePage?: PageState }).consolePage?.source)
  for (const id of [Number(drawn), 0, 1, 2, 3, 500, 1234, 4999, 9998, 9999]) {
    await page.evaluate((value) => localStorage.setItem('console.bucket', value), String(id))
    await page.reload()
    const isIn = isInCanary(id, { name: 'host', build: 'cafe0001' }, 50)
    expect([id, await chosen()]).toEqual([id, isIn ? 'canary' : 'current'])
  }
  delivered.write(hostDist, { host: { ...host, canary: { ...canary, percent: 0 } } })
  await page.reload()
  expect(await chosen()).toBe('current')
  delivered.write(hostDist, { host: { ...host, canary: { ...canary, percent: 100 } } })
  await page.reload()
  await expect(page.getByText('Host of tomorrow')).toBeVisible()
})

const CANARY = /cafe0001/
const FAULTS: [what: string, code: string, fault: Fault | null, phase: string, expectedCode: string][] = [
  ['is 404', showing('canary'), GONE, 'load', 'FILE'],
  ['is altered', showing('canary'), { kind: 'tamper' }, 'load', 'FILE'],
  ['hangs', showing('canary'), { kind: 'hang' }, 'load', 'TIMEOUT'],
  ['comes too late', showing('canary'), { kind: 'slow', ms: 1_500 }, 'load', 'TIMEOUT'],
  ['is no JavaScript', '{{{', null, 'start', 'SyntaxError'],
  ['throws', 'throw new TypeError("of user client1")', null, 'start', 'TypeError'],
  ['leaves a promise rejected', 'Promise.reject(new RangeError("x"))', null, 'start', 'RangeError'],
  ['draws nothing', '0', null, 'start', 'TIMEOUT'],
  ['draws too late', `setTimeout(() => ${showing('canary')}, 1_500)`, null, 'start', 'TIMEOUT'],
]

for (const [what, code, fault, phase, expectedCode] of FAULTS) {
  test(
    `a host canary that ${what} is replaced by the stable build, and telemetry gets the failure and the fallback`,
    WITH_ALL,
    async ({ page, delivered, telemetry, faults }) => {
      faults.expect(FAILED_REQUEST, FAILED_REMOTE, /integrity|page error/)
      // the stable build may be slow on a machine with few cores
      await shortenDeadlines(page, { filesMs: 1_000, startMs: 1_000 })
      const canary = delivered.handmade('cafe0001', code)
      const host = { ...delivered.add(hostDist), canary: { ...canary, percent: 100 } }
      delivered.write(hostDist, { host, telemetryUrl: telemetry.url })
      delivered.server.fault(CANARY, fault)
      await page.goto(`${delivered.url}/login`)
      await expect(login(page)).toBeVisible()
      expect(pagesAsked(delivered)).toEqual(['/login', '/login'])
      await expect.poll(() => telemetry.events.length).toBeGreaterThan(0)
      const [failure] = telemetry.events
      expect(failure).toMatchObject({
        environment: 'e2e',
        revision: 1,
        hostBuild: 'cafe0001',
        remote: 'host',
        version: '0.1.0',
        build: 'cafe0001',
        cohort: 'canary',
        phase,
        code: expectedCode,
      })
      expect(JSON.stringify(failure)).not.toContain('client1')
      if (phase === 'start' && fault === null && expectedCode === 'TypeError')
        expect(failure!.stack).toMatch(/^at .*\/static\/js\/cafe0001\.js:1:\d+$/)

      await expect
        .poll(() => telemetry.events.map((event) => `${event.phase} ${event.build} ${event.cohort}`))
        .toEqual([
          `${phase} cafe0001 canary`,
          `fallback ${host.build} stable`,
          `mounted ${host.build} stable`,
        ])
      expect(new Set(telemetry.events.map(({ session }) => session)).size).toBe(1)

      // the tab does not retry the canary, and the page shows only one console
      await page.waitForTimeout(1_000)
      await expect(page.getByText('canary', { exact: true })).toBeHidden()
      const before = delivered.server.requests.filter((path) => CANARY.test(path)).length
      await page.reload()
      await expect(login(page)).toBeVisible()
      expect(delivered.server.requests.filter((path) => CANARY.test(path))).toHaveLength(before)
    },
  )
}

test('a failing stable build is replaced by the previous one; if both fail, the page shows an error and a reload starts over', async ({
  page,
  delivered,
  faults,
}) => {
  faults.expect(FAILED_REQUEST, FAILED_REMOTE)
  const canary = { ...delivered.handmade('cafe0001', showing('Host of tomorrow')), percent: 100 }
  const previous = delivered.handmade('beef0001', showing('Host of yesterday'))
  const stable = delivered.add(hostDist)
  delivered.write(hostDist, { host: { ...stable, canary, previous } })
  const [main] = stable.files!.slice(-2)
  delivered.server.fault(CANARY, GONE)
  delivered.server.fault(new RegExp(main!.path), GONE)
  await page.goto(delivered.url)
  await expect(page.getByText('Host of yesterday')).toBeVisible()
  expect(pagesAsked(delivered)).toEqual(['/', '/', '/'])

  delivered.server.fault(/beef0001/, GONE)
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText(/La consola no puede arrancar/)
  await page.waitForTimeout(500)
  expect(pagesAsked(delivered)).toHaveLength(4)
  delivered.server.fault(CANARY, null)
  await page.reload()
  await expect(page.getByText('Host of tomorrow')).toBeVisible()
})

test(
  'the last build shows an error instead of an endless spinner if it fails late',
  WITH_ALL,
  async ({ page, delivered, faults }) => {
    faults.expect(FAILED_REQUEST, FAILED_REMOTE, /page error|TypeError/)
    await shortenDeadlines(page, { startMs: 500 })
    const code = `(function draw() {
    const root = document.getElementById('root')
    if (!root) return requestAnimationFrame(draw)
    root.append(document.createElement('progress'))
    consolePage.begun()
    setTimeout(() => { throw new TypeError('late') })
  })()`
    const stable = delivered.add(hostDist)
    delivered.write(hostDist, { host: { ...stable, previous: delivered.handmade('beef0001', code) } })
    delivered.server.fault(new RegExp(stable.files!.at(-1)!.path), GONE)
    await page.goto(`${delivered.url}/login`)
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText(/La consola no puede arrancar/)
  },
)

test(
  'a browser without storage gets the stable build, or the previous one if that fails',
  WITH_ALL,
  async ({ page, delivered, faults }) => {
    faults.expect(FAILED_REQUEST, FAILED_REMOTE)
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
    })
    const canary = { ...delivered.handmade('cafe0001', showing('Host of tomorrow')), percent: 100 }
    const previous = delivered.handmade('beef0001', showing('Host of yesterday'))
    const stable = delivered.add(hostDist)
    delivered.write(hostDist, { host: { ...stable, canary, previous } })
    delivered.server.fault(new RegExp(stable.files![0]!.path), GONE)
    await page.goto(`${delivered.url}/login`)
    await expect(page.getByText('Host of yesterday')).toBeVisible()
    expect(pagesAsked(delivered)).toHaveLength(2)
    expect(delivered.server.requests.filter((path) => CANARY.test(path))).toEqual([])
  },
)

test(
  "an error outside the host's files does not replace a build",
  WITH_ALL,
  async ({ page, delivered, faults }) => {
    faults.expect(/page error/)
    await page.addInitScript(() => {
      setTimeout(() => {
        throw new Error('of an extension')
      })
    })
    const previous = delivered.handmade('beef0001', showing('Host of yesterday'))
    delivered.write(hostDist, { host: { ...delivered.add(hostDist), previous } })
    await page.goto(`${delivered.url}/login`)
    await expect(login(page)).toBeVisible()
    expect(pagesAsked(delivered)).toHaveLength(1)
  },
)

test(
  'a canary that is another real build starts fully, and is replaced if a file of its first screen is missing',
  WITH_ALL,
  async ({ page, browser, delivered, faults }) => {
    test.setTimeout(90_000)
    faults.expect(FAILED_REQUEST, FAILED_REMOTE)
    const dist = await changedBuild('host', [
      { file: 'src/features/login/LoginScreen.tsx', from: 'Login Info Center', to: 'Login of tomorrow' },
    ])
    const canary = delivered.add(dist)
    delivered.write(hostDist, { host: { ...delivered.add(hostDist), canary: { ...canary, percent: 100 } } })
    await setBrowserId(page, 7)
    await page.goto(`${delivered.url}/login`)
    await expect(page.getByRole('heading', { name: 'Login of tomorrow' })).toBeVisible()

    const ofCanary = (path: string) => /async\/login-screen/.test(path)
    const chunk = delivered.server.requests.find(ofCanary)!
    // a page without these files in its cache
    const fresh = await (await browser.newContext()).newPage()
    delivered.server.fault(new RegExp(chunk), GONE)
    await fresh.goto(`${delivered.url}/login`)
    await expect(login(fresh)).toBeVisible()
    expect(pagesAsked(delivered)).toHaveLength(3)
    await fresh.context().close()
  },
)

test(
  'the about dialog names the running build of the host',
  WITH_ALL,
  async ({ page, delivered, signIn }) => {
    const stable = delivered.add(hostDist)
    const canary = { ...stable, version: '9.9.9', build: 'cafe0002', percent: 100 }
    delivered.write(hostDist, { host: { ...stable, canary } })
    await signIn('player1', delivered.url)
    await chooseInAccountMenu(page, 'About this console')
    await expect(page.getByRole('dialog', { name: 'About this console' })).toContainText(
      'host 9.9.9 (cafe0002, canary)',
    )
  },
)

test(
  "Reintentar for a remote with an invalid record also loads the new document's host build",
  WITH_ALL,
  async ({ page, delivered, signIn }) => {
    const { remotes } = environmentDocument()
    const host = delivered.add(hostDist)
    const machines = { ...remotes.machines!, baseUrl: 'nowhere' }
    delivered.write(hostDist, { host, remotes: { ...remotes, machines } })
    await signIn('player1', delivered.url, '/machines')
    const retry = page.getByRole('alert').getByRole('button', { name: 'Reintentar' })
    await expect(retry).toBeVisible()
    const next = delivered.handmade('cafe0003', showing('Host of tomorrow'))
    delivered.write(hostDist, { host: { ...host, canary: { ...next, percent: 100 } } })
    await retry.click()
    await expect(page.getByText('Host of tomorrow')).toBeVisible()
  },
)
