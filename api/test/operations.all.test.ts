import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from '@jest/globals'
import { VARIABLES } from '../src/settings/settings'
import { API_FOLDER } from '../testing/build'
import { demoFolder, startDemoApi } from '../testing/demo'
import { get, login, rawRequest, waitUntilReady, type RawRequest } from '../testing/http'
import { READY, sample, scrape } from '../testing/metrics'
import { startApi, type Api, type Environment } from '../testing/server'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { request, type IncomingMessage } from 'node:http'

/** A JSON request: `written` resolves when it is sent, `status` when it is answered. */
function sendRequest(url: string, { body, ...options }: RawRequest & { body: string }) {
  const { hostname, port } = new URL(url)
  const headers = { 'content-type': 'application/json', ...options.headers }
  const sending = request({ hostname, port, ...options, headers })
  const status = once(sending, 'response').then(([response]) => {
    const { statusCode = 0 } = (response as IncomingMessage).resume()
    return statusCode
  })
  const written = once(sending, 'finish')
  sending.end(body)
  return { written, status }
}

let api: Api
// with existing data: the embedded engine takes seconds to create it, even in memory
const start = async (env: Environment = {}): Promise<void> => {
  api = await startApi({ DATA_DIR: await demoFolder(), ...env })
  await waitUntilReady(api.url)
}
afterEach(() => api?.stop())

const both = () => [api.url, api.externalUrl]

test('both listeners are live and ready', async () => {
  await start()
  for (const url of both()) {
    for (const path of ['/healthz', '/readyz']) {
      expect(await get(url + path)).toMatchObject({ status: 200, body: READY })
    }
  }
})

describe('a stopping server', () => {
  test('reports not ready, and still answers new requests', async () => {
    await start({ STOP_DELAY: '2s' })
    const code = api.stop()
    // the request may arrive before the signal
    while ((await get(`${api.url}/readyz`)).status === 200);
    for (const url of both()) {
      expect(await get(`${url}/readyz`)).toMatchObject({
        status: 503,
        body: { message: 'El servidor se está deteniendo' },
      })
      expect((await get(`${url}/healthz`)).status).toBe(200)
    }
    expect(await code).toBe(0)
  })

  test('finishes a slow request, rejects new ones, and logs no error', async () => {
    await start({ TRUST_PROXY: '127.0.0.1' })
    // failures from many addresses make the next attempt wait
    for (let from = 1; from <= 13; from += 1) await login(api.url, 'client1', 'wrong', `192.0.2.${from}`)
    const slow = sendRequest(api.url, {
      method: 'POST',
      path: '/api/Auth/login',
      body: JSON.stringify({ Username: 'client1', Password: PASSWORD }),
    })
    let answered = false
    void slow.status.then(() => (answered = true))
    await slow.written
    await get(`${api.url}/healthz`)
    const code = api.stop()
    while (await isOpen(api.url));
    expect(answered).toBe(false)
    expect(await slow.status).toBe(200)
    expect(await code).toBe(0)
    expect(api.stderr()).not.toContain('"level":"error"')
  })
})

async function isOpen(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const [open] = await Promise.race([
    once(socket, 'connect').then(() => [true]),
    once(socket, 'error').then(() => [false]),
  ]).catch(() => [false])
  socket.destroy()
  return open === true
}

describe('the log', () => {
  test('begins with the version, and lists only requests that are rejected, fail or are slow', async () => {
    await start({ LOG_REQUESTS: 'failed' })
    const { body } = await get<{ version: string; build: string }>(`${api.url}/healthz`)
    await get(`${api.url}/nowhere`)
    await api.stop()
    const entries = api
      .stderr()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const { version, build } = body
    expect(entries[0]).toMatchObject({ msg: 'console-api starts', level: 'info', version, build })
    expect(entries.filter(({ msg }) => msg === 'request')).toMatchObject([{ level: 'info', status: 404 }])
  })

  test('has one line per request, with the id from its response, whatever id was sent', async () => {
    await start()
    const { headers } = await get(`${api.url}/api/Users/current?secret=in-the-address`, undefined, {
      'x-request-id': 'id-of-somebody-else',
      'request-id': 'id-of-somebody-else',
    })
    const id = headers.get('x-request-id')
    expect(id).toMatch(/^[\da-f-]{36}$/)
    await api.stop()
    const lines = api.stderr().trim().split('\n')
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(entries.filter(({ reqId }) => reqId === id)).toMatchObject([
      { msg: 'request', method: 'GET', route: '/api/Users/current', status: 401 },
    ])
    expect(api.stderr()).not.toContain('id-of-somebody-else')
    expect(api.stderr()).not.toContain('in-the-address')
  })
})

describe('requests per minute', () => {
  test('above RATE_LIMIT get 429 with Retry-After, only for that address and not for health checks', async () => {
    await start({ RATE_LIMIT: '5', TRUST_PROXY: '127.0.0.1' })
    const ask = (from: string, path = '/api/Auth/validate') =>
      get(`${api.url}${path}`, undefined, { 'x-forwarded-for': from, origin: 'http://localhost:4000' })
    for (let time = 0; time < 5; time += 1) expect((await ask('192.0.2.1')).status).toBe(200)
    const rejected = await ask('192.0.2.1')
    expect(rejected).toMatchObject({
      status: 429,
      body: { message: 'Demasiados intentos. Inténtalo de nuevo más tarde.' },
    })
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(rejected.headers.get('access-control-allow-origin')).toBe('http://localhost:4000')
    expect((await ask('192.0.2.1', '/nowhere')).status).toBe(429)
    expect((await ask('192.0.2.1', '/readyz')).status).toBe(200)
    const noCheck = { method: 'PUT', path: '/readyz', headers: { 'x-forwarded-for': '192.0.2.1' } }
    expect((await rawRequest(api.url, noCheck)).status).toBe(429)
    expect((await ask('192.0.2.2')).status).toBe(200)
    // a user with one IPv6 address controls its whole /64
    for (let time = 1; time <= 6; time += 1) {
      expect((await ask(`2001:db8::${time}`)).status).toBe(time <= 5 ? 200 : 429)
    }
  })
})

describe('api/README.md', () => {
  test('lists exactly the settings that are read', () => {
    const readme = readFileSync(join(API_FOLDER, 'README.md'), 'utf8')
    const [, table = ''] = /^## Settings$([\s\S]*?)^## /m.exec(readme) ?? []
    const listed = [...table.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name)
    expect(listed.sort()).toEqual(Object.keys(VARIABLES.shape).sort())
  })
})

test('the example in api/README.md signs in and reads both reports', async () => {
  api = await startDemoApi()
  const readme = readFileSync(join(API_FOLDER, 'README.md'), 'utf8')
  const [, example = ''] = /^```js$([\s\S]*?)^```$/m.exec(readme) ?? []
  const text = example
    .replaceAll('http://127.0.0.1:4200', api.url)
    .replace('http://127.0.0.1:4300', api.externalUrl)
  const run = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text])
  expect(run.stdout.match(/^\d{3} \[$/gm)).toEqual(['200 [', '200 ['])
})

describe('connections', () => {
  test('above MAX_CONNECTIONS are closed, and one that ends makes room', async () => {
    await start({ MAX_CONNECTIONS: '3', METRICS_PORT: '0' })
    const { hostname, port } = new URL(api.url)
    const sockets = await Promise.all(
      [1, 2, 3].map(async () => {
        const socket = connect(Number(port), hostname)
        await once(socket, 'connect')
        return socket
      }),
    )
    await expect(rawRequest(api.url, { path: '/healthz' })).rejects.toThrow()
    expect(sample(await scrape(api), 'console_api_refusals_total{limit="connections"}')).toBeGreaterThan(0)
    sockets[0]?.destroy()
    let status = 0
    while (status !== 200) {
      ;({ status } = await rawRequest(api.url, { path: '/healthz' }).catch(() => ({ status: 0 })))
    }
    for (const socket of sockets) socket.destroy()
  })
})
