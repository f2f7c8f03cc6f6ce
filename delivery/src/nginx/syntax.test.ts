import { describe, expect, test } from '@jest/globals'
import { CommandError } from '@console/shared-kernel/command'
import { headerLines, isAddress, quoted } from './syntax'

describe("a text in nginx's configuration", () => {
  test('is put in whichever quotes it does not contain', () => {
    expect(quoted('/srv/a b')).toBe('"/srv/a b"')
    expect(quoted('console="/events"')).toBe(`'console="/events"'`)
  })

  test.each(['/srv/$uri', '/srv/a\\b', '/srv/a\nb', `/srv/"a'b`])(
    'is rejected if it cannot be quoted: %j',
    (text) => {
      expect(() => quoted(text)).toThrow(CommandError)
      expect(() => quoted(text)).toThrow('cannot hold this text')
    },
  )
})

test('headers are sent with every status, and quoted', () =>
  expect(headerLines({ 'X-One': 'a b', 'X-Two': 'c="d"' })).toBe(
    `add_header X-One "a b" always;\nadd_header X-Two 'c="d"' always;`,
  ))

describe('the address of a process', () => {
  test.each(['127.0.0.1:4200', 'api-1.internal:4200', '[::1]:4200', 'unix:/run/api.sock'])(
    'may be %s',
    (text) => {
      expect(isAddress(text)).toBe(true)
    },
  )

  test.each(['127.0.0.1', 'http://api:4200', 'api:4200; }', 'api:4200 backup', ''])(
    'may not be %j',
    (text) => {
      expect(isAddress(text)).toBe(false)
    },
  )
})
