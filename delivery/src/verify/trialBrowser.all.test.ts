import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { builtRemote, promoteNext, run, sitePath } from '../../testing/staging'
import { problemsWith, trialSite } from '../../testing/trial'
import { chromiumHere } from '../chromium/chromium'
import { serveOnLoopback } from '../localServers/serveOnLoopback'

let allowedMs: number
jest.mock('./checks', () => ({
  ...jest.requireActual<object>('./checks'),
  deadlineMs: () => allowedMs,
}))

let here: string | undefined
beforeAll(async () => {
  here = await chromiumHere()
})

trialSite()
beforeEach(() => {
  allowedMs = 60_000
})
const closing: (() => unknown)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server outside the trial, with the requests that have reached it. */
async function elsewhere() {
  const reached: string[] = []
  const http = createServer(({ url = '' }, response) => {
    reached.push(url)
    response.end()
  })
  http.on('connection', () => reached.push('connection'))
  http.on('upgrade', ({ url = '' }, socket) => {
    reached.push(url)
    socket.destroy()
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  closing.push(() => http.close().closeAllConnections())
  return { port: (http.address() as AddressInfo).port, reached }
}

/** Makes a browser that runs these commands before it starts. */
function browserThat(commands: string): void {
  const file = sitePath('browser')
  const script = `#!/bin/sh\n[ "$1" = --version ] && exit\n${commands}\nexec ${here} "$@"\n`
  writeFileSync(file, script, { mode: 0o755 })
  process.env.CHROMIUM_PATH = file
}

describe('the browser of verify', () => {
  test('is killed at the deadline of the whole check, even if a screen loops forever', async () => {
    // enough for a browser to start
    allowedMs = 5_000
    const begun = performance.now()
    const problems = await problemsWith('setTimeout(() => { for (;;); })')
    // waiting for the screen alone would take 20 s
    expect(performance.now() - begun).toBeLessThan(18_000)
    expect(problems).toBe('mount: users@1.1.0-22222222, /: the check was ended after 5 s')
    await expect(promoteNext()).rejects.toThrow(problems)
  }, 60_000)

  test('keeps a release away from other servers (preconnect, navigation, popup, WebRTC) and other files of the site', async () => {
    const { port, reached } = await elsewhere()
    const udp = createSocket('udp4', () => reached.push('udp'))
    await once(udp.bind(0, '127.0.0.1'), 'listening')
    closing.push(() => udp.close())
    // runs outside the policy, as code from the host's own origin could
    const problems = await problemsWith(`
      const { remotes, apiUrl } = await (await fetch('/environment.json')).json()
      const releases = new URL(remotes.users.baseUrl).origin
      for (const path of ['/environments/staging/history/000001.json', '/users/1.0.0-11111111/release.json', '/users/1.1.0-22222222/release.json'])
        console.error('GET ' + path + ' ' + (await fetch(releases + path)).status)
      const rtc = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp.address().port}' }] })
      rtc.createDataChannel('x')
      await rtc.setLocalDescription(await rtc.createOffer())
      for (const host of ['localhost', '127.0.0.1', '[::1]'])
        show(document.head, 'link', { rel: 'preconnect', href: 'http://' + host + ':${port}/preconnect' })
      open('http://127.0.0.1:${port}/popup')
      setTimeout(() => { location.href = 'http://localhost:${port}/navigation?' + document.body.textContent }, 500)
    `)
    expect(problems).toContain('GET /environments/staging/history/000001.json 404')
    expect(problems).toContain('GET /users/1.0.0-11111111/release.json 404')
    expect(problems).toContain('GET /users/1.1.0-22222222/release.json 200')
    expect(problems).toContain(`it navigates to http://localhost:${port}/navigation?`)
    expect(reached).toEqual([])
  }, 30_000)

  test('keeps code without a policy away from other servers too (request, web socket, worker, prefetch)', async () => {
    const { port, reached } = await elsewhere()
    const own = await serveOnLoopback((_, response) => {
      response.setHeader('Content-Type', 'text/html').end('<!doctype html>')
    }, 0)
    closing.push(own.close)
    const { startBrowser } = await import('./trial')
    const server = await startBrowser({ ports: [own.port], home: sitePath() })
    closing.push(() => server.kill())
    const page = await (await chromium.connect(server.wsEndpoint())).newPage()
    await page.goto(own.url)
    await page.evaluate(`(async () => {
      const { promise: worked, resolve } = Promise.withResolvers()
      const work = "fetch('http://localhost:${port}/worker', { mode: 'no-cors' }).catch(() => {}).then(() => postMessage(0))"
      const worker = new Worker(URL.createObjectURL(new Blob([work])))
      worker.onmessage = resolve
      await worked
      for (const address of ['localhost:${port}', '127.0.0.1:${port}']) {
        const link = { rel: 'prefetch', href: 'http://' + address + '/prefetch' }
        document.head.append(Object.assign(document.createElement('link'), link))
        await fetch('http://' + address + '/request', { mode: 'no-cors' }).catch(() => {})
        const socket = new WebSocket('ws://' + address + '/socket')
        await new Promise((ended) => socket.onclose = ended)
      }
    })()`)
    expect(reached).toEqual([])
  }, 30_000)

  test('gets no environment variables of the service', async () => {
    const file = sitePath('environment')
    browserThat(`/usr/bin/env > ${file}`)
    await problemsWith('')
    const names = readFileSync(file, 'utf8').match(/^\w+(?==)/gm)
    // the shell sets these itself
    expect(names!.filter((name) => !['HOME', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))).toEqual([])
  }, 30_000)

  test('is rejected with its own exit code if it starts only without its sandbox', async () => {
    browserThat('case "$*" in *--no-sandbox*) ;; *) exit 1 ;; esac')
    process.env.VERIFY_SANDBOX = 'on'
    expect(await problemsWith('')).toMatch(
      /^The browser cannot start with its sandbox: .* VERIFY_SANDBOX=off/,
    )
    delete process.env.VERIFY_SANDBOX
    const { main } = await import('../consoleDelivery')
    const error = jest.spyOn(console, 'error').mockImplementation(() => {})
    expect(await main(['verify', 'users@1.1.0', '--env', 'staging', '--site', sitePath()])).toBe(5)
    error.mockRestore()
    process.env.VERIFY_SANDBOX = 'off'
    expect(await problemsWith('')).toContain('is good for staging')
  }, 60_000)

  test('gets no hint about VERIFY_SANDBOX if it does not start even without its sandbox', async () => {
    const file = sitePath('has-started')
    browserThat(`[ -e ${file} ] || { touch ${file}; exit 1; }`)
    expect(await problemsWith('')).not.toContain('VERIFY_SANDBOX')
  }, 30_000)

  test('closes the page of a screen that fails before it opens the next one', async () => {
    const screens = ['/', '/next'].map((path) => ({ path, module: './A', title: 'A', preload: [] }))
    await run('publish', builtRemote({ version: '1.2.0', build: '33333333', screens }))
    // two banners make the check itself fail
    const code = `
      const channel = new BroadcastChannel('screens')
      if (location.pathname === '/next') channel.onmessage = () => console.error('the first one is open')
      else {
        document.body.append(document.createElement('header'))
        setInterval(() => channel.postMessage(''), 20)
      }`
    const problems = await problemsWith(code, 'users@1.2.0')
    expect(problems).toMatch(/^mount: users@1.2.0-33333333, \/: the check failed: /)
    expect(problems).not.toContain('the first one is open')
  }, 60_000)
})
