import { describe, expect, test } from '@jest/globals'
import { rawRequest } from '../testing/http'
import { demoForTests } from '../testing/people'

const { api } = demoForTests()

const HEADERS: readonly (readonly [name: string, value: string | undefined])[] = [
  ['content-security-policy', "default-src 'none';frame-ancestors 'none'"],
  ['cache-control', 'no-store'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['referrer-policy', 'no-referrer'],
  ['strict-transport-security', 'max-age=31536000'],
  ['x-content-type-options', 'nosniff'],
  ['x-dns-prefetch-control', 'off'],
  ['x-frame-options', 'SAMEORIGIN'],
  ['x-permitted-cross-domain-policies', 'none'],
  ['x-powered-by', undefined],
  ['server', undefined],
]

const ANSWERS: readonly (readonly [what: string, path: string])[] = [
  ['an answer', '/healthz'],
  ['a 404', '/nowhere'],
  ['a 405', '/healthz'],
  ['an address that cannot be decoded', '/%E0%A4%A'],
]

describe.each(['api', 'external'] as const)('%s', (which) => {
  const urlOf = () => (which === 'api' ? api().url : api().externalUrl)

  test.each(HEADERS)('each answer has %s: %s', async (name, value) => {
    for (const [what, path] of ANSWERS) {
      const method = what === 'a 405' ? 'DELETE' : 'GET'
      expect((await rawRequest(urlOf(), { method, path })).headers[name]).toBe(value)
    }
  })

  test('each answer has its own request id', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await rawRequest(urlOf(), { path: '/healthz' })).headers['x-request-id']),
    )
    expect(new Set(ids).size).toBe(3)
  })
})
