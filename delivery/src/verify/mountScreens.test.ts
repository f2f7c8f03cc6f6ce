import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { freshSite, promoteNext, publishNext, run, sitePath, start } from '../../testing/staging'
import { chromiumHere } from '../chromium/chromium'
import { verify } from '../commands/verify'
import { integrityOf } from '../site/files'
import { deadlineMs } from './deadline'

let allowedMs: number
jest.mock('./deadline', () => ({ deadlineMs: () => allowedMs }))

const here = chromiumHere()
const { VERIFY_SANDBOX, CHROMIUM_PATH } = process.env

freshSite(start, publishNext)
beforeEach(() => {
  process.env.VERIFY_SANDBOX = 'off'
  allowedMs = 60_000
})
const closing: (() => unknown)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
  for (const [name, value] of Object.entries({ VERIFY_SANDBOX, CHROMIUM_PATH }))
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
})

/** The problems of users@1.1.0 in a host that shows a page and runs this code. */
async function problemsWith(code: string): Promise<string> {
  const script = `document.body.innerHTML = '<header>Console</header><main>Users</main>'; ${code}`
  const path = 'static/js/index.0000000a.js'
  const host = (file: string) => sitePath(`host/2.0.0-aaaaaaaa/${file}`)
  for (const ending of ['.gz', '.br']) rmSync(host(path + ending), { force: true })
  writeFileSync(host(path), script)
  const integrity = integrityOf(Buffer.from(script))
  writeFileSync(
    host('index.html'),
    `<!doctype html><body><script type="module" src="/${path}" integrity="${integrity}"></script>`,
  )
  return run(verify, 'users@1.1.0 --env staging').catch(({ message }: Error) => message)
}

/** A browser that does this before it starts. */
function browserThat(commands: string): void {
  const file = sitePath('browser')
  const script = `#!/bin/sh\n[ "$1" = --version ] && exit\n${commands}\nexec ${here} "$@"\n`
  writeFileSync(file, script, { mode: 0o755 })
  process.env.CHROMIUM_PATH = file
}

const inBrowser = here === undefined ? describe.skip : describe

inBrowser('the browser of verify', () => {
  test('is killed at the deadline of the whole check, also where a screen loops', async () => {
    // enough for a browser to start
    allowedMs = 5_000
    const said = await problemsWith('setTimeout(() => { for (;;); })')
    expect(said).toBe('mount: users@1.1.0-22222222, /: the check was ended after 5 s')
    await expect(promoteNext()).rejects.toThrow(said)
  }, 30_000)

  test('reaches no other server, by request, navigation, web socket, worker or WebRTC, and no other file of the site', async () => {
    const reached: string[] = []
    const http = createServer(({ url = '' }, response) => {
      reached.push(url)
      response.setHeader('Access-Control-Allow-Origin', '*').end()
    })
    http.on('upgrade', ({ url = '' }, socket) => {
      reached.push(url)
      socket.destroy()
    })
    const udp = createSocket('udp4', () => reached.push('udp'))
    await Promise.all([
      once(http.listen(0, '127.0.0.1'), 'listening'),
      once(udp.bind(0, '127.0.0.1'), 'listening'),
    ])
    const { port } = http.address() as AddressInfo
    closing.push(
      () => http.close(),
      () => udp.close(),
    )
    // outside the policy, as code of the host's own origin could run
    const said = await problemsWith(`
      const { remotes, apiUrl } = await (await fetch('/environment.json')).json()
      const releases = new URL(remotes.users.baseUrl).origin
      for (const path of ['/environments/staging/history/000001.json', '/users/1.0.0-11111111/release.json', '/users/1.1.0-22222222/release.json'])
        console.error('GET ' + path + ' ' + (await fetch(releases + path)).status)
      const rtc = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp.address().port}' }] })
      rtc.createDataChannel('x')
      await rtc.setLocalDescription(await rtc.createOffer())
      for (const host of ['localhost', '127.0.0.1', '[::1]'])
        document.head.insertAdjacentHTML('beforeend', '<link rel=preconnect href=http://' + host + ':${port}/preconnect>')
      open('http://127.0.0.1:${port}/popup')
      setTimeout(() => { location.href = 'http://localhost:${port}/navigation?' + document.body.textContent }, 500)
    `)
    expect(said).toContain('GET /environments/staging/history/000001.json 404')
    expect(said).toContain('GET /users/1.0.0-11111111/release.json 404')
    expect(said).toContain('GET /users/1.1.0-22222222/release.json 200')
    expect(said).toContain(`it navigates to http://localhost:${port}/navigation?`)
    expect(reached).toEqual([])
  }, 30_000)

  test('gets no environment variables of the service', async () => {
    const file = sitePath('environment')
    browserThat(`/usr/bin/env > ${file}`)
    await problemsWith('')
    const names = readFileSync(file, 'utf8').match(/^\w+(?==)/gm)
    // the others are the shell's
    expect(names!.filter((name) => !['HOME', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))).toEqual([])
  }, 30_000)

  test('is refused with an exit code of its own where it starts only without its sandbox', async () => {
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
})

// imported before it was replaced
test.each([
  [0, 30],
  [1, 45],
  [18, 300],
  [1_000, 300],
])('a check of %d screens may take %d s', (screens, seconds) => {
  expect(deadlineMs(screens)).toBe(seconds * 1_000)
})
