import { describe, expect, jest, test } from '@jest/globals'
import { forwardedForGuard, networkOf } from './ipAddress'

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::ffff:a00:1', '10.0.0.1'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:DB8:0:7::9', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:8::1', '2001:db8:0:8::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['no address', 'no address'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

test.each([
  { address: '10.0.0.1', medium: '10.0.0.1', large: '10.0.0.1' },
  { address: '::ffff:10.0.0.1', medium: '10.0.0.1', large: '10.0.0.1' },
  { address: '2001:db8:1:7fe:1:2:3:4', medium: '2001:db8:1:700::/56', large: '2001:db8:1::/48' },
  { address: '::1', medium: '0:0:0:0::/56', large: '0:0:0::/48' },
])('$address is in the networks $medium and $large', ({ address, medium, large }) =>
  expect([networkOf(address, 56), networkOf(address, 48)]).toEqual([medium, large]),
)

describe('X-Forwarded-For', () => {
  const PROXY = '10.9.9.9'

  /** Reads addresses as Fastify does: from the connection to the first address that is not a trusted proxy's. */
  function ipsOf(header: string, trusted: readonly string[]): string[] {
    const all = [PROXY, ...header.split(', ').reverse()]
    const client = all.findIndex((address) => !trusted.includes(address))
    return client === -1 ? all : all.slice(0, client + 1)
  }

  function read(header: string, trusted = [PROXY, '10.0.0.7']) {
    const raw = { headers: { 'x-forwarded-for': header }, socket: { remoteAddress: PROXY } }
    const [count, log] = [jest.fn(), jest.fn()]
    const request = {
      raw,
      get ips() {
        return ipsOf(raw.headers['x-forwarded-for'], trusted)
      },
    }
    forwardedForGuard<typeof request>(count, log)(request)
    return { client: request.ips.at(-1), broken: count.mock.calls.length, logged: log.mock.calls.length }
  }

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['2001:DB8::7', '2001:db8::7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711 , 10.0.0.7:80', '203.0.113.9'],
    ['garbage, 203.0.113.9', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ])('%s is the client %s', (header, client) =>
    expect(read(header)).toEqual({ client, broken: 0, logged: 0 }),
  )

  test.each([
    'unknown',
    '',
    '203.0.113.9,',
    '[2001:db8::7]',
    '[203.0.113.9]:80',
    '2001:db8::7%eth0',
    '203.0.113.256',
    '203.0.113.09',
    '203.0.113.9:123456',
    '203.0.113.9:80:80',
    '1:2:3:4:5:6:7:8:9',
    'x'.repeat(3_000),
    'unknown, 10.0.0.7',
    '203.0.113.9, unknown, 10.0.0.7',
  ])('%s names no client: the address of the connection is used', (header) =>
    expect(read(header)).toEqual({ client: PROXY, broken: 1, logged: 1 }),
  )

  test('from an untrusted connection is ignored', () =>
    expect(read('unknown', [])).toEqual({ client: PROXY, broken: 0, logged: 0 }))

  test('is logged once a minute, and counted each time', () => {
    const now = jest.spyOn(performance, 'now')
    const [count, log] = [jest.fn(), jest.fn()]
    const guard = forwardedForGuard(count, log)
    for (const seconds of [1, 2, 60, 61.5, 62]) {
      now.mockReturnValue(seconds * 1000)
      guard({
        raw: { headers: { 'x-forwarded-for': 'unknown' }, socket: { remoteAddress: PROXY } },
        ips: [PROXY, PROXY],
      })
    }
    now.mockRestore()
    expect([count.mock.calls.length, log.mock.calls.length]).toEqual([5, 2])
  })
})
