import { once } from 'node:events'
import { connect, type Socket, type TcpNetConnectOpts } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startDemoApi } from '../testing/demo'
import { get, post, rawRequest, tokenOf } from '../testing/http'
import type { Api } from '../testing/server'

let api: Api

beforeAll(async () => {
  api = await startDemoApi({ REQUEST_TIMEOUT: '2s', MAX_CONNECTIONS_PER_ADDRESS: '300' })
})
afterAll(() => api?.stop())

function open(over: Partial<TcpNetConnectOpts> = {}): { socket: Socket; text: Promise<string> } {
  const { hostname, port } = new URL(api.url)
  const socket = connect({ port: Number(port), host: hostname, ...over })
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  // a reset closes the socket like any other end
  socket.on('error', () => undefined)
  return { socket, text: new Promise((resolve) => socket.once('close', () => resolve(text))) }
}

const HEAD = 'POST /api/Auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const BODY = JSON.stringify({ Username: 'nobody', Password: 'x' })

/** Sends a character every 200 ms until the socket is closed. */
async function drip(socket: Socket, chunks: string): Promise<void> {
  for (const chunk of chunks) {
    if (socket.destroyed) return
    socket.write(chunk)
    await sleep(200)
  }
}

/** What is sent at once, and what follows a byte at a time. */
const SLOW: readonly (readonly [name: string, start: string, rest: string])[] = [
  ['say nothing at all', '', ''],
  ['stop in the first line', 'GET /heal', ''],
  ['stop in the headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\n', ''],
  ['send headers a byte at a time', 'GET /healthz HTTP/1.1\r\n', 'X-Slow: '.repeat(8)],
  ['stop before the body', `${HEAD}Content-Length: 50\r\n\r\n`, ''],
  ['stop in the body', `${HEAD}Content-Length: 50\r\n\r\n{"User`, ''],
  ['send the body a byte at a time', `${HEAD}Content-Length: 500\r\n\r\n`, ' '.repeat(60)],
  ['stop between chunks', `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"Use\r\n`, ''],
]

describe('slow clients', () => {
  const outcomes = new Map<string, Promise<string>>()
  // all at once, because each lasts until its timeout
  beforeAll(() => {
    for (const [name, start, rest] of SLOW) {
      const { socket, text } = open()
      socket.write(start)
      void drip(socket, rest)
      outcomes.set(name, text)
    }
  })

  test.each(SLOW)('that %s get a 408 and are disconnected', async (name) => {
    expect(await outcomes.get(name)).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('leave other clients unaffected', async () => {
    const idle = Array.from({ length: 200 }, () => open())
    expect((await get(`${api.url}/healthz`)).status).toBe(200)
    for (const { socket } of idle) socket.destroy()
  })
})

/** Without `allowHalfOpen`, a client closes its side when the server closes its own. */
async function isCutOff(start: string): Promise<boolean> {
  const { socket } = open({ allowHalfOpen: true })
  socket.write(start)
  await once(socket, 'end')
  // only a destroyed connection rejects further writes
  for (let sent = 0; sent < 50 && !socket.destroyed; sent += 1) {
    socket.write('x')
    await sleep(100)
  }
  return socket.destroyed
}

test('slow clients that keep their side open after the 408 are cut off soon after', async () => {
  const outcomes = await Promise.all(SLOW.map(async ([name, start]) => [name, await isCutOff(start)]))
  expect(outcomes).toEqual(SLOW.map(([name]) => [name, true]))
})

describe('size limits', () => {
  const login = (headers: string, body: string) => {
    const { socket, text } = open()
    socket.write(`${HEAD}Connection: close\r\n${headers}\r\n\r\n${body}`)
    return text
  }

  test.each<[string, number, () => Promise<{ status: number }>]>([
    ['a sign-in of 32 KB', 400, () => post(`${api.url}/api/Auth/login`, JSON.stringify('x'.repeat(32_766)))],
    ['a byte more', 413, () => post(`${api.url}/api/Auth/login`, JSON.stringify('x'.repeat(32_767)))],
    [
      'headers of 127 KB',
      200,
      () => rawRequest(api.url, { path: '/healthz', headers: { x: 'x'.repeat(130_000) } }),
    ],
    [
      'headers of 129 KB',
      431,
      () => rawRequest(api.url, { path: '/healthz', headers: { x: 'x'.repeat(132_000) } }),
    ],
    ['an address of 4 KB', 200, () => rawRequest(api.url, { path: `/healthz?${'x'.repeat(4_087)}` })],
    ['a byte more of it', 414, () => rawRequest(api.url, { path: `/healthz?${'x'.repeat(4_088)}` })],
    ['an address of 129 KB', 431, () => rawRequest(api.url, { path: `/${'x'.repeat(132_000)}` })],
  ])('%s: %i', async (_name, status, send) => {
    expect((await send()).status).toBe(status)
  })

  test('reject a body with a wrong, second or malformed length', async () => {
    expect(await login(`Content-Length: ${BODY.length}`, BODY)).toMatch(/^HTTP\/1\.1 401 /)
    expect(await login('Content-Length: 10\r\nContent-Length: 20', BODY)).toMatch(/^HTTP\/1\.1 400 /)
    expect(await login('Content-Length: many', BODY)).toMatch(/^HTTP\/1\.1 400 /)
    expect(await login('Content-Length: 10\r\nTransfer-Encoding: chunked', BODY)).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('cut off an endless body', async () => {
    const { socket, text } = open()
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`)
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    for (let sent = 0; sent < 20 && !socket.destroyed; sent += 1) socket.write(chunk)
    expect(await text).toMatch(/^HTTP\/1\.1 413 /)
  })
})

test('clients that disconnect while a report waits cause no warning in the log', async () => {
  const token = await tokenOf(api.url, 'master')
  const { externalUrl } = api
  for (let round = 0; round < 5; round += 1) {
    const leaving = new AbortController()
    const reports = Array.from({ length: 4 }, (_, day) => {
      const dates = `dateFrom=2026-01-0${day + 1}&dateTo=2026-12-31&timeFrom=00:00&timeTo=23:59`
      return fetch(`${externalUrl}/api/external/query?queryType=Total&${dates}&tipoMovs=2,3`, {
        headers: { authorization: `Bearer ${token}` },
        signal: leaving.signal,
      }).then(
        () => 'answered',
        () => 'left',
      )
    })
    await sleep(3 * round)
    leaving.abort()
    await Promise.all(reports)
  }
  // queued behind the aborted requests
  await get(`${externalUrl}/healthz`)
  expect((await get(`${api.url}/api/Users`, token)).status).toBe(200)
  expect(api.stdout() + api.stderr()).not.toContain('database busy')
})

test('a stop that waits too long for a client is cut off, and this is logged', async () => {
  const server = await startDemoApi({ PORT: '0', REQUEST_TIMEOUT: '60s' })
  const { hostname, port } = new URL(server.url)
  const socket = connect({ port: Number(port), host: hostname })
  socket.on('error', () => undefined)
  socket.write(`${HEAD}Content-Length: 50\r\n\r\n{"User`)
  // answered on the same listener, so the earlier headers have arrived
  await get(`${server.url}/healthz`, '')
  expect(await server.stop()).toBe(1)
  expect(server.stderr()).toContain('was cut off. Unfinished: requests on the api listener')
}, 60_000)
