import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { cacheControl, hasFileExtension, serveHost, serveRemote, type Serving } from './serveBuilds'

const folder = mkdtempSync(join(tmpdir(), 'serve-'))
const root = join(folder, 'dist')
const environmentFile = join(folder, 'environment.json')
const IMMUTABLE = 'public, max-age=31536000, immutable'
const environment = (origin: string) => JSON.stringify({ remotes: { users: { baseUrl: `${origin}/` } } })

beforeAll(() => {
  mkdirSync(join(root, 'static', '.hidden'), { recursive: true })
  const files = {
    'index.html': '<title>host</title>',
    'release.json': '{}',
    'main.1a2b3c4d.js': 'x()',
    'big.1a2b3c4d.js': 'y()',
    'static/plain.svg': '<svg/>',
    'a ñ%23.js': 'w()',
    'static/.hidden/file.txt': 'secret',
    '.env': 'secret',
    '../secret.txt': 'secret',
    '../distance.txt': 'secret',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content)
  writeFileSync(join(root, 'big.1a2b3c4d.js.gz'), gzipSync('y()'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['/static/js/main.1a2b3c4d.js', true],
  ['/v1.2/users', false],
])('hasFileExtension %s: %s', (path, expected) => expect(hasFileExtension(path)).toBe(expected))

test.each([
  ['/remoteEntry.5d1f0c2e.js', true],
  ['/static/js/async/users.1a2b3c4d5e.js.map', true],
  ['/release.json', false],
  ['/static/roboto-latin.woff2', false],
  ['/main.1a2b3c.js', false],
  ['/deadbeef.js', false],
  ['/static/a.0123abcd.d/x', false],
])('%s is immutable: %s', (path, isImmutable) =>
  expect(cacheControl(path)).toBe(isImmutable ? IMMUTABLE : 'no-cache'),
)

let serving: Serving
// the tests of paths and names start no server
afterEach(() => (serving as Serving | undefined)?.close())

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Sends the path unchanged, unlike fetch. */
function ask(path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  return new Promise<Answer>((resolve, reject) => {
    request({ host: '127.0.0.1', port: serving.port, path, ...options }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part: string) => (body += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
      .on('error', reject)
      .end()
  })
}

const traversals = [
  '/../secret.txt',
  '/../distance.txt',
  '/static/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/%2E%2E/secret.txt',
  '/.%2e/secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e%2fsecret.txt',
  '/static%2f..%2f..%2fsecret.txt',
  '/..%5csecret.txt',
  '/..\\secret.txt',
  '/%252e%252e/secret.txt',
  '/%252e%252e%252fsecret.txt',
  '/%c0%ae%c0%ae/secret.txt',
  '/%u002e%u002e/secret.txt',
  '/..;/secret.txt',
  '//../secret.txt',
  '/./../secret.txt',
  '/index.html/../../secret.txt',
  '/..%00/secret.txt',
  '/secret.txt%00.js',
  'http://localhost/../secret.txt',
  'http://elsewhere/x',
  '/%',
  '/.env',
  '/%2eenv',
  '/static/.hidden/file.txt',
]

describe('serveRemote', () => {
  beforeEach(async () => {
    serving = await serveRemote({ root, port: 0 })
  })

  test.each([
    { path: '/release.json', status: 200, type: 'application/json; charset=utf-8', caching: 'no-cache' },
    {
      path: '/main.1a2b3c4d.js',
      status: 200,
      type: 'application/javascript; charset=utf-8',
      caching: IMMUTABLE,
    },
    {
      path: '/main.1a2b3c4d.js?r=1',
      status: 200,
      type: 'application/javascript; charset=utf-8',
      caching: IMMUTABLE,
    },
    { path: '/static/plain.svg', status: 200, type: 'image/svg+xml', caching: 'no-cache' },
    { path: '/index.html', status: 200, type: 'text/html; charset=utf-8', caching: 'no-cache' },
    { path: '/missing.1a2b3c4d.js', status: 404, type: 'text/plain; charset=utf-8', caching: 'no-cache' },
    { path: '/missing', status: 404, type: 'text/plain; charset=utf-8', caching: 'no-cache' },
    {
      path: '/a%20%C3%B1%2523.js?x=/../y',
      status: 200,
      type: 'application/javascript; charset=utf-8',
      caching: 'no-cache',
    },
    { path: '/static', status: 404, type: 'text/plain; charset=utf-8', caching: 'no-cache' },
    { path: '/', status: 404, type: 'text/plain; charset=utf-8', caching: 'no-cache' },
  ])('answers $path with $status $type $caching, to any origin', async ({ path, status, type, caching }) => {
    const { status: given, headers } = await ask(path)
    expect([given, headers['content-type'], headers['cache-control']]).toEqual([status, type, caching])
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test('answers 304 to a known tag, and ranges with the whole file', async () => {
    const { headers } = await ask('/release.json')
    const again = await ask('/release.json', { headers: { 'If-None-Match': headers.etag ?? '' } })
    expect(again.status).toBe(304)
    const part = await ask('/main.1a2b3c4d.js', { headers: { Range: 'bytes=2-1' } })
    expect([part.status, part.body]).toEqual([200, 'x()'])
  })

  test('sends the compressed file to clients that accept it', async () => {
    const packed = await ask('/big.1a2b3c4d.js', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': IMMUTABLE,
    })
    expect((await ask('/big.1a2b3c4d.js')).body).toBe('y()')
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('rejects %s', async (method) => {
    const { status, headers } = await ask('/release.json', { method })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('answers HEAD without a body', async () => {
    const { status, headers, body } = await ask('/main.1a2b3c4d.js', { method: 'HEAD' })
    expect([status, headers['content-length'], body]).toEqual([200, '3', ''])
  })

  test.each(traversals)('rejects the path traversal %s', async (path) => {
    const { status, body } = await ask(path)
    expect([400, 404]).toContain(status)
    expect(body).not.toContain('secret')
  })

  test('serves the files of a later build', async () => {
    writeFileSync(join(root, 'later.js'), 'z()')
    expect((await ask('/later.js')).body).toBe('z()')
  })
})

describe('serveHost', () => {
  beforeEach(async () => {
    writeFileSync(environmentFile, environment('http://one.example'))
    serving = await serveHost({ root, port: 0, environmentFile })
  })

  test.each(['/', '/index.html', '/users', '/reports/41?from=x', '/users/'])(
    'serves the page at %s',
    async (path) => {
      const { status, headers, body } = await ask(path)
      expect([status, body]).toEqual([200, '<title>host</title>'])
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(headers['content-security-policy']).toContain("script-src 'self' http://one.example;")
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    },
  )

  test.each(['/missing.js', '/static/js/main.1a2b3c4d.js', '/users/x.css'])(
    'does not serve the page at %s',
    async (path) => {
      const { status, headers, body } = await ask(path)
      expect([status, headers['cache-control'], body]).toEqual([404, 'no-cache', 'Not Found\n'])
    },
  )

  test.each(traversals)('rejects the path traversal %s', async (path) => {
    const { body } = await ask(path)
    expect(body).not.toContain('secret')
  })

  test('sends scripts with a policy under which a worker loads nothing', async () => {
    const { headers } = await ask('/missing.js')
    expect(headers['content-security-policy']).toBe("default-src 'none'")
  })

  test('changes the policy with the document, without a restart', async () => {
    writeFileSync(environmentFile, environment('http://two.example'))
    const { headers } = await ask('/')
    expect(headers['content-security-policy']).toContain("script-src 'self' http://two.example;")
    const document = await ask('/environment.json')
    expect(document.body).toBe(environment('http://two.example'))
    expect(document.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    })
  })

  test.each([
    ['truncated', '{"remotes":', 200],
    ['null', 'null', 200],
    ['missing', null, 404],
  ])(
    'sends a document that is %s unchanged, and a page whose policy allows only its own origin',
    async (_, text, status) => {
      if (text === null) rmSync(environmentFile)
      else writeFileSync(environmentFile, text)
      const document = await ask('/environment.json')
      expect([document.status, document.body]).toEqual([status, text ?? 'Not Found\n'])
      const page = await ask('/')
      expect(page.status).toBe(200)
      expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    },
  )

  test('answers on every address of localhost', async () => {
    expect((await fetch(serving.url)).status).toBe(200)
  })
})

describe('a server', () => {
  test('reports a port that is in use', async () => {
    serving = await serveRemote({ root, port: 0 })
    await expect(serveRemote({ root, port: serving.port })).rejects.toThrow(`Port ${serving.port} is in use.`)
  })

  test('reports a folder that is not built', async () => {
    serving = await serveRemote({ root, port: 0 })
    await expect(serveRemote({ root: join(folder, 'none'), port: 0 })).rejects.toThrow(/none: build it first/)
  })

  test('closes open connections at once', async () => {
    serving = await serveRemote({ root, port: 0 })
    // otherwise it would stay open longer than a test may take
    const idle = connect(serving.port, '127.0.0.1')
    await once(idle, 'connect')
    await serving.close()
    await expect(fetch(serving.url)).rejects.toThrow()
  })
})
