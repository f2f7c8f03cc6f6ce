import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { errorResponse } from '@console/shared-kernel/schemas'
import { startDemoApi } from '../testing/demo'
import { get, post, rawRequest } from '../testing/http'
import type { Api } from '../testing/server'

const CONSOLE = 'http://localhost:4000'
let api: Api

beforeAll(async () => {
  api = await startDemoApi({ CORS_ORIGINS: `${CONSOLE}, https://console.example` })
})
afterAll(() => api?.stop())

const loginUrl = () => `${api.url}/api/Auth/login`

describe('an error', () => {
  test.each<[string, number, () => Promise<{ status: number; text: string }>]>([
    ['malformed JSON', 400, () => post(loginUrl(), '{"Username": ')],
    ['a prototype smuggled in', 400, () => post(loginUrl(), '{"__proto__": {"a": 1}}')],
    ['another content type', 415, () => post(loginUrl(), 'a=b', { 'content-type': 'text/plain' })],
    ['a form', 415, () => post(loginUrl(), 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })],
    ['an unknown address, with a body too large', 404, () => post(`${api.url}/nope`, 'x'.repeat(1_200_000))],
    ['an unknown address, with malformed JSON', 404, () => post(`${api.url}/nope`, '{')],
    ['another method of a known address, with malformed JSON', 405, () => post(`${api.url}/healthz`, '{')],
    ['no session', 401, () => get(`${api.url}/api/Users/current`)],
    ['an unknown address', 404, () => get(`${api.url}/api/Nothing`)],
    ['an address that cannot be decoded', 400, () => rawRequest(api.url, { path: '/%E0%A4%A' })],
    ['an id that cannot be decoded', 400, () => rawRequest(api.url, { path: '/api/Games/%E0%A4%A' })],
    ['an id that is very long', 401, () => rawRequest(api.url, { path: `/api/Games/${'1'.repeat(4_000)}` })],
    ['an unknown address of the external service', 404, () => get(`${api.externalUrl}/api/external/nothing`)],
  ])('%s: %i with a message to show', async (_name, status, send) => {
    const answer = await send()
    expect(answer.status).toBe(status)
    const { message } = errorResponse.strict().parse(JSON.parse(answer.text))
    expect(message).toMatch(/^[A-ZÁÉÍÓÚ]/)
    expect(answer.text).not.toMatch(/node_modules|\.ts|\.js|at /)
  })

  test('an invalid HTTP request returns 400', async () => {
    const { hostname, port } = new URL(api.url)
    const text = await new Promise<string>((resolve) => {
      let all = ''
      const socket = connect(Number(port), hostname, () => socket.write('nonsense\r\n\r\n'))
      socket.on('data', (chunk) => (all += String(chunk))).on('end', () => resolve(all))
    })
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toContain('"message"')
  })
})

describe('origins', () => {
  const preflight = (origin: string) =>
    rawRequest(api.url, {
      method: 'OPTIONS',
      path: '/api/Machines/1/credit',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type,if-match,idempotency-key',
      },
    })

  test.each([CONSOLE, 'https://console.example'])(
    '[CALL-1] %s may call, with credentials',
    async (origin) => {
      const { headers } = await get(`${api.url}/api/Auth/validate`, undefined, { origin })
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(headers.get('access-control-allow-credentials')).toBe('true')
      for (const name of ['Date', 'ETag', 'Retry-After'])
        expect(headers.get('access-control-expose-headers')).toContain(name)
      expect(headers.get('vary')).toContain('Origin')
    },
  )

  test('[CALL-1] the preflight allows what the client sends', async () => {
    const { status, headers } = await preflight(CONSOLE)
    expect(status).toBe(204)
    expect(headers['access-control-allow-origin']).toBe(CONSOLE)
    expect(headers['access-control-allow-methods']).toContain('PUT')
    for (const name of [
      'Authorization',
      'Content-Type',
      'If-Match',
      'Idempotency-Key',
      'Last-Event-ID',
      'X-Background-Request',
    ]) {
      expect(headers['access-control-allow-headers']).toContain(name)
    }
  })

  test('[CALL-1] the browser can read why a call failed, on both listeners', async () => {
    for (const [url, path, expected] of [
      [api.url, '/api/Users/current', 401],
      [api.externalUrl, '/nowhere', 404],
      [api.url, '/%E0%A4%A', 400],
    ] as const) {
      const { status, headers } = await rawRequest(url, { path, headers: { origin: CONSOLE } })
      expect([status, headers['access-control-allow-origin']]).toEqual([expected, CONSOLE])
    }
  })

  test('[ROLE-11] a page with a stored 100 KB token can read a plain 401, so that it signs out', async () => {
    const authorization = `Bearer ${'x.y.z'.repeat(20_000)}`
    const request = { path: '/api/Users/current', headers: { origin: CONSOLE, authorization } }
    const { status, headers } = await rawRequest(api.url, request)
    expect([status, headers['access-control-allow-origin']]).toEqual([401, CONSOLE])
  })

  test('OPTIONS without an origin is answered, and allows nothing', async () => {
    const { status, headers } = await rawRequest(api.url, { method: 'OPTIONS', path: '/api/Users/current' })
    expect([status, headers['access-control-allow-origin']]).toEqual([204, undefined])
  })

  test.each([
    'http://localhost:4001',
    'https://localhost:4000',
    'http://localhost:4000.evil.example',
    'http://evil.example/http://localhost:4000',
    'https://sub.console.example',
    'https://console.example.',
    'https://console.example:8443',
    'https://user@console.example',
    'null',
    '*',
  ])('%s may not call', async (origin) => {
    const { headers } = await rawRequest(api.url, { path: '/api/Auth/validate', headers: { origin } })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect((await preflight(origin)).headers['access-control-allow-origin']).toBeUndefined()
  })
})
