import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { inNetworks } from '../src/http/limits'
import { get } from '../testing/http'
import { sample, scrape } from '../testing/metrics'
import { inMemory, serversForEachTest } from '../testing/server'

const startForTest = serversForEachTest()
const opened: Socket[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy()
})

/** Connects from another address of this machine, which has all of 127.0.0.0/8. */
function open(url: string, localAddress: string): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress })
  opened.push(socket.on('error', () => undefined))
  return socket
}

function isOpen(socket: Socket): Promise<boolean> {
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
  })
}

test('one address cannot use all connections; each listener has its own count', async () => {
  const api = await startForTest({ ...inMemory, MAX_CONNECTIONS_PER_ADDRESS: '3', METRICS_PORT: '0' })
  const { url, externalUrl } = api
  for (const listener of [url, externalUrl]) {
    const sockets = Array.from({ length: 5 }, () => open(listener, '127.0.0.2'))
    const outcomes = await Promise.all(sockets.map(isOpen))
    expect(outcomes.filter(Boolean)).toHaveLength(3)
    expect(await isOpen(open(listener, '127.0.0.3'))).toBe(true)
    // a connection that ends makes room for another one
    const served = sockets[outcomes.indexOf(true)] as Socket
    served.end()
    await once(served, 'close')
    expect(await isOpen(open(listener, '127.0.0.2'))).toBe(true)
  }
  expect(sample(await scrape(api), 'console_api_refusals_total{limit="connections"}')).toBe(4)
})

test('a trusted proxy has no connection limit', async () => {
  const { url } = await startForTest({
    ...inMemory,
    MAX_CONNECTIONS_PER_ADDRESS: '1',
    TRUST_PROXY: '127.0.0.4, 127.0.1.0/24',
  })
  for (const proxy of ['127.0.0.4', '127.0.1.7']) {
    const sockets = Array.from({ length: 5 }, () => open(url, proxy))
    expect(await Promise.all(sockets.map(isOpen))).toEqual(Array<boolean>(5).fill(true))
  }
  const others = Array.from({ length: 2 }, () => open(url, '127.0.0.5'))
  expect((await Promise.all(others.map(isOpen))).filter(Boolean)).toHaveLength(1)
  expect((await get(`${url}/healthz`)).status).toBe(200)
})

test.each([
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '11.1.2.3', false],
  ['10.0.0.1', '10.0.0.1', true],
  ['10.0.0.1', '::ffff:10.0.0.1', true],
  ['10.0.0.1', '10.0.0.2', false],
  ['2001:db8::/32', '2001:db8:1::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['fd00::1', 'fd00:0:0::1', true],
])('the list %s contains %s: %s', (network, address, expected) => {
  expect(inNetworks([network])(address)).toBe(expected)
})
