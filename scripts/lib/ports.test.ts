import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import { ports, REMOTES } from '@console/shared-kernel/ports'
import { configuredPorts, freeBase, needs, portsMessage, requireFreePorts, testBase } from './ports'

let blocker: Server | undefined
afterEach(() => void blocker?.close())

async function block(host: string): Promise<number> {
  blocker = createServer().listen(0, host)
  await once(blocker, 'listening')
  return (blocker.address() as AddressInfo).port
}

test('needs lists every port of the console once', () => {
  const wanted = needs(ports(5000)).map(({ port }) => port)
  expect(wanted).toHaveLength(REMOTES.length + 3)
  expect(new Set(wanted).size).toBe(wanted.length)
  expect(wanted).toEqual(expect.arrayContaining([5000, 5101, 5200, 5300]))
})

test('configuredPorts: a bad PORT is an error', () => {
  expect(configuredPorts({ PORT: '5000' }).api).toBe(5200)
  expect(() => configuredPorts({ PORT: 'x' })).toThrow(/PORT must be/)
})

describe('testBase', () => {
  test.each([
    [undefined, 7000],
    ['', 7000],
    ['9000', 9000],
    ['10081', 10_081],
  ])('E2E_PORT=%j is base %i', (E2E_PORT, base) => expect(testBase({ E2E_PORT })).toBe(base))

  test.each([
    ['9600', 10_080],
    ['9080', 10_080],
    ['10080', 10_080],
    ['6400', 6566],
  ])('E2E_PORT=%s is rejected: its range includes %i', (E2E_PORT, port) =>
    expect(() => testBase({ E2E_PORT })).toThrow(`leads to port ${port}, which browsers block.`),
  )

  test.each(['x', '0', '64001'])('E2E_PORT=%s is rejected: it is not a port', (E2E_PORT) =>
    expect(() => testBase({ E2E_PORT })).toThrow(/^E2E_PORT must be .*, not '/),
  )
})

describe('requireFreePorts', () => {
  /** Port 0 lets the system choose a free one. */
  const free = { host: 0, remotes: { users: 0 }, api: 0, external: 0 }

  test.each(['127.0.0.1', '::1', '0.0.0.0'])(
    'names the port in use on %s, and what needs it',
    async (host) => {
      const port = await block(host)
      await expect(requireFreePorts({ ...free, api: port }, 'start')).rejects.toThrow(
        `Port ${port}, which the API needs, is in use.`,
      )
    },
  )

  test('accepts free ports', () => expect(requireFreePorts(free, 'start')).resolves.toBeUndefined())
})

test('freeBase returns neither the given base nor one with a port in use', async () => {
  const used = (taken: number) => async (port: number) => (port === taken ? 'is in use' : undefined)
  expect(await freeBase(9000, used(0))).toBe(4000)
  expect(await freeBase(4000, used(0))).toBe(5000)
  expect(await freeBase(9000, used(ports(4000).remotes['users']!))).toBe(5000)
  expect(await freeBase(9000, async () => 'is in use')).toBeUndefined()
})

test.each([
  {
    port: 4101,
    problem: 'is in use',
    free: 5000,
    wayOut: 'End the program that has it, or move all ports: PORT=5000 npm start',
  },
  { port: 4101, problem: 'is in use', free: undefined, wayOut: 'End the program that has it.' },
  {
    port: 80,
    problem: 'is not open to this user',
    free: 4000,
    wayOut: 'Choose higher ports: PORT=4000 npm start',
  },
  { port: 80, problem: 'is not open to this user', free: undefined, wayOut: 'Choose higher ports.' },
])('portsMessage: port $port $problem, and base $free is free', ({ port, problem, free, wayOut }) => {
  expect(portsMessage([{ port, who: 'remote-users', problem }], free, 'start')).toBe(
    `Port ${port}, which remote-users needs, ${problem}.\n${wayOut}`,
  )
})
