import { describe, expect, test } from '@jest/globals'
import { isAddress, quoted } from './syntax'

describe("a text in nginx's configuration", () => {
  test('is quoted by the mark that it does not hold', () => {
    expect(quoted('/srv/a b')).toBe('"/srv/a b"')
    expect(quoted('console="/events"')).toBe(`'console="/events"'`)
  })

  test.each(['/srv/$uri', '/srv/a\\b', '/srv/a\nb', `/srv/"a'b`])('%j is refused, not written', (text) => {
    expect(() => quoted(text)).toThrow('cannot hold this text')
  })
})

describe('an address of a process', () => {
  test.each(['127.0.0.1:4200', 'api-1.internal:4200', '[::1]:4200', 'unix:/run/api.sock'])('%s', (text) => {
    expect(isAddress(text)).toBe(true)
  })

  test.each(['127.0.0.1', 'http://api:4200', 'api:4200; }', 'api:4200 backup', ''])('%j is none', (text) => {
    expect(isAddress(text)).toBe(false)
  })
})
