import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { localAddress } from '@console/shared-kernel/ports'
import { freePort } from '../../api/testing/cluster'
import { listenOn, nginxProgram, writeServers } from '../testing/nginx'
import {
  edit,
  killed,
  type ServedSite,
  testsServed,
  withNginx,
  withSite,
  writeFileIn,
} from '../testing/nginxSite'
import type { StubAnswer } from '../testing/stubs'
import { WITH_ALL } from '../testing/test'

/* nginx with the includes that `console-delivery nginx` writes, in front of processes that echo their requests. */

const HEADERS = {
  console: {
    'content-security-policy': "frame-ancestors 'none'; report-uri /events/reports",
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'reporting-endpoints': 'console="/events/reports"',
    'integrity-policy': 'blocked-destinations=(script), endpoints=(console)',
    'x-content-type-options': 'nosniff',
  },
  /** For the console's scripts: those of its page, and the list worker. */
  script: { 'content-security-policy': "default-src 'none'" },
  releases: {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  },
}

async function servesFiles({ root, ports }: ServedSite) {
  const publicFolder = 'environments/staging/public'
  writeFileIn(root, `${publicFolder}/index.html`, '<title>console</title>')
  writeFileIn(root, `${publicFolder}/static/js/index.12345678.js`, 'code')
  writeFileIn(root, 'users/1.0.0-11111111/remoteEntry.12345678.js', 'code')
  writeFileIn(root, 'users/.1.1.0-22222222.77/remoteEntry.12345678.js', 'half of it')
  writeFileIn(root, `${publicFolder}/.hidden`, 'hidden')
  writeFileIn(root, 'webroot/.well-known/acme-challenge/token_1-2', 'proof')
  const get = async (port: number, path: string) => {
    const response = await fetch(localAddress(port) + path)
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const page = await get(ports.console, '/machines')
  expect([page.status, page.text]).toEqual([200, '<title>console</title>'])
  const missing = await get(ports.console, '/static/js/index.00000000.js')
  const code = await get(ports.console, '/static/js/index.12345678.js')
  expect(code.headers.get('cache-control')).toContain('immutable')
  for (const { headers } of [page, missing]) expect(headers.get('cache-control')).toBe('no-cache')
  for (const { headers } of [page, code, missing]) {
    const expected = headers !== page.headers ? { ...HEADERS.console, ...HEADERS.script } : HEADERS.console
    for (const [name, value] of Object.entries(expected)) expect(headers.get(name)).toBe(value)
    // a server must not send it over plain HTTP
    expect(headers.get('strict-transport-security')).toBeNull()
  }
  const release = await get(ports.releases, '/users/1.0.0-11111111/remoteEntry.12345678.js')
  expect(release.status).toBe(200)
  for (const [name, value] of Object.entries(HEADERS.releases)) expect(release.headers.get(name)).toBe(value)
  const rejected: [number, string][] = [
    [ports.console, '/.hidden'],
    [ports.console, '/missing.png'],
    [ports.releases, '/users/.1.1.0-22222222.77/remoteEntry.12345678.js'],
    [ports.releases, '/environments/staging/settings.json'],
    [ports.releases, '/environments/staging/public/index.html'],
  ]
  for (const [port, path] of rejected) expect([path, (await get(port, path)).status]).toEqual([path, 404])
  for (const port of Object.values(ports)) {
    const proof = await get(port, '/.well-known/acme-challenge/token_1-2')
    expect([proof.status, proof.text]).toEqual([200, 'proof'])
  }
}

async function passesEventsOn({ ports, delivery }: ServedSite) {
  const post = (path: string, bytes: number, method = 'POST') =>
    fetch(localAddress(ports.console) + path, {
      method,
      headers: { 'X-Forwarded-For': '203.0.113.9' },
      ...(method === 'POST' && { body: 'x'.repeat(bytes) }),
    })
  for (const path of ['/events', '/events/reports']) {
    const taken = (await (await post(path, 1000)).json()) as StubAnswer
    expect(taken).toMatchObject({ port: delivery.port, method: 'POST', url: path, bytes: 1000 })
    expect(taken.headers['x-forwarded-for']).toBe('127.0.0.1')
    expect((await post(path, 70_000)).status).toBe(413)
    expect((await post(path, 0, 'GET')).status).toBe(405)
  }
  const others = delivery.done().length
  for (const path of ['/events/', '/events/x', '/promote', '/metrics']) await post(path, 10)
  expect(delivery.done()).toHaveLength(others)
  await killed(delivery)
  expect((await post('/events', 10)).status).toBe(502)
}

/** A request over TLS with a server name; the certificate is not checked. */
const getByName = (secure: boolean, port: number, host: string) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/', headers: { host } }
    const request = secure
      ? httpsRequest({ ...options, servername: host, rejectUnauthorized: false })
      : httpRequest(options)
    request.once('error', reject).once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    request.end()
  })

const OPENSSL = '/usr/bin/openssl'

function makeCertificate(folder: string) {
  mkdirSync(folder, { recursive: true })
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=test', '-days', '1']
  execFileSync(OPENSSL, [...args, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
}

const servesByNameOverTls = (program: string) =>
  withSite(async ({ root, folder, configure }) => {
    const [plain, secure] = [await freePort(), await freePort()]
    makeCertificate(join(root, 'certificate'))
    for (const env of ['staging', 'next']) {
      writeFileIn(root, `environments/${env}/public/index.html`, env)
      await configure({ apiUpstreams: [`127.0.0.1:${await freePort()}`] }, env)
      edit(
        join(folder, `console-${env}.conf`),
        [/listen 80;/g, listenOn(plain)],
        [/listen 443/g, `listen 127.0.0.1:${secure}`],
        [/\/etc\/letsencrypt\/live\/[^/]+/g, join(root, 'certificate')],
        [/example\.com/g, `${env}.test`],
      )
    }
    await withNginx(program, folder, secure, async () => {
      for (const env of ['staging', 'next']) {
        const page = await getByName(true, secure, `console.${env}.test`)
        expect([page.status, page.text]).toEqual([200, env])
        expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
        const api = await getByName(true, secure, `api.${env}.test`)
        expect([api.status, api.headers['strict-transport-security']]).toEqual([502, 'max-age=31536000'])
        const moved = await getByName(false, plain, `console.${env}.test`)
        expect([moved.status, moved.headers.location]).toEqual([301, `https://console.${env}.test/`])
        expect(moved.headers['strict-transport-security']).toBeUndefined()
      }
    })
  })

/**
 * Checks that nginx serves only pages if the API and the delivery service are elsewhere: there is no server
 * or location for them.
 */
const servesPagesAlone = (program: string) =>
  withSite(async ({ root, folder, configure }) => {
    const port = await freePort()
    writeServers(folder, 'console-staging', { console: listenOn(port) })
    await configure()
    writeFileIn(root, 'environments/staging/public/index.html', 'page')
    await withNginx(program, folder, port, async () => {
      expect((await fetch(localAddress(port))).status).toBe(200)
      for (const method of ['GET', 'POST'])
        for (const path of ['/events', '/events/reports'])
          expect((await fetch(localAddress(port) + path, { method })).status).toBe(404)
    })
  })

if (nginxProgram) {
  const program = nginxProgram
  test.describe.configure({ timeout: 60_000 })
  const served = testsServed(program)
  served(
    'nginx sends files with their headers, hides dot files and environments, and serves .well-known on every server',
    servesFiles,
  )
  served(
    "nginx forwards page events with the sender's address, and no other calls to the delivery service",
    passesEventsOn,
    WITH_ALL,
  )
  test('nginx serves only pages if API and events are elsewhere', WITH_ALL, () => servesPagesAlone(program))
  if (existsSync(OPENSSL)) {
    test('the example serves two environments by name on one port, over TLS, with HSTS', WITH_ALL, () =>
      servesByNameOverTls(program),
    )
  } else {
    console.warn('openssl is not installed: the example of the servers is not tested with TLS.')
  }
} else {
  console.warn('nginx is not installed: what it does with its includes is not tested.')
}
