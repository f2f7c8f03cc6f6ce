import { expect, test } from '@jest/globals'
import { API_ROUTES, serviceLocations, upstream } from './upstreams'

const service = { name: 'api', addresses: ['127.0.0.1:1', '127.0.0.1:2'], slow: API_ROUTES }
const locations = serviceLocations(service, 'x').split(/^(?=location )/m)
const locationOf = (path: string) => locations.find((text) => text.startsWith(`location ${path} {`)) ?? ''

test('every location that retries reads passes writes to a location that never retries', () => {
  const passing = locations.filter((text) => text.includes('proxy_pass'))
  const reading = passing.filter((text) => !text.includes('proxy_next_upstream off;'))
  expect(reading.map((text) => /^location (.*) \{/.exec(text)?.[1])).toEqual([
    '/',
    ...API_ROUTES.map(({ path }) => path),
  ])
  for (const text of reading) {
    expect(text).toMatch(/if \(\$x_write\) \{ return 418; \}/)
    const [, writes = ''] = /error_page 418 = (\S+);/.exec(text) ?? []
    expect(locationOf(writes)).toContain('proxy_next_upstream off;')
  }
})

test.each([
  ['/', '5s'],
  ['= /api/events', '40s'],
  ['= /api/internal/query', '70s'],
  ['^~ /api/Machines/bulk/', '5s'],
  ['@api_write', '20s'],
  ['@api_bulk', '125s'],
])('at %s a process has %s to answer', (path, time) => {
  expect(locationOf(path)).toContain(`proxy_read_timeout ${time};`)
})

test('only a stream is retried on the next process when a stopping process answers 503', () => {
  const retrying = locations.filter((text) => text.includes('http_503'))
  expect(retrying).toEqual([locationOf('= /api/events')])
  expect(retrying[0]).toContain('proxy_next_upstream error timeout http_503;')
})

test('a write that one process rejected goes to the next one, whatever nginx would choose', () => {
  const text = upstream({ name: 'api', addresses: ['127.0.0.1:1', '[::1]:2', 'unix:/run/api.sock'] })
  const next = [...text.matchAll(/^ {4}"~(.*)" (api_\d);$/gm)].map(
    ([, pattern = '', name]) => [new RegExp(pattern), name] as const,
  )
  const after = (tried: string) => next.find(([pattern]) => pattern.test(tried))?.[1]
  expect(after('127.0.0.1:1')).toBe('api_1')
  expect(after('127.0.0.1:1 : [::1]:2')).toBe('api_2')
  expect(after('127.0.0.1:1 : [::1]:2 : unix:/run/api.sock')).toBe('api_0')
  expect(after('127.0.0.1:11')).toBeUndefined()
  expect(after('27.0.0.1:1')).toBeUndefined()
  expect(locationOf('@api_write')).toContain('proxy_pass http://$api_next;')
})

test('a single process is never marked as failed', () => {
  expect(upstream({ name: 'api', addresses: ['127.0.0.1:1'] })).not.toContain('max_fails')
})
